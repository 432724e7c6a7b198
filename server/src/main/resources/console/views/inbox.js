import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class Inbox extends View {
    body() {
        return html`<h1>Inbox</h1>`;
    }
}

customElements.define('parley-inbox', Inbox);
