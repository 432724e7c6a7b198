import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announceNew } from '../lib/announce.js';
import { at, get, post, remove } from '../lib/api.js';
import { Conversation } from '../lib/conversation.js';
import { may } from '../lib/me.js';
import { View } from '../lib/view.js';
import { bubble, isPending, streamed } from './bubble.js';
import { chatHead } from './chat-head.js';
import { confirm } from './dialog.js';
import { draftOf } from './drafts.js';
import { look } from './seen.js';
import { tail } from './session-row.js';
import { attempt, toast } from './toast.js';

/**
 * @typedef {import('./session-row.js').Session} Session
 * @typedef {import('./bubble.js').Spoken} Spoken
 */

const PAUSE = 120;
const PENDING = 2000;
const PARENTS = 8;
const MOST_TEXT = 20_000;
/** How near the end still counts as being there. */
const NEAR = 40;

/** One session: what was said in it, live, and a box to say more. Nothing of any other session is heard here. */
class Chat extends View {
    static properties = { ...View.properties, spawned: { attribute: false } };

    /** @type {Session | undefined} */
    session;
    /** @type {Session[]} from the outermost on */
    parents = [];
    /** @type {Conversation | undefined} */
    talk;
    /** @type {Map<string, string>} by the message that is answered: the words so far */
    coming = new Map();
    #atEnd = true;
    #timer = 0;

    constructor() {
        super();
        /** @type {Session[]} the sessions that this one has opened */
        this.spawned = [];
    }

