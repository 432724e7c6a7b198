import { LitElement, html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { failure, says, tone, words } from '../lib/message.js';
import { isCheckIn } from '../lib/timeline.js';
import { markdown, pretty, short } from '../lib/text.js';
import { clockTime, span, wholeTime } from '../lib/time.js';
import { chip, who } from './chip.js';
import { details } from './message-details.js';
import './run-answer.js';

/**
 * @typedef {import('../lib/message.js').Envelope} Envelope
 * @typedef {import('../lib/timeline.js').Entry} Entry
 */

const TITLES = new Map(Object.entries({ build_update: 'Build', artifact: 'Artifact', status_check: 'Check-in', status_reply: 'Check-in' }));

/** One entry of a run's log: what it says, what became of it, and everything else on demand. */
class MessageCard extends LitElement {
    static properties = {
        entry: { attribute: false },
        receipts: { attribute: false },
        question: { attribute: false },
        log: { attribute: false },
        marked: { attribute: false },
        paused: { attribute: false },
        open: { state: true },
        whole: { state: true },
    };

    constructor() {
        super();
        /** @type {Entry | undefined} */
        this.entry = undefined;
        /** @type {any[] | undefined} what became of it for each recipient */
        this.receipts = undefined;
        /** @type {any} the question that it asks people */
        this.question = undefined;
        /** @type {(() => readonly Envelope[]) | undefined} what else is held of the log, to find replies in */
        this.log = undefined;
        /** Whether it is the one that the address names. */
        this.marked = false;
        /** Whether its run is paused. */
        this.paused = false;
        this.open = false;
        this.whole = false;
    }

    createRenderRoot() {
        return this;
    }

    /** @param {Map<string, unknown>} changes */
    shouldUpdate(changes) {
        const before = /** @type {Entry | undefined} */ (changes.get('entry'));
        const same = before && before.message === this.entry?.message && before.result === this.entry.result && before.idle === this.entry.idle;
        return !(changes.size === 1 && same);
    }

    /** Shows or hides everything that is known of the message. */
    toggle() {
        this.open = !this.open;
        if (this.open && this.entry) {
            this.dispatchEvent(new CustomEvent('opened', { detail: this.entry.message, bubbles: true }));
        }
    }

    render() {
        const entry = this.entry;
        if (!entry) {
            return nothing;
        }
        const { message } = entry;
        return html`
            ${entry.idle ? html`<p class="gap"><span>${span(entry.idle)} of silence</span></p>` : nothing}
            <article data-seq=${message.seq} class="message ${entry.look} ${this.question ? 'person' : tone(message)} ${failure(entry.result ?? message) ? 'wrong' : ''} ${this.marked ? 'marked' : ''} ${message.visibility === 'user_redacted' ? 'redacted' : ''} fresh" aria-label="${message.kind} by ${message.from_agent}">
                ${this.#head(entry)} ${entry.look === 'tool' ? this.#tool(entry) : this.#says(message)}
                ${this.question ? html`<parley-run-answer .question=${this.question} .paused=${this.paused}></parley-run-answer>` : nothing}
                ${this.open ? details(entry, this.receipts, this.log?.() ?? []) : nothing}
            </article>
        `;
    }

    /** @param {Entry} entry */
    #head({ message, result, look }) {
        const wrong = failure(result ?? message);
        const asked = message.from_agent === 'system' && this.question;
        const from = asked ? asked.asked_by : message.from_agent;
        const to = asked ? 'user' : message.to_agent;
        const title = look === 'tool' ? 'Tool' : TITLES.get(message.kind);
        return html`<header>
            <a class="time" data-row href=${'/ui' + at`/runs/${message.run_id}` + `?at=${message.seq}`} title="${wholeTime(message.created_at)}, seq ${message.seq}">${clockTime(message.created_at)}</a>
            ${who(from)}${look === 'tool' || (to === 'broadcast' && look === 'line')
                ? nothing
                : html`<span class="muted"><span aria-hidden="true">→</span><span class="unseen">to</span></span> ${to === 'broadcast' ? html`<span class="muted">all</span>` : who(to)}`}
            ${title ? html`<strong>${title}</strong>` : nothing}
            <code class="kind">${look === 'tool' ? words(message.payload?.tool ?? message.payload?.title ?? 'tool') : message.kind}</code>
            ${look === 'tool' ? this.#call(message, result) : wrong ? chip(/out|expired/.test(wrong) ? 'timed_out' : 'failed', wrong) : nothing}
            ${look === 'line' ? html`<span class="line-says">${short(says(message), 200)}</span>` : nothing} ${this.#receipt(message)}
            <button class="small more" aria-expanded=${this.open} @click=${() => this.toggle()}>Details<span class="unseen"> of ${message.seq}</span></button>
        </header>`;
    }

    /** How a tool's call stands, and how long it took. @param {Envelope} message @param {Envelope | undefined} result */
    #call(message, result) {
        if (message.kind === 'tool_result') {
            return chip(words(message.payload?.status ?? 'completed'));
        }
        return result ? html`${chip(words(result.payload?.status ?? 'completed'))} <span class="muted">${took(result.created_at - message.created_at)}</span>` : chip('running');
    }

    /** How far the slowest recipient is; that people have not asked for it says nothing. @param {Envelope} message */
    #receipt(message) {
        const order = ['dead', 'timed_out', 'queued', 'delivered', 'acked', 'answered'];
        const told = this.receipts?.filter(one => one.recipient !== 'user' || one.state !== 'queued');
        const worst = told?.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))[0];
        return worst && message.from_agent !== 'system' ? html`<span class="receipt" title="What became of it for ${worst.recipient}">${chip(worst.state)}</span>` : nothing;
    }

    /** @param {Entry} entry */
    #tool({ message, result }) {
        const told = (result ?? message).payload ?? {};
        const text = content(told);
        return html`<div class="call">
            ${message.payload?.arguments === undefined ? nothing : html`<code class="arguments">${short(JSON.stringify(message.payload.arguments), 240)}</code>`}
            ${told.error || told.reason ? html`<p class="bad">${short(words(told.error ?? told.reason), 400)}</p>` : nothing}
            ${text ? html`<div class="outcome">${markdown(short(text, 600))}</div>` : nothing}
        </div>`;
    }

    /** @param {Envelope} message */
    #says(message) {
        if (this.entry?.look === 'line') {
            return nothing;
        }
        if (message.visibility === 'user_redacted' && !this.whole) {
            return html`<div class="says">
                ${message.summary ? html`<span>${short(message.summary, 240)}</span>` : html`<span class="muted">without a summary</span>`}
                <button class="small" aria-expanded="false" @click=${() => (this.whole = true)}>Show all<span class="unseen"> of ${message.seq}</span></button>
            </div>`;
        }
        const text = content(message.payload ?? {});
        const name = message.kind === 'artifact' ? words(message.payload?.artifact?.name ?? message.payload?.name) : '';
        return html`<div class="says">
            ${name ? html`<p><code>${short(name)}</code></p>` : nothing} ${says(message) ? markdown(says(message)) : nothing}
            ${text && text !== says(message) ? markdown(text) : nothing}
            ${isCheckIn(message) && message.payload?.progress !== undefined ? html`<p class="muted">progress: ${words(message.payload.progress)}</p>` : nothing}
            ${message.visibility === 'user_redacted'
                ? html`<pre tabindex="0"><code>${pretty(message.payload)}</code></pre>
                      <button class="small" aria-expanded="true" @click=${() => (this.whole = false)}>Show less<span class="unseen"> of ${message.seq}</span></button>`
                : nothing}
        </div>`;
    }
}

/** Less than ten seconds exactly. @param {number} seconds */
const took = seconds => (seconds < 10 ? `${Math.max(0, Math.round(seconds * 1000)) / 1000} s` : span(seconds));

/** The words in a payload, whichever of its usual places they stand in. @param {any} told */
function content(told) {
    const parts = told.result?.content ?? told.content ?? told.parts ?? told.artifact?.parts;
    if (Array.isArray(parts)) {
        return parts.map(part => part?.text ?? part?.content?.text ?? part?.content ?? '').filter(part => typeof part === 'string' && part).join('\n\n');
    }
    const text = told.context ?? told.result ?? told.output ?? told.text ?? told.detail ?? '';
    return typeof text === 'string' ? text : '';
}

customElements.define('parley-message', MessageCard);
