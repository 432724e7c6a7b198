import { html, nothing } from 'lit';
import { onKeys } from '../lib/keys.js';
import { View } from '../lib/view.js';

const MOST_OPEN = 50;

/** A view of rows that open to show the whole of what they are about: by a press, by Enter, or by the key e. */
export class Expanding extends View {
    /** @type {Set<string>} the rows that are open */
    opened = new Set();
    /** @type {() => void} */
    #release = () => {};

    connectedCallback() {
        super.connectedCallback();
        this.#release = onKeys({ e: () => /** @type {HTMLElement | null} */ (document.activeElement?.closest('[data-row][aria-expanded]'))?.click() });
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        this.#release();
    }

    /** @param {string} key */
    toggle(key) {
        if (!this.opened.delete(key)) {
            this.opened = new Set([...this.opened, key].slice(-MOST_OPEN));
        }
        this.requestUpdate();
    }

    /** The button that opens a row; its words name the row. @param {string} key @param {unknown} words */
    expander(key, words) {
        const open = this.opened.has(key);
        return html`<button class="expand" data-row aria-expanded=${open} @click=${() => this.toggle(key)}><span class="turn" aria-hidden="true">${open ? '▾' : '▸'}</span><span>${words}</span></button>`;
    }

    /** What an open row shows below itself. @param {string} key @param {number} columns @param {() => unknown} show */
    opening(key, columns, show) {
        return this.opened.has(key) ? html`<tr class="opening"><td colspan=${columns}>${show()}</td></tr>` : nothing;
    }
}
