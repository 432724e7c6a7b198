import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announceNew } from '../lib/announce.js';
import { onKeys } from '../lib/keys.js';
import { MOST_CLOSED, Questions } from '../lib/questions.js';
import { View } from '../lib/view.js';
import { answered } from '../parts/answered.js';
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

const RECENT = 10;
const PAUSE = 250;
const SECOND = 1000;
/** From when on a deadline is counted down by the second. */
const SOON = 120;
const OF_QUESTIONS = /^(ask_user|user_answer|blocked|system|final|cancel)$/;

/** What waits for people, oldest first: answered, approved or refused here, alone or several together. */
class Inbox extends View {
    #asked = new Questions('', null);
    ticks = new Ticks();
    /** @type {Set<string>} shown with everything there is to know */
    whole = new Set();
    #objectives = new Objectives();
    #timer = 0;
    /** Whether something was told while it was read. */
    #isStale = false;
    #ticks = 0;
    #silence = () => {};

    connectedCallback() {
        super.connectedCallback();
        this.#silence = onKeys({
            a: () => this.#accept(),
            r: () => (this.#current(), this.#form()?.refuse()),
            x: () => this.#tick(this.#current()),
            e: () => this.#expand(this.#current()),
        });
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        this.#silence();
    }

    follow() {
        this.on('agent_message', message => OF_QUESTIONS.test(message.act) && this.#told());
        this.on('question', () => this.#told());
        this.on('run', run => (this.#objectives.hear(run), this.#told()));
        this.every(SECOND, () => this.#pass());
    }

    /** Only the run and the one question are the hub's to filter. @param {import('../lib/route.js').Route} route */
    addressed(route) {
        return `${route.id}?${route.query.get('run') ?? ''}`;
    }

    /** The one question that is looked at, if it is one. */
    get about() {
        return (this.route.id && this.#asked.items[0]?.text) || '';
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        const asked = new Questions(this.route.id, this.route.query.get('run'));
        await asked.open(signal);
        this.#asked = asked;
        this.ticks.clear();
        this.#learn();
        asked.past(signal).then(() => this.#learn(), () => {});
    }

    /** Time goes by: deadlines come nearer, and pass. */
    #pass() {
        const now = Date.now() / 1000;
        const deadlines = this.#asked.items.filter(one => one.state === 'open').map(one => (one.deadline_at ?? Infinity) - now);
        if (deadlines.some(left => left < 0 && left > -5)) {
            this.#touch();
        }
        if (this.#ticks++ % 10 === 0 || deadlines.some(left => left < SOON)) {
            this.requestUpdate();
        }
    }

    #told() {
        this.#isStale = true;
        this.#touch();
    }

    /** Reads again, once for all that came within a moment, and never twice at a time. */
    #touch() {
        this.#timer ||= window.setTimeout(async () => {
            if (this.isConnected && this.loaded) {
                await this.#refresh();
            }
            this.#timer = 0;
            if (this.#isStale) {
                this.#isStale = false;
                this.#touch();
            }
        }, PAUSE);
    }

    async #refresh() {
        const asked = this.#asked;
        this.#isStale = false;
        const news = await asked.news();
        if (news && asked === this.#asked) {
            this.#isStale ||= news.isMore;
            this.#change(() => {
                for (let fresh = asked.take(news, one => this.#isWorkedAt(one)); fresh > 0; fresh--) {
                    announceNew('question', 'questions');
                }
            });
            this.#learn();
        }
    }

    /** @param {() => void} change */
    #change(change) {
        changeRows(this, change);
        this.ticks.forget(this.#asked.closed.map(one => one.question_id));
    }

    /** Whether somebody is at this question, so that it must not vanish under their hands. @param {Question} question */
    #isWorkedAt(question) {
        const row = this.#row(question.question_id);
        return !!this.route.id || (!!row && (row.contains(document.activeElement) || this.#form(row)?.hasDraft || !!this.#form(row)?.unsent));
    }

    /** Asks what the runs are about that are shown. */
    #learn() {
        const shown = [...this.#asked.items, ...this.#asked.closed.slice(0, RECENT)].filter(one => one.objective === undefined);
        this.requestUpdate();
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
        return this.#asked.items.find(one => one.question_id === row?.dataset.id);
    }

    /** @param {HTMLElement | null} [row] */
    #form(row) {
        const at = row ?? this.#row(this.#current()?.question_id ?? '');
        return /** @type {QuestionForm | null | undefined} */ (at?.querySelector('parley-question'));
    }

    /** What a key approves has been seen whole before. */
    #accept() {
        const question = this.#current();
        const row = question && this.#row(question.question_id);
        const exact = row?.querySelector('.action pre');
        if (question && exact && exact.scrollHeight > exact.clientHeight) {
            this.#expand(question);
        } else if (row) {
            this.#form(row)?.accept();
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
        const decided = await decideAll(ticked, decision);
        this.#change(() => this.#asked.decided(decided));
        this.#told();
    }

    /** @param {Question} question */
    #fits = question => hasWords(question, this.#objective(question), this.route.query.get('text') ?? '');

    body() {
        const shown = this.#asked.items.filter(one => this.#fits(one) || this.#form(this.#row(one.question_id) ?? document.createElement('i'))?.hasDraft);
        const closed = this.#asked.closed.filter(this.#fits).slice(0, this.route.query.get('state') === 'all' ? MOST_CLOSED : RECENT);
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
            paused: this.#objectives.isPaused(question.run_id),
            whole: this.whole.has(question.question_id),
            ticked: this.ticks.has(question),
            tickable: this.ticks.admits(question),
            tick: () => this.#tick(question),
            expand: () => this.#expand(question),
            dismiss: () => this.#change(() => this.#asked.dismiss(question)),
            answered: answer => this.#change(() => this.#asked.decided([answer])),
            closed: ended => this.#change(() => this.#asked.lost(ended)),
        });
    }
}

customElements.define('parley-inbox', Inbox);
