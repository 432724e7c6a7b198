import { html, nothing } from 'lit';
import { Problem, get, post } from '../lib/api.js';
import { changed, prefer, prefs } from '../lib/prefs.js';
import { filter } from '../lib/route.js';
import { View } from '../lib/view.js';
import { chip } from '../parts/chip.js';
import { configTable } from '../parts/config.js';
import '../parts/connect.js';
import { copyable } from '../parts/copy.js';
import { attempt } from '../parts/toast.js';
import '../parts/tokens.js';

const REFRESH = 15_000;

/** How the hub is set up and whether it is well, who may come in, and how this browser likes the page. */
class Settings extends View {
    static properties = { ...View.properties, me: { attribute: false } };

    /** @type {any} */
    health;
    /** @type {any[] | undefined} undefined for those who may not see it */
    config;
    /** @type {{url: string} | undefined} */
    link;

    constructor() {
        super();
        /** @type {any} */
        this.me = {};
    }

    follow() {
        this.every(REFRESH, async () => {
            this.health = await health();
            this.requestUpdate();
        });
        this.hear(changed, 'changed', () => this.requestUpdate());
    }

    /** The filter is applied to what was read. */
    addressed() {
        return 'settings';
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        [this.health, this.config] = await Promise.all([health(signal), unlessBarred(get('/api/config', signal))]);
    }

    body() {
        return html`
            <div class="bar"><h1>Settings</h1></div>
            <div class="cards">
                <section class="panel" aria-labelledby="health"><h2 id="health">Health</h2>${this.#health()}</section>
                <section class="panel" aria-labelledby="looks"><h2 id="looks">Looks, in this browser</h2>${this.#looks()}</section>
                <section class="panel wide" aria-labelledby="connect"><h2 id="connect">Connect an agent</h2><parley-connect></parley-connect></section>
            </div>
            <h2 class="section">Tokens</h2>
            <parley-tokens .me=${this.me}></parley-tokens>
            <h2 class="section">Configuration</h2>
            ${this.#config()}
        `;
    }

    #health() {
        const { status, store, version } = this.health;
        return html`<dl class="listing">
                <dt>hub</dt><dd>${status === 'ok' ? chip('online', 'well') : chip('error', status)}</dd>
                <dt>store</dt><dd>${store === 'ok' ? chip('online', 'writes') : chip('error', store)}</dd>
                <dt>version</dt><dd><code>${version}</code></dd>
                <dt>address</dt><dd><code>${location.origin}</code></dd>
                <dt>you</dt><dd><span class="who ${this.me.agent ? 'agent' : 'person'}">${this.me.name}</span> <span class="muted">${this.me.role}, space ${this.me.space}</span></dd>
            </dl>
            <p class="links"><a href="/ui/metrics">Metrics</a> · <a href="/openapi.yaml" target="_blank" rel="noopener">The API as OpenAPI</a></p>
            ${this.me.role === 'owner' ? this.#link() : nothing}`;
    }

    #looks() {
        return html`<div class="looks">
            <label>Colours
                <select @change=${(/** @type {any} */ e) => prefer({ theme: e.target.value })}>
                    ${[['system', 'as the system'], ['light', 'light'], ['dark', 'dark']].map(([theme, words]) => html`<option value=${theme} ?selected=${prefs.theme === theme}>${words}</option>`)}
                </select>
            </label>
            <label class="check"><input type="checkbox" .checked=${prefs.roomy} @change=${(/** @type {any} */ e) => prefer({ roomy: e.target.checked })} /> Roomy rows</label>
            <label class="check"><input type="checkbox" .checked=${prefs.keys} @change=${(/** @type {any} */ e) => prefer({ keys: e.target.checked })} /> Single keys act</label>
        </div>`;
    }

    /** A way in for another browser of the owner. */
    #link() {
        const make = async () => {
            await attempt(async () => (this.link = await post('/api/console/links')));
            this.requestUpdate();
        };
        return this.link
            ? html`<div role="status"><p class="muted">It signs one browser in as you, once, within ten minutes:</p>${copyable(this.link.url)}</div>`
            : html`<button @click=${make}>Make a link that signs in another browser</button>`;
    }

    #config() {
        if (!this.config) {
            return html`<p class="muted">The configuration is shown to the owner of the hub.</p>`;
        }
        const text = (this.route.query.get('text') ?? '').toLowerCase();
        const own = this.route.query.get('set') === 'true';
        const shown = this.config.filter(item => (!own || item.source !== 'default') && (!text || `${item.key} ${item.value} ${item.from} ${item.about}`.toLowerCase().includes(text)));
        return html`<div class="bar">
                <input data-filter type="search" aria-label="Filter the configuration" placeholder="Filter …" .value=${this.route.query.get('text') ?? ''} @input=${(/** @type {any} */ e) => filter({ text: e.target.value })} />
                <label class="check"><input type="checkbox" .checked=${own} @change=${(/** @type {any} */ e) => filter({ set: e.target.checked ? 'true' : null })} /> only what was set</label>
                <span class="muted">${shown.length} of ${this.config.length} keys</span>
            </div>
            ${shown.length ? configTable(shown) : html`<p class="muted">No key fits this filter.</p>`}`;
    }
}

/** The hub's word on itself, also when it is unwell. @param {AbortSignal} [signal] */
async function health(signal) {
    try {
        return await get('/health', signal);
    } catch (fault) {
        if (!(fault instanceof Problem)) {
            throw fault;
        }
        return { status: fault.body.status ?? fault.message, store: fault.body.store ?? 'unknown', version: fault.body.version ?? 'unknown' };
    }
}

/** What was read, or undefined for those who may not. @param {Promise<any>} reading @returns {Promise<any[] | undefined>} */
async function unlessBarred(reading) {
    try {
        return (await reading).items;
    } catch (fault) {
        if (fault instanceof Problem && fault.status === 403) {
            return undefined;
        }
        throw fault;
    }
}

customElements.define('parley-settings', Settings);
