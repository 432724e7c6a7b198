import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class Topics extends View {
    body() {
        return html`<h1>Topics</h1>`;
    }
}

customElements.define('parley-topics', Topics);
