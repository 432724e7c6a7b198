import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class Run extends View {
    body() {
        return html`<h1>Run</h1>`;
    }
}

customElements.define('parley-run', Run);
