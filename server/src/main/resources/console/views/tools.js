import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class Tools extends View {
    body() {
        return html`<h1>Tools</h1>`;
    }
}

customElements.define('parley-tools', Tools);
