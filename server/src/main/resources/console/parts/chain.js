import { LitElement, html, nothing } from 'lit';
import { get, query } from '../lib/api.js';
import { copyButton } from './copy.js';

/** @type {Record<string, string>} what is wrong with the chain, in words */
const FAULTS = {
    changed: 'was changed after it was written',
    removed: 'was removed',
    reordered: 'was moved',
    cut_off: 'and all after it were cut off',
    added: 'was added by somebody else than the hub',
};

/** Follows the chain of the audit, to see whether anybody has tampered with it. */
class Chain extends LitElement {
    static properties = { verdict: { state: true }, refusal: { state: true }, busy: { state: true } };

    constructor() {
        super();
        /** @type {any} */
        this.verdict = undefined;
        this.refusal = '';
        this.busy = false;
    }

    createRenderRoot() {
        return this;
    }

    /** @param {SubmitEvent} event */
    async #verify(event) {
        event.preventDefault();
        const head = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('head') ?? '').trim();
        this.busy = true;
        this.verdict = undefined;
        this.refusal = '';
        try {
            this.verdict = await get(`/api/audit/verify${query({ head })}`);
        } catch (fault) {
            this.refusal = /** @type {any} */ (fault).status === 403 ? 'The owner of the hub alone may follow the chain.' : /** @type {Error} */ (fault).message;
        }
        this.busy = false;
    }

    render() {
        return html`<form class="chain" @submit=${this.#verify}>
                <button ?disabled=${this.busy}>${this.busy ? 'Following …' : 'Verify the chain'}</button>
                <input name="head" autocomplete="off" aria-label="A head that was written down" placeholder="head written down, N:HASH (optional)" />
            </form>
            <div role="status">${this.#words()}</div>`;
    }

    #words() {
        if (this.refusal) {
            return html`<p class="bad">${this.refusal}</p>`;
        }
        if (!this.verdict) {
            return nothing;
        }
        const { ok, entries, head, fault } = this.verdict;
        return ok
            ? html`<p><span class="ok">✓ The chain is whole:</span> ${entries} entries, none changed, removed or moved. Its head is <code>${head}</code> ${copyButton(head, 'Copy the head')}; written down elsewhere, it shows later that nothing was cut off.</p>`
            : html`<p><span class="bad">✕ The chain is broken:</span> entry ${fault.n} ${FAULTS[fault.kind] ?? fault.kind}. <span class="muted">${fault.detail}</span></p>`;
    }
}

customElements.define('parley-chain', Chain);
