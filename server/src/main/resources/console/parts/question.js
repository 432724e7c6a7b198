import { LitElement, html, nothing } from 'lit';
import { Problem, at, get } from '../lib/api.js';
import { may } from '../lib/me.js';
import { postOnce } from '../lib/once.js';
import { pretty } from '../lib/text.js';
import { facts, isGuard, outcome } from './asked.js';
import { copyButton } from './copy.js';
import { confirm } from './dialog.js';

/**
 * @typedef {import('./asked.js').Question} Question
 * @typedef {{answer?: string, choice?: string, decision?: 'approve' | 'deny', reason?: string}} Given
 */

const DECLINED = 'declined';

/**
 * One question and the form that answers it, wherever it is shown. Tells `answered` once the hub has taken the answer, and
 * `closed` when somebody else was first; both carry the question as it then stands. `bare` leaves its words out.
 */
export class QuestionForm extends LitElement {
    static properties = {
        question: { attribute: false },
        bare: { type: Boolean },
        refusing: { state: true },
        fault: { state: true },
        objection: { state: true },
        unsent: { state: true },
    };

    #busy = false;

    constructor() {
        super();
        /** @type {Question | undefined} */
        this.question = undefined;
        this.bare = false;
        this.refusing = false;
        this.fault = '';
        /** @type {{words: string, given: Given} | undefined} why the hub takes it for no answer, and what was said */
        this.objection = undefined;
        /** What was typed when somebody else closed the question. */
        this.unsent = '';
    }

    createRenderRoot() {
        return this;
    }

