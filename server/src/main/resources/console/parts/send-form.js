import { LitElement, html, nothing } from 'lit';
import { at, get, query } from '../lib/api.js';
import { Outbox } from '../lib/outbox.js';
import { chip } from './chip.js';
import { runAddress } from './run-link.js';

/** What became of a message is looked at so often, for a minute. */
const LOOK = 2000;
const LOOKS = 30;
/** What each state of a receipt means to whoever sent the message. */
const MEANS = {
    queued: 'waits until it asks for it',
    delivered: 'was handed over',
    acked: 'has arrived',
    answered: 'was answered',
    timed_out: 'was given up',
    dead: 'its run has ended',
};

/** A box to write to an agent, and what became of what was written. */
class Send extends LitElement {
    static properties = { agent: {}, sent: { state: true }, fault: { state: true }, busy: { state: true } };

    #timer = 0;
    #outbox = new Outbox();

    constructor() {
        super();
        this.agent = '';
        /** @type {any} */
        this.sent = undefined;
        this.fault = '';
        this.busy = false;
    }

    createRenderRoot() {
        return this;
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        clearTimeout(this.#timer);
    }

    /** @param {Map<string, unknown>} changes */
    willUpdate(changes) {
        if (changes.has('agent')) {
            clearTimeout(this.#timer);
            this.sent = undefined;
            this.fault = '';
        }
    }

    /** @param {SubmitEvent} event */
    async #send(event) {
        event.preventDefault();
        if (this.busy) {
            return;
        }
        const form = /** @type {HTMLFormElement} */ (event.target);
        const data = new FormData(form);
        const text = String(data.get('text'));
        const run = String(data.get('run')).trim();
        this.busy = true;
        this.fault = '';
        try {
            const answer = await this.#post(text, run, data.has('reply'));
            this.sent = { ...answer, run_id: answer.run_id ?? run, receipts: [] };
            const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('text'));
            field.value = field.value === text ? '' : field.value;
            clearTimeout(this.#timer);
            this.#look(0);
        } catch (problem) {
            this.fault = /** @type {Error} */ (problem).message;
        }
        this.busy = false;
    }

    /** Into the run that is named, else into the standing conversation of people with the agent. @param {string} text @param {string} run @param {boolean} reply */
    #post(text, run, reply) {
        if (run) {
            return this.#outbox.send(`/api/messages${query({ run })}`, { to_agent: this.agent, kind: 'message', text, expects_reply: reply });
        }
        const data = { from_agent: 'user', to_agent: this.agent, expects_reply: reply, message: { parts: [{ type: 'text', content: text }] } };
        return this.#outbox.send('/api/messages', { event_type: `message.to.${this.agent}`, data });
    }

    /** @param {number} times how often it was looked at before */
    async #look(times) {
        const sent = this.sent;
        const found = await get(at`/api/runs/${sent.run_id}/messages/${sent.message_id}/receipts`).catch(() => ({ items: [] }));
        if (this.sent !== sent || !this.isConnected) {
            return;
        }
        sent.receipts = found.items;
        this.requestUpdate();
        if (times < LOOKS && !found.items.every((/** @type {any} */ one) => /answered|timed_out|dead/.test(one.state))) {
            this.#timer = window.setTimeout(() => this.#look(times + 1), LOOK);
        }
    }

    render() {
        return html`<form class="send" @submit=${this.#send}>
            <label>Message to ${this.agent}<textarea name="text" rows="3" required></textarea></label>
            <div class="fields">
                <label>In this run (else in your conversation with it)<input name="run" placeholder="run_…" autocomplete="off" spellcheck="false" /></label>
                <label class="check"><input name="reply" type="checkbox" /> await a reply</label>
                <button class="primary" ?disabled=${this.busy}>Send</button>
            </div>
            ${this.fault ? html`<p class="bad" role="alert">${this.fault}</p>` : nothing}
            <div role="status">${this.sent ? this.#outcome() : nothing}</div>
        </form>`;
    }

    #outcome() {
        const { run_id, seq, note, duplicate, receipts } = this.sent;
        return html`<p class="outcome">
                ${duplicate ? 'It was there already' : 'Sent'}, <a href=${runAddress(run_id, seq)}>message ${seq} of ${run_id}</a>.
                ${receipts.map((/** @type {any} */ one) => html`${chip(one.state)} <span class="muted">${MEANS[/** @type {keyof typeof MEANS} */ (one.state)] ?? ''}</span> `)}
            </p>
            ${note ? html`<p class="warn">${note}</p>` : nothing}`;
    }
}

customElements.define('parley-send', Send);
