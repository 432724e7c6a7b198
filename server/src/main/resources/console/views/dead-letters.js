import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class DeadLetters extends View {
    body() {
        return html`<h1>DeadLetters</h1>`;
    }
}

customElements.define('parley-dead-letters', DeadLetters);
