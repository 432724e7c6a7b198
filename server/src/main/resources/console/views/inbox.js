import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announceNew } from '../lib/announce.js';
import { at, get, query } from '../lib/api.js';
import { onKeys } from '../lib/keys.js';
import { View } from '../lib/view.js';
import { MOST_CLOSED, answered, newestFirst, readClosed } from '../parts/answered.js';
import { Ticks, decideAll, together } from '../parts/approvals.js';
import { hasWords } from '../parts/asked.js';
import { empty } from '../parts/empty.js';
import { changeRows } from '../parts/focus.js';
import { inboxBar } from '../parts/inbox-bar.js';
import { Objectives } from '../parts/objectives.js';
import { questionRow } from '../parts/question-row.js';

/**
 * @typedef {import('../parts/asked.js').Question} Question
 * @typedef {import('../parts/question.js').QuestionForm} QuestionForm
 */

const MOST = 500;
const RECENT = 10;
const PAUSE = 250;
const SECOND = 1000;
/** From when on a deadline is counted down by the second. */
const SOON = 120;
const OF_QUESTIONS = /^(ask_user|user_answer|blocked|system|final|cancel)$/;

/** What waits for people, oldest first: answered, approved or refused here, alone or several together. */
class Inbox extends View {
    /** @type {Question[]} those that are open, and those that closed under somebody's hands */
    items = [];
    /** @type {Question[]} newest first */
    closed = [];
    ticks = new Ticks();
    /** @type {Set<string>} shown with everything there is to know */
    whole = new Set();
    #objectives = new Objectives();
    #timer = 0;
    #ticks = 0;
    #silence = () => {};

