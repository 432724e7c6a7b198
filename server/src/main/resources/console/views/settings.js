import { html } from 'lit';
import { View } from '../lib/view.js';

/** To be written. */
class Settings extends View {
    body() {
        return html`<h1>Settings</h1>`;
    }
}

customElements.define('parley-settings', Settings);
