import { LitElement, html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { may } from '../lib/me.js';
import { words } from '../lib/message.js';
import { postOnce } from '../lib/once.js';
import { pretty } from '../lib/text.js';
import { clockTime } from '../lib/time.js';
import { patience } from './asked.js';
import { chip } from './chip.js';
import { toast } from './toast.js';

/** Answers a question where it was asked: in words, by a choice, or by a yes or no with a reason. */
class RunAnswer extends LitElement {
    static properties = { question: { attribute: false }, paused: { attribute: false }, busy: { state: true }, doubt: { state: true } };

    constructor() {
        super();
        /** @type {any} */
        this.question = undefined;
        /** Whether the run that it is asked in is paused. */
        this.paused = false;
        this.busy = false;
        /** @type {{words: string, body: any} | undefined} why the hub does not take it for an answer */
        this.doubt = undefined;
    }

    createRenderRoot() {
        return this;
    }

    /** @param {any} body */
    async #answer(body) {
        this.busy = true;
        try {
            await postOnce(at`/api/questions/${this.question.question_id}/answer`, body);
            this.doubt = undefined;
            toast('Answered');
            this.dispatchEvent(new CustomEvent('answered', { bubbles: true }));
        } catch (fault) {
            const problem = /** @type {any} */ (fault);
            if (problem.code === 'not-an-answer') {
                this.doubt = { words: problem.message, body };
            } else {
                toast(problem.message, 'bad');
                this.dispatchEvent(new CustomEvent('answered', { bubbles: true }));
            }
        }
        this.busy = false;
    }

    /** @param {string} name */
    #written(name) {
        return /** @type {HTMLInputElement | null} */ (this.querySelector(`[name=${name}]`))?.value.trim() ?? '';
    }

    /** What was written as the reason, where something was. */
    #reason() {
        const reason = this.#written('reason');
        return reason ? { reason } : {};
    }

    render() {
        const question = this.question;
        if (!question) {
            return nothing;
        }
        return question.state === 'open' ? this.#form(question) : this.#closed(question);
    }

    /** @param {any} question */
    #closed(question) {
        const said = question.answer ?? question.choice ?? (question.decision === 'approve' ? 'approved' : question.decision === 'deny' ? 'denied' : '');
        return html`<p class="answer">
            ${chip(question.state === 'expired' ? 'timed_out' : question.state, question.state)} ${said ? html`<strong>${said}</strong>` : nothing}
            ${question.reason ? html`<span>“${question.reason}”</span>` : nothing}
            ${question.answered_by ? html`<span class="muted">by ${question.answered_by}${question.answered_at ? ` at ${clockTime(question.answered_at)}` : ''}</span>` : nothing}
        </p>`;
    }

    /** @param {any} question */
    #form(question) {
        const note = question.context && typeof question.context === 'object' && !question.approval ? pretty(question.context) : '';
        return html`<form class="answer" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
            <p>${chip('waiting_for_user', may('control') ? 'waits for your answer' : 'waits for an answer by people')} <span class="muted" aria-hidden="true">·</span> ${patience(question, this.paused)}</p>
            ${note ? html`<pre tabindex="0"><code>${note}</code></pre>` : nothing}
            ${question.approval ? action(question.approval) : nothing} ${may('control') ? this.#fields(question) : nothing}
            ${this.doubt
                ? html`<p class="warn" role="alert">${this.doubt.words} <button class="small" type="button" @click=${() => this.#answer({ ...this.doubt?.body, insist: true })}>Send it all the same</button></p>`
                : nothing}
        </form>`;
    }

    /** @param {any} question */
    #fields(question) {
        return question.approval ? this.#approval() : question.choices?.length ? this.#choices(question.choices) : this.#words();
    }

    #approval() {
        return html`<label>Reason, which goes back to the agent<input name="reason" autocomplete="off" /></label>
            <div class="buttons">
                <button type="button" class="danger" ?disabled=${this.busy} @click=${() => this.#answer({ decision: 'deny', ...this.#reason() })}>Deny</button>
                <button type="button" class="primary" ?disabled=${this.busy} @click=${() => this.#answer({ decision: 'approve', ...this.#reason() })}>Approve</button>
            </div>`;
    }

    /** @param {string[]} choices */
    #choices(choices) {
        return html`<label>Reason<input name="reason" autocomplete="off" /></label>
            <div class="buttons">${choices.map(choice => html`<button type="button" ?disabled=${this.busy} @click=${() => this.#answer({ choice, ...this.#reason() })}>${choice}</button>`)}</div>`;
    }

    #words() {
        const send = () => this.#written('answer') && this.#answer({ answer: this.#written('answer') });
        return html`<label>Your answer<textarea name="answer" rows="2" @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}></textarea></label>
            <div class="buttons"><button type="button" class="primary" ?disabled=${this.busy} @click=${send}>Answer</button></div>`;
    }
}

/** The exact action that is approved or not. @param {any} approval */
function action(approval) {
    return html`<p><code>${words(approval.action)}</code></p>
        <pre tabindex="0"><code>${pretty(approval.arguments ?? {})}</code></pre>`;
}

customElements.define('parley-run-answer', RunAnswer);