    get #field() {
        return /** @type {HTMLInputElement | HTMLTextAreaElement | null} */ (this.querySelector('textarea, input'));
    }

    /** Whether something was typed that was not sent. */
    get hasDraft() {
        return !!this.#field?.value.trim();
    }

    /** @param {Map<string, unknown>} changes */
    willUpdate(changes) {
        const before = /** @type {Question | undefined} */ (changes.get('question'));
        if (before?.state === 'open' && this.question?.state !== 'open' && !this.#busy) {
            this.unsent = this.#field?.value.trim() ?? '';
        }
    }

    /** Approves; where there is something to say or choose, goes there. */
    accept() {
        if (!may('control')) {
            return;
        }
        if (this.question?.approval && !this.refusing) {
            this.#send({ decision: 'approve' });
        } else {
            /** @type {HTMLElement | null} */ (this.querySelector('textarea, input, .answering button'))?.focus();
        }
    }

    /** Goes to where one says why not. */
    async refuse() {
        if (!may('control')) {
            return;
        }
        if (this.question?.choices && !this.question.approval) {
            /** @type {HTMLElement | null} */ (this.querySelector('.answering button:last-of-type'))?.focus();
            return;
        }
        this.refusing = true;
        await this.updateComplete;
        this.#field?.focus();
    }

    /** @param {Given} given @param {boolean} [insist] */
    async #send(given, insist = false) {
        const question = this.question;
        if (!question || this.#busy) {
            return;
        }
        this.#busy = true;
        this.fault = '';
        this.objection = undefined;
        try {
            const answered = await postOnce(at`/api/questions/${question.question_id}/answer`, insist ? { ...given, insist } : given);
            this.question = answered;
            this.#tell('answered');
        } catch (fault) {
            if (!(fault instanceof Problem)) {
                throw fault;
            }
            await this.#refused(fault, given);
        } finally {
            this.#busy = false;
        }
    }

    /** @param {Problem} fault @param {Given} given */
    async #refused(fault, given) {
        if (fault.code === 'not-an-answer') {
            this.objection = { words: fault.body.reason ?? fault.message, given };
            return;
        }
        this.fault = fault.message;
        if (fault.code === 'question-closed' && this.question) {
            const now = await get(at`/api/questions/${this.question.question_id}`).catch(() => null);
            if (now) {
                this.unsent = given.answer ?? given.reason ?? '';
                this.question = now;
                this.#tell('closed');
            }
        }
    }

    /** @param {'answered' | 'closed'} what */
    #tell(what) {
        this.dispatchEvent(new CustomEvent(what, { bubbles: true, detail: this.question }));
    }

    /** @param {string} choice */
    async #choose(choice) {
        const stops = this.question && isGuard(this.question) && choice === 'stop';
        if (!stops || (await confirm('Stop this run? It is cancelled for good.', 'Stop the run'))) {
            this.#send({ choice });
        }
    }

    /** @param {SubmitEvent} event */
    #submit(event) {
        event.preventDefault();
        const words = this.#field?.value.trim() ?? '';
        if (!this.refusing) {
            this.#send({ answer: words });
        } else if (this.question?.approval) {
            this.#send({ decision: 'deny', ...(words ? { reason: words } : {}) });
        } else {
            this.#send({ answer: DECLINED, ...(words ? { reason: words } : {}) }, true);
        }
    }

    /** @param {KeyboardEvent} event */
    #typed(event) {
        const target = /** @type {HTMLElement} */ (event.target);
        if (event.key === 'Enter' && target === this.#field && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            target.closest('form')?.requestSubmit();
        } else if (event.key === 'Escape') {
            this.refusing = false;
            /** @type {HTMLElement | null} */ (this.closest('[data-row]'))?.focus();
        }
    }

    render() {
        const question = this.question;
        if (!question) {
            return nothing;
        }
        return html`${this.bare ? nothing : this.#words(question)} ${question.approval ? this.#action(question.approval) : nothing}
        ${question.state === 'open' ? this.#form(question) : html`<p class="outcome" role="status">${outcome(question)}</p>`}
        ${this.fault ? html`<p class="bad" role="alert">${this.fault}</p>` : nothing}
        ${this.unsent ? html`<p class="unsent">Not sent: <q>${this.unsent}</q> ${copyButton(this.unsent, 'Copy')}</p>` : nothing}
        ${this.objection ? this.#objection(this.objection) : nothing}`;
    }

    /** @param {Question} question */
    #words(question) {
        return html`<p class="asked">${question.text}</p>
            ${question.context ? html`<div class="context">${facts(question.context)}</div>` : nothing}`;
    }

    /** The exact action: what is approved is this and nothing else. @param {{action: string, arguments: any}} approval */
    #action(approval) {
        return html`<div class="action"><code>${approval.action}</code><pre tabindex="0" aria-label="Arguments of ${approval.action}">${pretty(approval.arguments ?? {})}</pre></div>`;
    }

    /** @param {Question} question */
    #form(question) {
        if (!may('control')) {
            return html`<p class="muted">For people to answer.</p>`;
        }
        if (question.choices && !question.approval) {
            return html`<div class="answering" role="group" aria-label="Your answer">
                ${question.choices.map(choice => html`<button class=${isGuard(question) && choice === 'stop' ? 'danger' : ''} @click=${() => this.#choose(choice)}>${choice}</button>`)}
            </div>`;
        }
        if (this.refusing) {
            return html`<form class="answering" @submit=${this.#submit} @keydown=${this.#typed}>
                <input aria-label="Why not? ${question.asked_by} reads it" placeholder="Why not? ${question.asked_by} reads it" autocomplete="off" />
                <button class="danger">${question.approval ? 'Deny' : 'Decline'}</button>
                <button type="button" @click=${() => (this.refusing = false)}>Back</button>
            </form>`;
        }
        if (question.approval) {
            return html`<div class="answering">
                <button class="primary" @click=${() => this.#send({ decision: 'approve' })}>Approve</button>
                <button class="danger" @click=${() => this.refuse()}>Deny …</button>
            </div>`;
        }
        return html`<form class="answering" @submit=${this.#submit} @keydown=${this.#typed}>
            <textarea rows="1" required aria-label="Your answer to ${question.asked_by}" placeholder="Your answer; Enter sends it"></textarea>
            <button class="primary">Answer</button>
            <button type="button" @click=${() => this.refuse()}>Decline …</button>
        </form>`;
    }

    /** @param {{words: string, given: Given}} objection */
    #objection(objection) {
        return html`<p class="objection" role="alert">
            This does not seem to answer it: ${objection.words}. Change it, or
            <button class="small" @click=${() => this.#send(objection.given, true)}>send it anyway</button>
        </p>`;
    }
}

customElements.define('parley-question', QuestionForm);
