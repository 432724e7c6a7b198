import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class Tasks extends View {
    body() {
        return html`<h1>Tasks</h1>`;
    }
}

customElements.define('parley-tasks', Tasks);