    connectedCallback() {
        super.connectedCallback();
        this.#silence = onKeys({
            a: () => this.#accept(),
            r: () => this.#form()?.refuse(),
            x: () => this.#tick(this.#current()),
            e: () => this.#expand(this.#current()),
        });
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        this.#silence();
    }

    follow() {
        this.on('agent_message', message => OF_QUESTIONS.test(message.act) && this.#touch());
        this.on('user_input_request', () => this.#touch());
        this.on('question', () => this.#touch());
        this.every(SECOND, () => this.#pass());
    }

    /** Only the run and the one question are the hub's to filter. @param {import('../lib/route.js').Route} route */
    addressed(route) {
        return `${route.id}?${route.query.get('run') ?? ''}`;
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        this.ticks.clear();
        if (this.route.id) {
            this.items = [await get(at`/api/questions/${this.route.id}`, signal)];
            this.closed = [];
        } else {
            this.items = (await get(this.#address(), signal)).items;
            readClosed(this.route.query.get('run'), signal).then(closed => this.#know(closed), () => {});
        }
        this.#learn();
    }

    #address() {
        return `/api/questions${query({ run: this.route.query.get('run'), limit: MOST })}`;
    }

    /** @param {Question[]} closed */
    #know(closed) {
        this.closed = closed;
        this.#learn();
        this.requestUpdate();
    }

    /** Time goes by: deadlines come nearer, and pass. */
    #pass() {
        const now = Date.now() / 1000;
        const deadlines = this.items.filter(one => one.state === 'open').map(one => (one.deadline_at ?? Infinity) - now);
        if (deadlines.some(left => left < 0 && left > -5)) {
            this.#touch();
        }
        if (this.#ticks++ % 10 === 0 || deadlines.some(left => left < SOON)) {
            this.requestUpdate();
        }
    }

    /** Reads again, once for all that came within a moment. */
    #touch() {
        this.#timer ||= window.setTimeout(() => {
            this.#timer = 0;
            this.isConnected && this.loaded && this.#refresh();
        }, PAUSE);
    }

    async #refresh() {
        const address = this.addressed(this.route);
        /** @type {Question[] | null} */
        const now = this.route.id
            ? await get(at`/api/questions/${this.route.id}`).then(one => (one.state === 'open' ? [one] : []), () => null)
            : await get(this.#address()).then(page => page.items, () => null);
        if (!now || address !== this.addressed(this.route)) {
            return;
        }
        const open = new Set(now.map(one => one.question_id));
        const known = new Set(this.items.map(one => one.question_id));
        const gone = this.items.filter(one => one.state === 'open' && !open.has(one.question_id));
        const ended = (await Promise.all(gone.map(one => get(at`/api/questions/${one.question_id}`).catch(() => null)))).filter(one => one);
        const fresh = now.filter(one => !known.has(one.question_id));
        fresh.forEach(() => announceNew('question', 'questions'));
        changeRows(this, () => {
            const over = new Map(ended.map(one => [one.question_id, one]));
            this.items = [...this.items.map(one => over.get(one.question_id) ?? one), ...fresh].filter(one => one.state === 'open' || this.#isWorkedAt(one)).slice(0, MOST);
            this.#close(ended);
        });
        this.#learn();
    }

    /** Whether somebody is at this question, so that it must not vanish under their hands. @param {Question} question */
    #isWorkedAt(question) {
        const row = this.#row(question.question_id);
        return !!this.route.id || (!!row && (row.contains(document.activeElement) || this.#form(row)?.hasDraft || !!this.#form(row)?.unsent));
    }

    /** @param {Question[]} questions */
    #close(questions) {
        const ids = new Set(questions.map(one => one.question_id));
        this.ticks.forget(ids);
        this.closed = newestFirst([...questions, ...this.closed.filter(one => !ids.has(one.question_id))]).slice(0, MOST_CLOSED);
    }

    /** What was decided here leaves the list. @param {Question[]} questions */
    #leave(questions) {
        const ids = new Set(questions.map(one => one.question_id));
        changeRows(this, () => {
            this.items = this.route.id ? this.items.map(one => questions.find(other => other.question_id === one.question_id) ?? one) : this.items.filter(one => !ids.has(one.question_id));
            this.#close(questions);
        });
    }

    /** Asks what the runs are about that are shown. */
    #learn() {
        const shown = [...this.items, ...this.closed.slice(0, RECENT)].filter(one => one.objective === undefined);
        this.#objectives.learn(shown.map(one => one.run_id), () => this.requestUpdate());
    }

    /** @param {Question} question */
    #objective = question => question.objective || this.#objectives.of(question.run_id);

    /** @param {string} id */
    #row(id) {
        return /** @type {HTMLElement | null} */ (this.querySelector(`article[data-id="${CSS.escape(id)}"]`));
    }

    /** The question whose row has the focus; else the first gets it. */
    #current() {
        const row = /** @type {HTMLElement | null} */ (document.activeElement?.closest('article[data-row]'));
        if (!row) {
            /** @type {HTMLElement | null} */ (this.querySelector('article[data-row]'))?.focus();
        }
        return this.items.find(one => one.question_id === row?.dataset.id);
    }

    /** @param {HTMLElement | null} [row] */
    #form(row) {
        const at = row ?? this.#row(this.#current()?.question_id ?? '');
        return /** @type {QuestionForm | null | undefined} */ (at?.querySelector('parley-question'));
    }

    /** What a key approves has been seen whole before. */
    #accept() {
        const question = this.#current();
        const exact = this.#row(question?.question_id ?? '')?.querySelector('.action pre');
        if (question && exact && exact.scrollHeight > exact.clientHeight && !this.whole.has(question.question_id)) {
            this.#expand(question);
        } else {
            this.#form()?.accept();
        }
    }

    /** @param {Question | undefined} question */
    #tick(question) {
        question && this.ticks.toggle(question);
        this.requestUpdate();
    }

    /** @param {Question | undefined} question */
    #expand(question) {
        if (question) {
            this.whole.delete(question.question_id) || this.whole.add(question.question_id);
            this.requestUpdate();
        }
    }

    /** @param {Question[]} ticked @param {'approve' | 'deny'} decision */
    async #decide(ticked, decision) {
        this.#leave(await decideAll(ticked, decision));
        this.#touch();
    }

    /** @param {Question} question */
    #fits = question => hasWords(question, this.#objective(question), this.route.query.get('text') ?? '');

    body() {
        const shown = this.items.filter(one => this.#fits(one) || this.#form(this.#row(one.question_id) ?? document.createElement('i'))?.hasDraft);
        const closed = this.closed.filter(this.#fits).slice(0, this.route.query.get('state') === 'all' ? MOST_CLOSED : RECENT);
        return html`
            ${inboxBar(this.route)}
            ${together(shown, this.ticks, { changed: () => this.requestUpdate(), decide: (ticked, decision) => this.#decide(ticked, decision) })}
            ${shown.length ? repeat(shown, one => one.question_id, one => this.#question(one)) : this.#empty()}
            ${closed.length ? html`<section class="past"><h2>${this.route.query.get('state') === 'all' ? 'Closed' : 'Recently closed'}</h2>${answered(closed, this.#objective)}</section>` : nothing}
        `;
    }

    #empty() {
        return this.route.query.get('text') || this.route.query.get('run')
            ? empty('Nothing that is open fits this filter.', './parley inbox')
            : empty('Nothing waits for you. Agents ask people like this:', `./parley send --from alice --to user --kind REQUEST_USER_INPUT "Price or comfort?"`);
    }

    /** @param {Question} question */
    #question(question) {
        return questionRow(question, {
            objective: this.#objective(question),
            whole: this.whole.has(question.question_id),
            ticked: this.ticks.has(question),
            tickable: this.ticks.admits(question),
            tick: () => this.#tick(question),
            expand: () => this.#expand(question),
            dismiss: () => this.#dismiss(question),
            answered: answer => this.#leave([answer]),
            closed: () => this.#touch(),
        });
    }

    /** @param {Question} question */
    #dismiss(question) {
        changeRows(this, () => (this.items = this.items.filter(one => one.question_id !== question.question_id)));
    }
}

customElements.define('parley-inbox', Inbox);
