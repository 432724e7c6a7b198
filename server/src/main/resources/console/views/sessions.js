import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import { announceNew } from '../lib/announce.js';
import { get, query } from '../lib/api.js';
import { may } from '../lib/me.js';
import { filter } from '../lib/route.js';
import { View } from '../lib/view.js';
import { empty } from '../parts/empty.js';
import { newSession } from '../parts/new-session.js';
import { sessionRow } from '../parts/session-row.js';
import { attempt } from '../parts/toast.js';
import '../parts/chat.js';

/** @typedef {import('../parts/session-row.js').Session} Session */

const PAGE = 50;
const MOST = 500;
const PAUSE = 250;
const STATES = ['idle', 'streaming', 'error', 'closed'];
const SILENT = /^(system|ack|progress)$/;

/** Conversations with agents: all of them beside the one that this tab looks at. */
class Sessions extends View {
    /** @type {Session[]} newest first */
    items = [];
    /** @type {string | null} */
    next = null;
    /** @type {Set<string>} sessions that were looked for once; those that are too old for the list are not looked for again */
    #elsewhere = new Set();
    #timer = 0;

    follow() {
        this.on('session', told => this.#stands(told));
        this.on('agent_message', message => SILENT.test(message.act) || this.#said(message));
        this.every(10_000, () => this.requestUpdate());
    }

    /** The list is one; which session is looked at is the chat's affair. */
    addressed() {
        return 'sessions';
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        const page = await get(`/api/sessions?limit=${PAGE}`, signal);
        this.items = page.items;
        this.next = page.next;
    }

    /** @param {{session_id: string, status: string, closed: boolean, error?: string}} told */
    #stands(told) {
        const session = this.items.find(one => one.sessionId === told.session_id);
        if (session) {
            Object.assign(session, { status: told.status, closed: told.closed, error: told.error });
            this.requestUpdate();
        } else if (!this.#elsewhere.has(told.session_id)) {
            this.#elsewhere.size < MOST || this.#elsewhere.clear();
            this.#elsewhere.add(told.session_id);
            this.#touch();
        }
    }

    /** @param {any} message */
    #said(message) {
        for (const session of this.items.filter(one => one.runId === message.run_id)) {
            session.lastMessage = { role: '', content: message.summary ?? '', timestamp: new Date(message.created_at * 1000).toISOString() };
            this.requestUpdate();
        }
    }

    /** Somebody has opened a session. */
    #touch() {
        this.#timer ||= window.setTimeout(async () => {
            this.#timer = 0;
            const page = await get(`/api/sessions?limit=${PAGE}`).catch(() => null);
            const known = new Set(this.items.map(one => one.sessionId));
            const fresh = (page?.items ?? []).filter((/** @type {Session} */ one) => !known.has(one.sessionId));
            fresh.forEach(() => announceNew('session', 'sessions'));
            this.items = [...fresh, ...this.items].slice(0, MOST);
            this.requestUpdate();
        }, PAUSE);
    }

    #more() {
        attempt(async () => {
            const page = await get(`/api/sessions${query({ limit: PAGE, after: this.next })}`);
            const known = new Set(this.items.map(one => one.sessionId));
            this.items = [...this.items, ...page.items.filter((/** @type {Session} */ one) => !known.has(one.sessionId))].slice(-MOST);
            this.next = page.next;
            this.requestUpdate();
        });
    }

    /** @param {Session} session */
    #fits = session => {
        const text = (this.route.query.get('text') ?? '').toLowerCase();
        const state = this.route.query.get('state');
        const words = [session.agent, session.cwd, session.sessionId, session.lastMessage?.content, session.createdBy];
        return (!state || (session.closed ? 'closed' : session.status) === state) && words.join('\n').toLowerCase().includes(text);
    };

    body() {
        const asked = this.route.query;
        const shown = this.items.filter(this.#fits);
        return html`<div class="sessions" ?data-viewing=${!!this.route.id}>
            <section class="list" aria-labelledby="sessions">
                <div class="bar">
                    <h1 id="sessions">Sessions</h1>
                    ${may('send') ? html`<button class="end" @click=${() => newSession(this.items.map(one => one.cwd))}>New session …</button>` : nothing}
                    <input data-filter type="search" aria-label="Filter by text" placeholder="Filter …" .value=${asked.get('text') ?? ''} @input=${(/** @type {any} */ e) => filter({ text: e.target.value })} />
                    <select aria-label="State" .value=${asked.get('state') ?? ''} @change=${(/** @type {any} */ e) => filter({ state: e.target.value })}>
                        <option value="">any state</option>
                        ${STATES.map(state => html`<option value=${state}>${state}</option>`)}
                    </select>
                </div>
                ${shown.length ? html`<ul>${repeat(shown, one => one.sessionId, one => sessionRow(one, this.route.id))}</ul>` : this.#empty()}
                ${this.next ? html`<button class="small" @click=${() => this.#more()}>Older sessions</button>` : nothing}
            </section>
            ${this.route.id
                ? keyed(this.route.id, html`<parley-chat .route=${this.route} .spawned=${this.items.filter(one => one.parentSession === this.route.id)}></parley-chat>`)
                : html`<p class="muted nobody">Choose a session, or open a new one. What you look at is known to this tab alone.</p>`}
        </div>`;
    }

    #empty() {
        return this.items.length
            ? empty('No session fits this filter.', './parley sessions')
            : empty('No session was opened yet. This opens one:', `curl -s -X POST ${location.origin}/api/sessions -H "Authorization: Bearer $PARLEY_TOKEN" -H 'Content-Type: application/json' -d '{"agent":"notebook"}'`);
    }
}

customElements.define('parley-sessions', Sessions);
