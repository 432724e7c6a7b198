import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announceNew } from '../lib/announce.js';
import { at, get, query } from '../lib/api.js';
import { onKeys } from '../lib/keys.js';
import { filter } from '../lib/route.js';
import { short } from '../lib/text.js';
import { View } from '../lib/view.js';
import { MOST_CLOSED, answered, newestFirst, readClosed } from '../parts/answered.js';
import { decideAll, sameKind } from '../parts/approvals.js';
import { isGuard, patience, placeOf } from '../parts/asked.js';
import { chip, who } from '../parts/chip.js';
import { curl, copyButton } from '../parts/copy.js';
import { empty } from '../parts/empty.js';
import '../parts/question.js';

/**
 * @typedef {import('../parts/asked.js').Question} Question
 * @typedef {import('../parts/question.js').QuestionForm} QuestionForm
 */

const MOST = 500;
const RECENT = 10;
const MOST_RUNS = 200;
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
    /** @type {Set<string>} */
    ticked = new Set();
    /** @type {Set<string>} shown with everything there is to know */
    whole = new Set();
    /** @type {Map<string, string>} what each run is about */
    #objectives = new Map();
    #timer = 0;
    #ticks = 0;
    #silence = () => {};

    connectedCallback() {
        super.connectedCallback();
        this.#silence = onKeys({
            a: () => this.#form()?.accept(),
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
        this.every(SECOND, () => this.#pass());
    }

    /** Only the run and the one question are the hub's to filter. @param {import('../lib/route.js').Route} route */
    addressed(route) {
        return `${route.id}?${route.query.get('run') ?? ''}`;
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        this.ticked.clear();
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
        this.#change(() => {
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
        ids.forEach(id => this.ticked.delete(id));
        this.closed = newestFirst([...questions, ...this.closed.filter(one => !ids.has(one.question_id))]).slice(0, MOST_CLOSED);
    }

    /** What was decided here leaves the list. @param {Question[]} questions */
    #leave(questions) {
        const ids = new Set(questions.map(one => one.question_id));
        this.#change(() => {
            this.items = this.route.id ? this.items.map(one => questions.find(other => other.question_id === one.question_id) ?? one) : this.items.filter(one => !ids.has(one.question_id));
            this.#close(questions);
        });
    }

    /** Changes the rows; the focus stays, or goes to the row that took the place. @param {() => void} change */
    async #change(change) {
        const rows = () => /** @type {HTMLElement[]} */ ([...this.querySelectorAll('article[data-row]')]);
        const row = /** @type {HTMLElement | null} */ (document.activeElement?.closest('article[data-row]'));
        const place = row ? rows().indexOf(row) : -1;
        change();
        this.requestUpdate();
        await this.updateComplete;
        await new Promise(requestAnimationFrame);
        if (place >= 0 && (document.activeElement === document.body || !document.activeElement)) {
            const left = rows();
            (row?.isConnected ? row : (left[Math.min(place, left.length - 1)] ?? document.querySelector('main')))?.focus();
        }
    }

    /** Asks what the runs are about that are shown. */
    async #learn() {
        const runs = [...this.items, ...this.closed.slice(0, RECENT)].filter(one => one.objective === undefined).map(one => one.run_id);
        for (const run of new Set(runs)) {
            if (!this.#objectives.has(run) && this.#objectives.size < MOST_RUNS && this.isConnected) {
                this.#objectives.set(run, '');
                const intent = await get(at`/api/runs/${run}/intent`).catch(() => null);
                this.#objectives.set(run, intent?.objective ?? '');
                this.requestUpdate();
            }
        }
    }

    /** @param {Question} question */
    #objective = question => question.objective || this.#objectives.get(question.run_id) || question.run_id;

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

    /** @param {Question | undefined} question */
    #tick(question) {
        if (question && sameKind(question)) {
            const kind = this.#kind();
            if (!this.ticked.delete(question.question_id) && (!kind || kind === sameKind(question))) {
                this.ticked.add(question.question_id);
            }
            this.requestUpdate();
        }
    }

    /** The action of those that are ticked. */
    #kind() {
        const one = this.items.find(item => this.ticked.has(item.question_id));
        return one ? sameKind(one) : '';
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

    /** Whether the filter's words are in it. @param {Question} question */
    #fits = question => {
        const text = (this.route.query.get('text') ?? '').toLowerCase();
        const words = [question.text, question.asked_by, this.#objective(question), question.answered_by, JSON.stringify(question.approval ?? question.choices ?? '')];
        return words.join('\n').toLowerCase().includes(text);
    };

    body() {
        const shown = this.items.filter(one => this.#fits(one) || this.#form(this.#row(one.question_id) ?? document.createElement('i'))?.hasDraft);
        const closed = this.closed.filter(this.#fits).slice(0, this.route.query.get('state') === 'all' ? MOST_CLOSED : RECENT);
        return html`
            ${this.#bar()} ${this.#together(shown.filter(one => this.ticked.has(one.question_id)), shown)}
            ${shown.length ? repeat(shown, one => one.question_id, one => this.#question(one)) : this.#empty()}
            ${closed.length ? html`<section class="past"><h2>${this.route.query.get('state') === 'all' ? 'Closed' : 'Recently closed'}</h2>${answered(closed, this.#objective)}</section>` : nothing}
        `;
    }

    #bar() {
        const asked = this.route.query;
        const run = asked.get('run');
        return html`<div class="bar">
            <h1>Inbox</h1>
            ${this.route.id
                ? html`<a href="/ui/inbox">Everything that is asked</a>`
                : html`<input data-filter type="search" aria-label="Filter by text" placeholder="Filter …" .value=${asked.get('text') ?? ''} @input=${(/** @type {any} */ e) => filter({ text: e.target.value })} />
                      <select aria-label="State" .value=${asked.get('state') ?? 'open'} @change=${(/** @type {any} */ e) => filter({ state: e.target.value === 'all' ? 'all' : null })}>
                          <option value="open">open</option>
                          <option value="all">open and closed</option>
                      </select>`}
            ${run ? html`<span class="muted">in <code>${run}</code></span> <button class="small" @click=${() => filter({ run: null })}>every run</button>` : nothing}
            <span class="end muted keyhint"><kbd>j</kbd> <kbd>k</kbd> move <kbd>a</kbd> approve, answer <kbd>r</kbd> refuse <kbd>x</kbd> tick <kbd>e</kbd> more</span>
        </div>`;
    }

    /** @param {Question[]} ticked @param {Question[]} shown */
    #together(ticked, shown) {
        if (!ticked.length) {
            return nothing;
        }
        const kind = sameKind(ticked[0]);
        const same = shown.filter(one => sameKind(one) === kind);
        return html`<div class="together" role="group" aria-label="Several together">
            <strong>${ticked.length} × <code>${kind}</code></strong>
            ${same.length > ticked.length ? html`<button class="small" @click=${() => ((this.ticked = new Set(same.map(one => one.question_id))), this.requestUpdate())}>Tick all ${same.length}</button>` : nothing}
            <button class="small" @click=${() => (this.ticked.clear(), this.requestUpdate())}>Tick none</button>
            <span class="end"><button class="primary" @click=${() => this.#decide(ticked, 'approve')}>Approve ${ticked.length} …</button> <button class="danger" @click=${() => this.#decide(ticked, 'deny')}>Deny ${ticked.length} …</button></span>
        </div>`;
    }

    #empty() {
        return this.route.query.get('text') || this.route.query.get('run')
            ? empty('Nothing that is open fits this filter.', './parley inbox')
            : empty('Nothing waits for you. Agents ask people like this:', `./parley send --from alice --to user --kind REQUEST_USER_INPUT "Price or comfort?"`);
    }

    /** @param {Question} question */
    #question(question) {
        const id = question.question_id;
        const kind = this.#kind();
        const whole = this.whole.has(id);
        return html`<article class="question fresh ${whole ? 'whole' : ''}" data-row data-id=${id} tabindex="0" aria-label="${question.asked_by} asks: ${short(question.text, 80)}">
            <header>
                ${sameKind(question)
                    ? html`<input type="checkbox" aria-label="Tick: ${short(question.text, 60)}" .checked=${this.ticked.has(id)} ?disabled=${!!kind && kind !== sameKind(question)} @change=${() => this.#tick(question)} />`
                    : nothing}
                ${isGuard(question) ? chip('paused', `guard ${question.guard}`) : chip(question.approval ? 'needs_auth' : 'open', question.approval ? 'approval' : 'question')}
                ${who(question.asked_by)} <a href=${placeOf(question)}>${short(this.#objective(question), 100)}</a>
                <span class="end">${question.state === 'open' ? patience(question) : html`<button class="small" @click=${() => this.#dismiss(question)}>Dismiss</button>`}
                <button class="small" aria-expanded=${whole} @click=${() => this.#expand(question)}>${whole ? 'Less' : 'More'}</button></span>
            </header>
            <parley-question .question=${question} @answered=${(/** @type {CustomEvent} */ e) => this.#leave([e.detail])} @closed=${() => this.#touch()}></parley-question>
            ${whole ? this.#rest(question) : nothing}
        </article>`;
    }

    /** @param {Question} question */
    #dismiss(question) {
        this.#change(() => (this.items = this.items.filter(one => one.question_id !== question.question_id)));
    }

    /** @param {Question} question */
    #rest(question) {
        const given = question.approval ? { decision: 'approve' } : question.choices ? { choice: question.choices[0] } : { answer: '…' };
        return html`<dl class="facts">
            <div><dt>question</dt><dd><a class="id" href=${'/ui' + at`/inbox/${question.question_id}`}>${question.question_id}</a></dd></div>
            ${question.digest ? html`<div><dt>digest</dt><dd class="id">${question.digest}</dd></div>` : nothing}
            ${question.answerers ? html`<div><dt>may answer</dt><dd>${question.answerers.map(one => html`${who(one)} `)}</dd></div>` : nothing}
            <div><dd>${copyButton(curl('POST', at`/api/questions/${question.question_id}/answer`, given), 'Copy as curl')}</dd></div>
        </dl>`;
    }
}

customElements.define('parley-inbox', Inbox);
