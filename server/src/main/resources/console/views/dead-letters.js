import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announceNew } from '../lib/announce.js';
import { at, get } from '../lib/api.js';
import { may } from '../lib/me.js';
import { postOnce, removeOnce } from '../lib/once.js';
import { filter } from '../lib/route.js';
import { short } from '../lib/text.js';
import { ago, wholeTime } from '../lib/time.js';
import { who } from '../parts/chip.js';
import { confirm } from '../parts/dialog.js';
import { empty } from '../parts/empty.js';
import { Expanding } from '../parts/expand.js';
import { isCut, letterSheet, reasonWords, recipient, seqOf, stuck } from '../parts/letter.js';
import { principal, runLink } from '../parts/principal.js';
import { putBack, putBackResult } from '../parts/put-back.js';
import { attempt, toast } from '../parts/toast.js';

/** @typedef {import('../parts/letter.js').Letter} Letter */
/** @typedef {import('../parts/put-back.js').Told} Told */

const MOST = 1000;
const PAGE = 500;
const REFRESH = 10_000;
const PAUSE = 500;

/** What could not be delivered, and the ways back: one, those ticked, or all of one reason. */
class DeadLetters extends Expanding {
    /** @type {Letter[]} */
    items = [];
    /** How many made room for newer ones. */
    dropped = 0;
    /** @type {Set<string>} */
    ticked = new Set();
    /** @type {Map<string, string>} other words for a letter, by its id */
    drafts = new Map();
    /** @type {Told | undefined} what became of those put back last */
    told;
    busy = false;
    #timer = 0;

