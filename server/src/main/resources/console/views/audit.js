import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class Audit extends View {
    body() {
        return html`<h1>Audit</h1>`;
    }
}

customElements.define('parley-audit', Audit);
