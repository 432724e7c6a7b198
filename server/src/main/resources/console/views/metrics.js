import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class Metrics extends View {
    body() {
        return html`<h1>Metrics</h1>`;
    }
}

customElements.define('parley-metrics', Metrics);
