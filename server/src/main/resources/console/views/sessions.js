import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class Sessions extends View {
    body() {
        return html`<h1>Sessions</h1>`;
    }
}

customElements.define('parley-sessions', Sessions);
