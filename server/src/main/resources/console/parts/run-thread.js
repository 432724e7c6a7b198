import { LitElement, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { agentOf } from '../lib/message.js';
import { filter } from '../lib/route.js';
import { entries, isInternal, isNote } from '../lib/timeline.js';
import { first } from '../lib/window.js';
import './message.js';

const NEAR = 60;
/** When messages that come into view have got their height, in milliseconds. */
const SETTLED = 120;

/** @typedef {import('../lib/message.js').Envelope} Envelope */

/** What agents say among themselves in a run, apart from what people are told; by agent and kind. */
class Thread extends LitElement {
    static properties = { log: { attribute: false }, version: { attribute: false }, at: { attribute: false }, agent: { attribute: false }, kind: { attribute: false }, notes: { attribute: false } };

    #end = true;

    constructor() {
        super();
        /** @type {import('../lib/run-log.js').RunLog | undefined} */
        this.log = undefined;
        /** Grows with every change of the log. */
        this.version = 0;
        /** The seq that the address names. */
        this.at = 0;
        this.agent = '';
        this.kind = '';
        /** Whether the lines of the hub that the timeline leaves out stand here too. */
        this.notes = false;
    }

    createRenderRoot() {
        return this;
    }

    #scrolled = (/** @type {Event} */ event) => {
        const box = /** @type {HTMLElement} */ (event.currentTarget);
        this.#end = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    };

    /** @param {Map<string, unknown>} changes */
    willUpdate(changes) {
        this.#end ||= changes.has('at') && !this.at;
    }

    updated() {
        if (this.#end && !this.at) {
            requestAnimationFrame(() => this.#toEnd());
            setTimeout(() => this.#toEnd(), SETTLED);
        }
    }

    #toEnd() {
        const box = this.querySelector('.thread-log');
        if (box) {
            box.scrollTop = box.scrollHeight;
        }
    }

    render() {
        const log = this.log;
        if (!log) {
            return nothing;
        }
        const belongs = (/** @type {Envelope} */ message) => isInternal(message) || (this.notes && isNote(message));
        const thread = log.window.items.filter(belongs);
        const notes = log.window.items.filter(isNote).length;
        const agents = [...new Set(thread.flatMap(message => [agentOf(message.from_agent), agentOf(message.to_agent)]))].filter(name => name !== 'broadcast').sort();
        const kinds = [...new Set(thread.map(message => message.kind))].sort();
        const fits = (/** @type {Envelope} */ message) =>
            belongs(message) &&
            (!this.agent || agentOf(message.from_agent) === this.agent || agentOf(message.to_agent) === this.agent) &&
            (!this.kind || message.kind === this.kind);
        const shown = entries(log.window.items, fits, true);
        return html`<section class="thread" id="thread" aria-label="Internal agent messages">
            <div class="bar">
                <h2>Among the agents</h2>
                ${choice('Agent', 'agent', this.agent, agents)} ${choice('Kind', 'kind', this.kind, kinds)}
                ${notes ? html`<label class="check"><input type="checkbox" .checked=${this.notes} @change=${(/** @type {any} */ event) => filter({ notes: event.target.checked ? '1' : null })} /> with ${notes} ${notes === 1 ? 'note' : 'notes'} of the hub</label>` : nothing}
                ${first(log.window) > 1 ? html`<button class="small" ?disabled=${log.reading} @click=${() => log.older()}>Older messages</button>` : nothing}
            </div>
            <div class="thread-log" tabindex="0" role="group" aria-label="Thread" @scroll=${this.#scrolled}>
                ${repeat(shown, entry => entry.key, entry => html`<parley-message .entry=${entry} .receipts=${log.receipts.get(entry.message.seq)} .log=${log.items} .marked=${entry.message.seq === this.at}></parley-message>`)}
                ${shown.length ? nothing : html`<p class="muted">Nothing ${this.agent || this.kind ? 'fits this filter' : 'was said among agents'} in the messages that are shown.</p>`}
            </div>
        </section>`;
    }
}

/** @param {string} label @param {string} key @param {string} value @param {string[]} values */
function choice(label, key, value, values) {
    return html`<select aria-label=${label} ?data-filter=${key === 'agent'} .value=${value} @change=${(/** @type {any} */ event) => filter({ [key]: event.target.value })}>
        <option value="">any ${label.toLowerCase()}</option>
        ${(value && !values.includes(value) ? [value, ...values] : values).map(one => html`<option value=${one} ?selected=${one === value}>${one}</option>`)}
    </select>`;
}

customElements.define('parley-run-thread', Thread);
