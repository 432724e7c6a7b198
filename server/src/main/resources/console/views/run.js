import { html } from 'lit';
import { at, get } from '../lib/api.js';
import { View } from '../lib/view.js';
import '../parts/sequence.js';

/** To be written. */
class Run extends View {
    /** @type {any[]} */
    items = [];

    /** @param {AbortSignal} signal */
    async load(signal) {
        this.items = (await get(at`/api/runs/${this.route.id}/messages` + '?limit=500', signal)).items;
    }

    body() {
        return html`<h1>Run</h1><parley-sequence .messages=${this.items}></parley-sequence>`;
    }
}

customElements.define('parley-run', Run);
