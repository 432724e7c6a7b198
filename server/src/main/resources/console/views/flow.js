import { html, nothing } from 'lit';
import { announce, announceNew } from '../lib/announce.js';
import { at, get } from '../lib/api.js';
import { agentOf, says } from '../lib/message.js';
import { filter } from '../lib/route.js';
import { short } from '../lib/text.js';
import { View } from '../lib/view.js';
import { who } from '../parts/chip.js';
import { empty } from '../parts/empty.js';
import { details } from '../parts/message-details.js';
import { runAddress } from '../parts/run-link.js';
import '../parts/sequence.js';
import { KEPT, Tape } from '../parts/tape.js';

/** @typedef {import('../lib/message.js').Envelope} Envelope */

const ACTS = ['assign', 'result', 'ask', 'answer', 'ask_user', 'user_answer', 'progress', 'blocked', 'decide', 'final', 'cancel', 'say', 'system'];
/** How many names there is room for to choose among. */
const MOST_NAMES = 24;
/** The picture is drawn so often at most. */
const PAUSE = 100;

/** Everything that is said, in all runs, as it is said. */
class Flow extends View {
    #tape = new Tape();
    /** @type {Envelope | undefined} */
    #picked;
    /** @type {any[]} what became of it */
    #receipts = [];
    #timer = 0;

    follow() {
        this.on('agent_message', message => this.#hear(message));
    }

    /** Only another run needs another beginning. @param {import('../lib/view.js').Route} route */
    addressed(route) {
        return `${route.view}?${route.query.get('run') ?? ''}`;
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        await this.#tape.begin(this.route.query.get('run') ?? '', signal);
    }

    /** @param {Envelope} message */
    #hear(message) {
        if (!this.#fits(message)) {
            return;
        }
        this.#tape.add(message);
        if (!this.#tape.held) {
            announceNew('message', 'messages');
        }
        this.#timer ||= window.setTimeout(() => {
            this.#timer = 0;
            this.requestUpdate();
        }, PAUSE);
    }

    /** Whether it is of the run that was asked for. @param {Envelope} message */
    #fits(message) {
        const run = this.route.query.get('run');
        return !run || message.run_id === run;
    }

    #chosen() {
        return (this.route.query.get('agents') ?? '').split(',').filter(Boolean);
    }

    #shown() {
        const asked = this.route.query;
        const [kind, act, names] = [(asked.get('kind') ?? '').toLowerCase(), asked.get('act'), this.#chosen()];
        return this.#tape.messages.filter(
            message =>
                (!act || message.act === act) &&
                message.kind.toLowerCase().includes(kind) &&
                (!names.length || names.includes(agentOf(message.from_agent)) || names.includes(agentOf(message.to_agent))),
        );
    }

    #hold() {
        if (this.#tape.held) {
            this.#tape.release();
        } else {
            this.#tape.hold();
        }
        this.requestUpdate();
    }

    /** @param {Envelope | undefined} message */
    async #pick(message) {
        this.#picked = message;
        this.#receipts = [];
        this.requestUpdate();
        if (message) {
            announce('The envelope is shown beside the picture');
            const page = await get(at`/api/runs/${message.run_id}/messages/${message.message_id}/receipts`).catch(() => ({ items: [] }));
            this.#receipts = this.#picked === message ? page.items : this.#receipts;
            this.requestUpdate();
        }
    }

    body() {
        const asked = this.route.query;
        const shown = this.#shown();
        return html`
            <div class="bar">
                <h1>Flow</h1>
                <input data-filter type="search" aria-label="Filter by kind" placeholder="Kind …" .value=${asked.get('kind') ?? ''} @input=${(/** @type {any} */ e) => filter({ kind: e.target.value })} />
                <select aria-label="Act" @change=${(/** @type {any} */ e) => filter({ act: e.target.value })}>
                    <option value="">any act</option>
                    ${ACTS.map(act => html`<option value=${act} ?selected=${act === asked.get('act')}>${act.replace('_', ' ')}</option>`)}
                </select>
                <input type="search" aria-label="Run" placeholder="Run" spellcheck="false" .value=${asked.get('run') ?? ''} @change=${(/** @type {any} */ e) => filter({ run: e.target.value.trim() })} />
                <button class="end" aria-pressed=${this.#tape.held} @click=${() => this.#hold()}>${this.#tape.held ? html`❚❚ Paused · ${this.#tape.came} ${this.#tape.came === 1 ? 'waits' : 'wait'}` : 'Pause'}</button>
            </div>
            ${this.#names()}
            ${shown.length ? this.#picture(shown) : this.#empty()}
        `;
    }

    /** Whose messages are shown: all, or those of whoever is chosen. */
    #names() {
        const chosen = this.#chosen();
        const heard = this.#tape.messages.flatMap(message => [agentOf(message.from_agent), agentOf(message.to_agent)]);
        const names = [...new Set([...chosen, ...heard])].filter(name => name !== 'system' && name !== 'broadcast').sort().slice(0, MOST_NAMES);
        /** @param {string} name */
        const toggle = name => filter({ agents: (chosen.includes(name) ? chosen.filter(one => one !== name) : [...chosen, name]).join(',') });
        return html`<div class="lane-names" role="group" aria-label="Only messages of">
            ${names.map(name => html`<button class="small" aria-pressed=${chosen.includes(name)} @click=${() => toggle(name)}>${name}</button>`)}
            ${chosen.length ? html`<button class="small" @click=${() => filter({ agents: null })}>all</button>` : nothing}
        </div>`;
    }

    #empty() {
        return this.#tape.messages.length
            ? empty('None of the messages that are kept here fits this filter; what comes and fits is shown.', './parley runs')
            : empty('Nobody has said anything yet. What is said is shown here at once:', './parley send alice "Hello"');
    }

    /** @param {Envelope[]} shown */
    #picture(shown) {
        return html`<div class="flow ${this.#picked ? 'two' : ''}">
                <parley-sequence .messages=${shown} .picked=${this.#picked?.message_id ?? ''} @pick=${(/** @type {CustomEvent} */ e) => this.#pick(e.detail)}></parley-sequence>
                ${this.#picked ? this.#envelope(this.#picked) : nothing}
            </div>
            <p class="muted">
                ${shown.length} of ${this.#tape.messages.length} messages, which began with the newest of ${this.route.query.get('run') ? 'this run' : `the ${this.#tape.runs} newest runs`}; up to ${KEPT} are kept here, the runs have all of them.
            </p>`;
    }

    /** @param {Envelope} message */
    #envelope(message) {
        return html`<aside class="panel envelope" aria-label="Envelope" @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Escape' && this.#pick(undefined)}>
            <div class="bar">
                <h2>${who(message.from_agent)} → ${who(message.to_agent)}</h2>
                <button class="small end" @click=${() => this.#pick(undefined)}>Close</button>
            </div>
            <p><code>${message.kind}</code> <span class="muted">${message.act.replace('_', ' ')}</span></p>
            <p class="prose">${short(says(message), 600)}</p>
            <p><a href=${runAddress(message.run_id, message.seq)}>Message ${message.seq} of its run</a> · <a href=${'/ui/flow?run=' + encodeURIComponent(message.run_id)}>only this run</a></p>
            ${details({ key: message.message_id, message, idle: 0, look: 'message' }, this.#receipts, this.#tape.messages)}
        </aside>`;
    }
}

customElements.define('parley-flow', Flow);
