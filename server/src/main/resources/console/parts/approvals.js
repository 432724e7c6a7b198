import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { may } from '../lib/me.js';
import { postOnce } from '../lib/once.js';
import { pretty } from '../lib/text.js';
import { confirm } from './dialog.js';
import { toast } from './toast.js';

/** @typedef {import('./asked.js').Question} Question */

/** What may be decided together: approvals of the same action. @param {Question} question */
export const sameKind = question => (may('control') && question.approval && question.state === 'open' ? question.approval.action : '');

/** Those that are chosen to be decided together; the first says which others may join. */
export class Ticks {
    /** @type {Map<string, string>} the kind of each */
    #kinds = new Map();

    /** @param {Question} question */
    has(question) {
        return this.#kinds.has(question.question_id);
    }

    /** @param {Question} question */
    admits(question) {
        const [kind] = this.#kinds.values();
        return sameKind(question) !== '' && (kind === undefined || kind === sameKind(question));
    }

    /** @param {Question} question */
    toggle(question) {
        if (!this.#kinds.delete(question.question_id) && this.admits(question)) {
            this.#kinds.set(question.question_id, sameKind(question));
        }
    }

    /** @param {Iterable<string>} ids */
    forget(ids) {
        for (const id of ids) {
            this.#kinds.delete(id);
        }
    }

    clear() {
        this.#kinds.clear();
    }
}

/**
 * Approves or denies several at once, for one reason, after a look at how many and which. Answers those that were decided.
 *
 * @param {Question[]} questions
 * @param {'approve' | 'deny'} decision
 * @returns {Promise<Question[]>}
 */
export async function decideAll(questions, decision) {
    const verb = decision === 'approve' ? 'Approve' : 'Deny';
    const count = questions.length;
    const sure = await confirm(`${verb} ${count} × ${questions[0].approval?.action}?`, `${verb} ${count}`, { reason: true, body: listed(questions) });
    if (!sure) {
        return [];
    }
    const decided = [];
    let fault = '';
    for (const question of questions) {
        try {
            decided.push(await postOnce(at`/api/questions/${question.question_id}/answer`, { decision, ...(sure.reason ? { reason: sure.reason } : {}) }));
        } catch (refused) {
            fault = /** @type {Error} */ (refused).message;
        }
    }
    const done = `${decision === 'approve' ? 'Approved' : 'Denied'} ${decided.length}`;
    toast(fault ? `${done} of ${count}: ${fault}` : done, fault ? 'bad' : 'ok');
    return decided;
}

/** Each of them, whole: nobody approves what cannot be read. @param {Question[]} questions */
function listed(questions) {
    return html`<div class="named" tabindex="0" role="region" aria-label="What is decided">
        <ol>
            ${questions.map(one => html`<li>${one.text} <pre>${pretty(one.approval?.arguments ?? {})}</pre></li>`)}
        </ol>
    </div>`;
}

/**
 * What can be done with those that are ticked.
 *
 * @param {Question[]} shown
 * @param {Ticks} ticks
 * @param {{changed: () => void, decide: (ticked: Question[], decision: 'approve' | 'deny') => void}} acts
 */
export function together(shown, ticks, acts) {
    const ticked = shown.filter(one => ticks.has(one));
    if (!ticked.length) {
        return nothing;
    }
    const kind = sameKind(ticked[0]);
    const same = shown.filter(one => sameKind(one) === kind);
    const all = () => {
        same.forEach(one => ticks.has(one) || ticks.toggle(one));
        acts.changed();
    };
    const none = () => {
        ticks.clear();
        acts.changed();
    };
    return html`<div class="together" role="group" aria-label="Several together">
        <strong>${ticked.length} × <code>${kind}</code></strong>
        ${same.length > ticked.length ? html`<button class="small" @click=${all}>Tick all ${same.length}</button>` : nothing}
        <button class="small" @click=${none}>Tick none</button>
        <span class="end">
            <button class="primary" @click=${() => acts.decide(ticked, 'approve')}>Approve ${ticked.length} …</button>
            <button class="danger" @click=${() => acts.decide(ticked, 'deny')}>Deny ${ticked.length} …</button>
        </span>
    </div>`;
}
