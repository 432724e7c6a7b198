import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class Agents extends View {
    body() {
        return html`<h1>Agents</h1>`;
    }
}

customElements.define('parley-agents', Agents);