    follow() {
        this.on('agent_message', message => message.run_id === this.session?.runId && this.#heard(message));
        this.on('session', told => told.session_id === this.route.id && this.#touch());
        this.every(PENDING, () => this.talk?.said.some(isPending) && this.#touch()); // that a turn begins is told by no event
        this.on('session_text', told => told.session_id === this.route.id && this.#came(told));
    }

    addressed() {
        return this.route.id;
    }

    get about() {
        return this.session ? `${this.session.agent} ${tail(this.session.sessionId)}` : '';
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        this.coming.clear();
        this.session = /** @type {Session} */ (await get(at`/api/sessions/${this.route.id}`, signal));
        const talk = new Conversation(this.session);
        await talk.open(signal);
        this.talk = talk;
        this.#seen();
        this.#ancestors(signal).catch(() => {});
    }

    /** @param {AbortSignal} signal */
    async #ancestors(signal) {
        this.parents = [];
        for (let id = this.session?.parentSession; id && this.parents.length < PARENTS; ) {
            const parent = /** @type {Session} */ (await get(at`/api/sessions/${id}`, signal));
            this.parents = [parent, ...this.parents];
            id = parent.parentSession;
        }
        this.requestUpdate();
    }

    /** @param {any} message */
    #heard(message) {
        if (message.sender === `agent:${this.session?.agent}`) {
            announceNew('answer', 'answers');
        }
        this.#touch();
    }

    /** @param {{answers: string, text: string}} told */
    #came(told) {
        this.coming.set(told.answers, ((this.coming.get(told.answers) ?? '') + told.text).slice(-MOST_TEXT));
        this.requestUpdate();
    }

    #touch() {
        this.#timer ||= window.setTimeout(async () => {
            this.#timer = 0;
            if (!this.isConnected || !this.loaded || !this.talk) {
                return;
            }
            const [session] = await Promise.all([get(at`/api/sessions/${this.route.id}`).catch(() => this.session), this.talk.newer().catch(() => {})]);
            this.session = session;
            this.talk.said.forEach(one => !isPending(one) && this.coming.delete(one.messageId));
            this.#seen();
            this.requestUpdate();
        }, PAUSE);
    }

    #seen() {
        look(this.route.id, this.talk?.said.at(-1)?.timestamp ?? this.session?.lastMessage?.timestamp);
    }

    async #older() {
        const log = this.#log;
        const height = log?.scrollHeight ?? 0;
        if (await attempt(() => /** @type {Conversation} */ (this.talk).older())) {
            this.requestUpdate();
            await this.updateComplete;
            log && (log.scrollTop += log.scrollHeight - height);
        }
    }

    get #log() {
        return /** @type {HTMLElement | null} */ (this.querySelector('.log'));
    }

    /** @param {Map<string, unknown>} changes */
    updated(changes) {
        super.updated(changes);
        const log = this.#log;
        if (log && this.#atEnd) {
            log.scrollTop = log.scrollHeight;
        }
    }

    #scrolled() {
        const log = this.#log;
        const before = this.#atEnd;
        this.#atEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
        if (before !== this.#atEnd) {
            this.requestUpdate();
        }
    }

    #toEnd() {
        this.#atEnd = true;
        if (this.talk?.isBehind) {
            this.reload();
        }
        this.requestUpdate();
    }

    /** @param {SubmitEvent} event */
    async #say(event) {
        event.preventDefault();
        const field = /** @type {HTMLTextAreaElement} */ (this.querySelector('.composer textarea'));
        const id = /** @type {Session} */ (this.session).sessionId;
        const draft = draftOf(id);
        const written = field.value;
        const message = written.trim();
        if (!message || draft.outbox.busy) {
            return;
        }
        const saying = attempt(() => draft.outbox.send(at`/api/sessions/${id}/messages`, { message, source: 'user' }));
        this.requestUpdate();
        const isSaid = await saying;
        this.requestUpdate();
        if (isSaid && draft.words === written) {
            draft.words = '';
        }
        if (isSaid && id === this.session?.sessionId) {
            field.value = draft.words;
            this.#toEnd();
            this.#touch();
        }
    }

    /** @param {KeyboardEvent} event */
    #typed(event) {
        if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            /** @type {HTMLElement} */ (event.target).closest('form')?.requestSubmit();
        }
    }

    #stop() {
        attempt(async () => {
            const { stopped } = await post(at`/api/sessions/${this.route.id}/stop`);
            toast(stopped ? 'Stopped' : 'Nothing was under way');
        });
    }

    async #close() {
        const said = this.session?.status === 'streaming' ? ' What its agent is at is stopped.' : '';
        if (await confirm(`Close 1 session with ${this.session?.agent} for good?${said}`, 'Close it')) {
            (await attempt(() => remove(at`/api/sessions/${this.route.id}`), 'Closed')) && this.#touch();
        }
    }

    body() {
        const session = this.session;
        if (!session || !this.talk) {
            return nothing;
        }
        return html`${chatHead(session, { parents: this.parents, spawned: this.spawned, stop: () => this.#stop(), close: () => this.#close() })}
            <div class="log" tabindex="0" role="region" aria-label="What was said" @scroll=${this.#scrolled}>
                ${this.talk.hasOlder ? html`<button class="small" @click=${() => this.#older()}>Older messages</button>` : nothing}
                ${this.#bubbles(session, this.talk.said)}
            </div>
            ${this.#atEnd && !this.talk.isBehind ? nothing : html`<button class="small toend" @click=${() => this.#toEnd()}>To the newest ↓</button>`}
            ${session.closed ? html`<p class="muted">This session is closed; what was said stays.</p>` : may('send') ? this.#composer(session) : nothing}`;
    }

    /** @param {Session} session @param {Spoken[]} said */
    #bubbles(session, said) {
        if (!said.length) {
            return html`<p class="muted">Nothing was said yet.</p>`;
        }
        const sources = new Map(said.map(one => [one.messageId, one.source]));
        const pending = said.filter(isPending);
        const coming = pending.filter(one => this.coming.has(one.messageId));
        const answering = coming.length ? coming : pending.filter(one => one.turn === 'running').slice(0, 1);
        return html`${repeat(
            said,
            one => one.seq,
            one => bubble(one, { session: session.sessionId, agent: session.agent, ahead: pending.filter(other => other.seq < one.seq).length, toAgent: sources.get(one.answers ?? '') === 'agent' }),
        )}
        ${repeat(answering, one => one.messageId, one => streamed(session.agent, this.coming.get(one.messageId) ?? ''))}`;
    }

    /** @param {Session} session */
    #composer(session) {
        const draft = draftOf(session.sessionId);
        return html`<form class="composer" aria-busy=${draft.outbox.busy} @submit=${this.#say}>
            <textarea rows="2" aria-label="Say something to ${session.agent}" placeholder="Say something to ${session.agent}; Enter sends, Shift+Enter makes a new line" .value=${draft.words} @keydown=${this.#typed} @input=${(/** @type {any} */ e) => (draft.words = e.target.value)}></textarea>
            <button class="primary">Send</button>
        </form>`;
    }
}

customElements.define('parley-chat', Chat);