    follow() {
        this.on('dead_letter', () => this.#soon());
        // A letter that has gone, by a late ack or by somebody else's hand, is told by nobody.
        this.every(REFRESH, () => this.#refresh());
    }

    /** The filter is applied to what was read. @param {import('../lib/route.js').Route} route */
    addressed(route) {
        if (route.id) {
            this.opened.add(route.id);
        }
        return 'dead-letters';
    }

    /** @param {AbortSignal} [signal] */
    async load(signal) {
        /** @type {Letter[]} */
        const items = [];
        let after = '';
        do {
            const page = await get(`/api/dead-letters?limit=${PAGE}${after && `&after=${encodeURIComponent(after)}`}`, signal);
            items.push(...page.items);
            this.dropped = page.dropped;
            after = page.items.length ? (page.next ?? '') : '';
        } while (after && items.length < MOST);
        this.items = items.slice(0, MOST);
        const there = new Set(this.items.map(letter => letter.id));
        this.ticked = new Set([...this.ticked].filter(id => there.has(id)));
        this.drafts = new Map([...this.drafts].filter(([id]) => there.has(id)));
    }

    #soon() {
        this.#timer ||= window.setTimeout(() => {
            this.#timer = 0;
            this.#refresh();
        }, PAUSE);
    }

    async #refresh() {
        const known = new Set(this.items.map(letter => letter.id));
        await this.load().catch(() => {});
        this.items.filter(letter => !known.has(letter.id)).forEach(() => announceNew('dead letter', 'dead letters'));
        this.requestUpdate();
    }

    get shown() {
        const asked = this.route.query;
        const [reason, sender, text] = ['reason', 'sender', 'text'].map(key => (asked.get(key) ?? '').toLowerCase());
        return this.items.filter(
            letter =>
                (!this.route.id || letter.id === this.route.id) &&
                (!reason || letter.code === reason) &&
                (!sender || letter.sender.toLowerCase().includes(sender)) &&
                (!text || `${letter.reason} ${letter.body} ${letter.run_id} ${letter.recipient ?? ''}`.toLowerCase().includes(text)),
        );
    }

    /** @param {Letter[]} letters @param {string} [draft] */
    async #putBack(letters, draft) {
        this.busy = true;
        /** @type {Told} */
        const told = { sent: [], more: 0, refused: [] };
        this.told = told;
        this.requestUpdate();
        await attempt(() => putBack(letters, draft, told));
        this.busy = false;
        const refused = new Set(told.refused.map(one => one.letter.id));
        letters.filter(letter => !refused.has(letter.id)).forEach(letter => {
            this.drafts.delete(letter.id);
            this.opened.delete(letter.id);
        });
        await this.#refresh();
    }

    /** @param {Letter[]} letters */
    async #discard(letters) {
        const many = letters.length === 1 ? '1 dead letter' : `${letters.length} dead letters`;
        if (!(await confirm(`Discard ${many}? This cannot be undone.`, `Discard ${many}`))) {
            return;
        }
        let gone = 0;
        let why = '';
        for (let n = 0; n < letters.length; n += PAGE) {
            await this.#forget(letters.slice(n, n + PAGE)).then(
                done => {
                    gone += done.discarded;
                    why ||= done.failed[0]?.detail ?? '';
                },
                fault => (why = fault.message),
            );
        }
        toast(why ? `${gone} discarded; the others not: ${why}` : `${gone} discarded`, why ? 'bad' : 'ok');
        await this.#refresh();
    }

    /** @param {Letter[]} letters @returns {Promise<{discarded: number, failed: {detail: string}[]}>} */
    async #forget(letters) {
        if (letters.length > 1) {
            return postOnce('/api/dead-letters/discard', { ids: letters.map(letter => letter.id) });
        }
        await removeOnce(at`/api/dead-letters/${letters[0].id}`);
        return { discarded: 1, failed: [] };
    }

    body() {
        const asked = this.route.query;
        const shown = this.shown;
        return html`
            <div class="bar">
                <h1>${this.route.id ? html`<a href="/ui/dead-letters">Dead letters</a> <span class="muted">/ one</span>` : 'Dead letters'}</h1>
                <input data-filter type="search" aria-label="Filter by text" placeholder="Filter …" .value=${asked.get('text') ?? ''} @input=${(/** @type {any} */ e) => filter({ text: e.target.value })} />
                <input type="search" aria-label="Sender" placeholder="Sender" .value=${asked.get('sender') ?? ''} @input=${(/** @type {any} */ e) => filter({ sender: e.target.value })} />
                ${this.dropped ? html`<span class="muted">${this.dropped} older ones made room</span>` : nothing}
            </div>
            ${this.told ? putBackResult(this.told, this.busy, () => { this.told = undefined; this.requestUpdate(); }) : nothing}
            ${this.items.length ? html`${this.#reasons()} ${may('send') ? this.#actions(shown) : nothing} ${shown.length ? this.#table(shown) : html`<p class="muted">${this.route.id ? 'This dead letter is no longer there: it was put back or discarded, or came through late.' : 'No dead letter fits this filter.'}</p>`}` : this.#empty()}
        `;
    }

    #empty() {
        return empty(
            'Nothing is dead: every message found its way. This sends an answer before what it answers, so that it ends here and can be put back:',
            [
                `call() { curl -s -X POST "${location.origin}$1" -H "Authorization: Bearer $PARLEY_TOKEN" -H 'Content-Type: application/json' -d "$2"; }`,
                `RUN=$(call /api/runs '{"protocol": "open"}' | sed 's/.*"run_id":"\\([^"]*\\)".*/\\1/')`,
                `call "/api/runs/$RUN/messages" '{"to_agent": "alice", "kind": "message", "summary": "Yes", "parent_id": "msg_question"}'`,
                `call "/api/runs/$RUN/messages" '{"to_agent": "alice", "kind": "message", "summary": "Is it late?", "message_id": "msg_question"}'`,
            ].join('\n'),
        );
    }

    /** How many there are of each reason; a press shows these alone. */
    #reasons() {
        const chosen = this.route.query.get('reason') ?? '';
        /** @type {Map<string, number>} */
        const counts = new Map();
        this.items.forEach(letter => counts.set(letter.code, (counts.get(letter.code) ?? 0) + 1));
        return html`<div class="reasons" role="group" aria-label="Reasons">
            <button class="small" aria-pressed=${!chosen} @click=${() => filter({ reason: null })}>all ${this.items.length}</button>
            ${[...counts]
                .sort((a, b) => b[1] - a[1])
                .map(([code, n]) => html`<button class="small" aria-pressed=${code === chosen} @click=${() => filter({ reason: code === chosen ? null : code })}>${reasonWords(code)} ${n}</button>`)}
        </div>`;
    }

    /** What is done with those ticked, else with all that are shown. @param {Letter[]} shown */
    #actions(shown) {
        const some = shown.filter(letter => this.ticked.has(letter.id));
        const chosen = some.length ? some : shown;
        const able = chosen.filter(letter => !stuck(letter) && !isCut(letter));
        const which = some.length ? 'ticked' : 'shown';
        return html`<div class="bar">
            <button ?disabled=${this.busy || !able.length} @click=${() => this.#putBack(able)}>Put back ${able.length} ${which}</button>
            <button class="danger" ?disabled=${this.busy || !chosen.length} @click=${() => this.#discard(chosen)}>Discard ${chosen.length} ${which} …</button>
            ${able.length < chosen.length ? html`<span class="muted">${chosen.length - able.length} cannot be put back as they are</span>` : nothing}
        </div>`;
    }

    /** @param {Letter[]} shown */
    #table(shown) {
        const all = shown.every(letter => this.ticked.has(letter.id));
        const tickAll = () => {
            this.ticked = new Set(all ? [] : shown.map(letter => letter.id));
            this.requestUpdate();
        };
        return html`<div class="scroll" tabindex="0" role="region" aria-label="Dead letters">
            <table class="letters">
                <thead>
                    <tr>${may('send') ? html`<th><input type="checkbox" aria-label="Tick all shown" .checked=${all} @change=${tickAll} /></th>` : nothing}<th>Reason</th><th>From</th><th>To</th><th>Run</th><th class="number">Age</th>${may('send') ? html`<th>What to do</th>` : nothing}</tr>
                </thead>
                <tbody>${repeat(shown, letter => letter.id, letter => this.#row(letter))}</tbody>
            </table>
        </div>`;
    }

    /** @param {Letter} letter */
    #row(letter) {
        const to = recipient(letter);
        const tick = () => {
            this.ticked[this.ticked.has(letter.id) ? 'delete' : 'add'](letter.id);
            this.requestUpdate();
        };
        const edit = (/** @type {string | undefined} */ text) => {
            text === undefined ? this.drafts.delete(letter.id) : this.drafts.set(letter.id, text);
            this.requestUpdate();
        };
        return html`<tr>
                ${may('send') ? html`<td><input type="checkbox" aria-label=${`Tick: ${reasonWords(letter.code)}, from ${letter.sender}`} .checked=${this.ticked.has(letter.id)} @change=${tick} /></td>` : nothing}
                <td>${this.expander(letter.id, html`<strong>${reasonWords(letter.code)}</strong> <span class="muted">${short(letter.reason, 100)}</span>`)}</td>
                <td>${principal(letter.sender)}</td>
                <td>${to ? who(to) : html`<span class="muted">nobody named</span>`}</td>
                <td>${letter.run_id ? runLink(letter.run_id, seqOf(letter)) : html`<span class="muted">none named</span>`}</td>
                <td class="number" title=${wholeTime(letter.created_at)}>${ago(letter.created_at)}</td>
                ${may('send') ? this.#acts(letter) : nothing}
            </tr>
            ${this.opening(letter.id, may('send') ? 7 : 5, () => letterSheet(letter, this.drafts.get(letter.id), { edit, send: text => this.#putBack([letter], text) }))}`;
    }

    /** @param {Letter} letter */
    #acts(letter) {
        return html`<td class="acts">
            ${stuck(letter) || isCut(letter) ? nothing : html`<button class="small" ?disabled=${this.busy} @click=${() => this.#putBack([letter])}>Put back</button>`}
            <button class="small danger" ?disabled=${this.busy} @click=${() => this.#discard([letter])}>Discard …</button>
        </td>`;
    }
}

customElements.define('parley-dead-letters', DeadLetters);
