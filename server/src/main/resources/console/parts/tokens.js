import { LitElement, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { at, get } from '../lib/api.js';
import { postOnce, removeOnce } from '../lib/once.js';
import { span, wholeTime } from '../lib/time.js';
import { chip, who } from './chip.js';
import { copyable } from './copy.js';
import { confirm } from './dialog.js';
import { brief } from './principal.js';
import { attempt } from './toast.js';

const PAGE = 200;
const MOST = 1000;
/** @type {Record<string, string>} the roles a token may have, and for whom */
const ROLES = { worker: 'an agent, as worker', manager: 'an agent, as manager', person: 'a person', observer: 'an observer, who only looks', owner: 'an owner' };
/** @type {[days: string, label: string][]} */
const EXPIRIES = [['', 'never'], ['1', 'in a day'], ['7', 'in a week'], ['30', 'in 30 days'], ['90', 'in 90 days'], ['365', 'in a year']];

/** Who may come in: the tokens in force, with a new one shown exactly once. */
class Tokens extends LitElement {
    static properties = { me: { attribute: false }, items: { state: true }, barred: { state: true }, made: { state: true }, all: { state: true }, role: { state: true } };

    /** @type {string | null} */
    #next = null;

    constructor() {
        super();
        /** @type {any} */
        this.me = undefined;
        /** @type {any[]} */
        this.items = [];
        this.barred = '';
        /** @type {any} the token that was just made, with its secret */
        this.made = undefined;
        this.all = false;
        this.role = 'worker';
    }

    createRenderRoot() {
        return this;
    }

    connectedCallback() {
        super.connectedCallback();
        this.#read();
    }

    /** @param {string} [after] */
    async #read(after) {
        try {
            const page = await get(`/api/tokens?limit=${PAGE}${this.all ? '&all=true' : ''}${after ? `&after=${encodeURIComponent(after)}` : ''}`);
            this.items = [...(after ? this.items : []), ...page.items].slice(-MOST);
            this.#next = page.next;
            this.barred = '';
        } catch (fault) {
            this.barred = /** @type {any} */ (fault).status === 403 ? 'Tokens are made, listed and revoked by an owner.' : /** @type {Error} */ (fault).message;
        }
    }

    /** @param {SubmitEvent} event */
    async #create(event) {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const wanted = new FormData(form);
        const name = String(wanted.get('name') ?? '').trim();
        const days = Number(wanted.get('days'));
        const isAgent = this.role === 'worker' || this.role === 'manager';
        const body = { role: this.role, ...(name ? (isAgent ? { agent: name } : { person: name }) : {}), ...(days ? { expires_in_days: days } : {}) };
        await attempt(async () => {
            this.made = await postOnce('/api/tokens', body);
            form.reset();
            this.role = 'worker';
            await this.#read();
        });
    }

    /** @param {any} token */
    async #revoke(token) {
        const mine = token.token_id === this.me?.token_id ? ' It is the one you are signed in with: you are signed out everywhere.' : '';
        if (await confirm(`Revoke 1 token, of ${token.name} (${token.role})? Whoever uses it is out at once.${mine}`, 'Revoke it')) {
            await attempt(() => removeOnce(at`/api/tokens/${token.token_id}`), `The token of ${token.name} is revoked`);
            await this.#read();
        }
    }

    render() {
        if (this.barred) {
            return html`<p class="muted">${this.barred}</p>`;
        }
        return html`${this.made ? this.#made() : nothing} ${this.#form()} ${this.#table()}
            <label class="check"><input type="checkbox" .checked=${this.all} @change=${(/** @type {any} */ e) => { this.all = e.target.checked; this.#read(); }} /> also those revoked or expired</label>
            ${this.#next ? html`<button class="older" @click=${() => this.#read(this.#next ?? '')}>More tokens</button>` : nothing}`;
    }

    #made() {
        if (!this.made.token) {
            return html`<section class="panel came-of" role="status">
                <p><span class="bad">✕</span> The token for ${who(this.made.agent ?? `person:${this.made.name}`)} was made, but the answer that showed it was lost. Revoke it, and make another.</p>
                <button class="small" @click=${() => (this.made = undefined)}>Close</button>
            </section>`;
        }
        return html`<section class="panel came-of" role="status">
            <p><span class="ok">✓</span> A token for ${who(this.made.agent ?? `person:${this.made.name}`)} (${this.made.role}). It is shown this once:</p>
            <div class="secret">${copyable(this.made.token)}</div>
            <button class="small" @click=${() => (this.made = undefined)}>I have it</button>
        </section>`;
    }

    #form() {
        const needsName = this.role !== 'observer' && this.role !== 'owner';
        return html`<form class="bar" @submit=${this.#create} aria-label="New token">
            <label>For <select name="role" @change=${(/** @type {any} */ e) => (this.role = e.target.value)}>
                ${Object.entries(ROLES).map(([role, words]) => html`<option value=${role} ?selected=${role === this.role}>${words}</option>`)}
            </select></label>
            <label>Name <input name="name" autocomplete="off" ?required=${needsName} placeholder=${needsName ? (this.role === 'person' ? 'ann' : 'alice') : 'optional'} /></label>
            <label>Expires <select name="days">${EXPIRIES.map(([days, label]) => html`<option value=${days}>${label}</option>`)}</select></label>
            <button class="primary low">Create</button>
        </form>`;
    }

    #table() {
        return html`<div class="scroll" tabindex="0" role="region" aria-label="Tokens">
            <table>
                <thead><tr><th>Name</th><th>Token</th><th>Role</th><th>Space</th><th>Made</th><th>Expires</th><th>State</th><th><span class="unseen">What to do</span></th></tr></thead>
                <tbody>${repeat(this.items, token => token.token_id, token => this.#row(token))}</tbody>
            </table>
        </div>`;
    }

    /** @param {any} token */
    #row(token) {
        const now = Date.now() / 1000;
        const over = token.revoked_at ? 'revoked' : token.expires_at && token.expires_at < now ? 'expired' : '';
        return html`<tr data-row tabindex="-1">
            <td>${token.agent ? who(token.agent) : html`<span class="who person">${token.name}</span>`}</td>
            <td><code title=${token.token_id}>${brief(token.token_id)}</code>${token.token_id === this.me?.token_id ? html` <span class="muted">yours</span>` : nothing}</td>
            <td>${token.role}</td>
            <td>${token.space}</td>
            <td class="time">${wholeTime(token.created_at)}</td>
            <td>${token.expires_at ? html`<span title=${wholeTime(token.expires_at)}>${token.expires_at > now ? `in ${span(token.expires_at - now)}` : wholeTime(token.expires_at)}</span>` : html`<span class="muted">never</span>`}</td>
            <td>${over ? chip('cancelled', over) : chip('online', 'in force')}</td>
            <td>${over ? nothing : html`<button class="small danger" aria-label=${`Revoke the token of ${token.name}`} @click=${() => this.#revoke(token)}>Revoke …</button>`}</td>
        </tr>`;
    }
}

customElements.define('parley-tokens', Tokens);
