import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class Flow extends View {
    body() {
        return html`<h1>Flow</h1>`;
    }
}

customElements.define('parley-flow', Flow);
