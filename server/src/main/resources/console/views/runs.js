import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announceNew } from '../lib/announce.js';
import { at, get, query } from '../lib/api.js';
import { filter } from '../lib/route.js';
import { short } from '../lib/text.js';
import { ago } from '../lib/time.js';
import { View } from '../lib/view.js';
import { chip, who } from '../parts/chip.js';
import { empty } from '../parts/empty.js';
import { attempt } from '../parts/toast.js';

const STATES = ['running', 'waiting', 'completed', 'failed', 'cancelled'];
const MOST = 500;
const PAUSE = 250;
/** How long somebody who types a filter is waited for. */
const TYPING = 150;
/** How many pages are looked through for one that is not empty. */
const LOOKS = 5;
/** How many agents of a run have room in its row. */
const FEW = 4;

/** Every run, newest first and live, by state, agent and text. */
class Runs extends View {
    /** @type {any[]} */
    items = [];
    /** @type {string | null} */
    next = null;
    /** @type {Set<string>} runs of which something was told since they were read */
    #stale = new Set();
    #timer = 0;
    /** @type {Promise<unknown>} what is read now: never two at once */
    #reading = Promise.resolve();
    /** Aborted when another filter is asked for. */
    #asked = new AbortController();

    follow() {
        this.on('agent_message', message => this.#touch(message.run_id));
        this.on('agent_state', state => this.#touch(state.run_id));
        this.every(10_000, () => this.requestUpdate());
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        this.#asked.abort();
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        this.#asked.abort();
        this.#asked = new AbortController();
        await new Promise(done => setTimeout(done, this.loaded ? TYPING : 0));
        const page = await this.#read(undefined, signal);
        this.items = page.items;
        this.next = page.next;
    }

    /** The next page with something on it, once nothing else is read. @param {string | undefined} after @param {AbortSignal} signal @returns {Promise<any>} */
    #read(after, signal) {
        const reading = this.#reading.then(async () => {
            let page = { items: [], next: after };
            for (let look = 0; look < LOOKS && !page.items.length && (look === 0 || page.next); look++) {
                signal.throwIfAborted();
                page = await get(`/api/runs${this.#query(page.next)}`, signal);
            }
            return page;
        });
        this.#reading = reading.catch(() => {});
        return reading;
    }

    /** @param {string} [after] */
    #query(after) {
        const asked = this.route.query;
        return query({ state: asked.get('state'), agent: asked.get('agent'), text: asked.get('text'), after, limit: 50 });
    }

    /** Reads again what has changed, all that came within a moment at once. @param {string} run */
    #touch(run) {
        if (!this.items.some(item => item.run_id === run)) {
            announceNew('run', 'runs');
        }
        this.#stale.add(run);
        this.#timer ||= window.setTimeout(() => this.#refresh(), PAUSE);
    }

    async #refresh() {
        const { signal } = this.#asked;
        await this.#reading;
        const told = new Set(this.#stale);
        this.#stale.clear();
        const page = await this.#read(undefined, signal).catch(() => null);
        if (page && !signal.aborted) {
            const older = this.#older(page, told);
            this.items = [...page.items, ...older].slice(0, MOST);
            this.next = older.length ? this.next : page.next;
            this.requestUpdate();
        }
        this.#timer = this.#stale.size && this.isConnected ? window.setTimeout(() => this.#refresh(), PAUSE) : 0;
    }

    /** What was read before and is older than a page; what should stand on it and does not fits no more. @param {any} page @param {Set<string>} told */
    #older(page, told) {
        const known = new Set(page.items.map((/** @type {any} */ item) => item.run_id));
        const last = page.items.at(-1)?.created_at;
        const isOlder = (/** @type {any} */ item) => (last === undefined ? !told.has(item.run_id) : item.created_at <= last);
        return page.next === null ? [] : this.items.filter(item => !known.has(item.run_id) && isOlder(item));
    }

    async #more() {
        const { signal } = this.#asked;
        await attempt(async () => {
            const page = await this.#read(this.next ?? undefined, signal);
            if (!signal.aborted) {
                this.items = [...this.items, ...page.items.filter((/** @type {any} */ item) => !this.items.some(one => one.run_id === item.run_id))].slice(-MOST);
                this.next = page.next;
            }
        });
        this.requestUpdate();
    }

    body() {
        const asked = this.route.query;
        return html`
            <div class="bar">
                <h1>Runs</h1>
                <input data-filter type="search" aria-label="Filter by text" placeholder="Filter …" .value=${asked.get('text') ?? ''} @input=${(/** @type {any} */ e) => filter({ text: e.target.value })} />
                <input type="search" aria-label="Agent" placeholder="Agent" .value=${asked.get('agent') ?? ''} @change=${(/** @type {any} */ e) => filter({ agent: e.target.value })} />
                <select aria-label="State" @change=${(/** @type {any} */ e) => filter({ state: e.target.value })}>
                    <option value="">any state</option>
                    ${STATES.map(state => html`<option value=${state} ?selected=${asked.get('state') === state}>${state}</option>`)}
                </select>
            </div>
            ${this.items.length ? this.#table() : this.#empty()}
            ${this.next ? html`<button @click=${() => this.#more()}>Older runs</button>` : nothing}
        `;
    }

    #empty() {
        if (this.next) {
            return html`<p class="muted">None of the newer runs fits this filter; an older one may.</p>`;
        }
        return [...this.route.query.keys()].length
            ? empty('No run fits this filter.', './parley runs')
            : empty('Nothing has run here yet. This sends a first message:', './parley send --to alice "Hello"');
    }

    #table() {
        return html`<div class="scroll" tabindex="0" role="region" aria-label="Runs">
                <table class="runs">
                    <thead>
                        <tr><th>State</th><th>Objective</th><th class="number" title="Open questions and blockers">Open</th><th>Agents</th><th>Last message</th><th class="number">Messages</th><th class="number">Internal</th><th class="number">Age</th></tr>
                    </thead>
                    <tbody>
                        ${repeat(this.items, item => item.run_id, item => this.#row(item))}
                    </tbody>
                </table>
            </div>`;
    }

    /** @param {any} run */
    #row(run) {
        const last = run.last_message;
        return html`<tr>
            <td>${run.paused ? chip('paused') : chip(run.status)}</td>
            <td><a data-row href=${'/ui' + at`/runs/${run.run_id}`}>${short(run.title || run.run_id, 120)}</a></td>
            <td class="number">${run.open_matters ? html`<a href="/ui/inbox?run=${run.run_id}">${run.open_matters}</a>` : nothing}</td>
            <td>${run.agents.slice(0, FEW).map((/** @type {string} */ agent) => html`${who(agent)} `)}${run.agent_count > FEW ? html`<span class="muted">+${run.agent_count - FEW}</span>` : nothing}</td>
            <td class="muted last">${last ? html`${who(last.from_agent)} <code>${last.kind}</code> ${short(last.summary ?? '', 80)}` : nothing}</td>
            <td class="number">${run.last_seq}</td>
            <td class="number">${run.internal_count || nothing}</td>
            <td class="number">${ago(run.created_at)}</td>
        </tr>`;
    }
}

customElements.define('parley-runs', Runs);
