import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { at, get, query } from '../lib/api.js';
import { short } from '../lib/text.js';
import { ago, wholeTime } from '../lib/time.js';
import { outcome, placeOf } from './asked.js';
import { who } from './chip.js';

/** @typedef {import('./asked.js').Question} Question */

const PAGE = 500;
const PAGES = 4;
/** How many closed questions are kept. */
export const MOST_CLOSED = 200;

/** @param {Question} question */
const endedAt = question => question.answered_at ?? question.deadline_at ?? question.created_at;

/** @param {Question[]} questions */
export const newestFirst = questions => questions.sort((a, b) => endedAt(b) - endedAt(a)).slice(0, MOST_CLOSED);

/** Those that are closed, newest first. @param {string | null} run @param {AbortSignal} signal @returns {Promise<Question[]>} */
export async function readClosed(run, signal) {
    /** @type {Question[]} */
    let closed = [];
    let after = null;
    for (let n = 0; n < PAGES; n++) {
        const page = /** @type {any} */ (await get(`/api/questions${query({ state: 'all', run, after, limit: PAGE })}`, signal));
        closed = newestFirst([...closed, ...page.items.filter((/** @type {Question} */ one) => one.state !== 'open')]);
        after = page.next;
        if (!after) {
            break;
        }
    }
    return closed;
}

/** Closed questions as a table. @param {Question[]} questions @param {(question: Question) => string} objective */
export function answered(questions, objective) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Answered">
        <table>
            <thead><tr><th>Asked by</th><th>Question</th><th>Answer</th><th>Run</th><th class="number">Ago</th></tr></thead>
            <tbody>
                ${repeat(
                    questions,
                    one => one.question_id,
                    one => html`<tr>
                        <td>${who(one.asked_by)}</td>
                        <td><a data-row href=${'/ui' + at`/inbox/${one.question_id}`}>${short(one.text, 120)}</a> ${one.approval ? html`<code>${one.approval.action}</code>` : nothing}</td>
                        <td class="wraps">${outcome(one)}</td>
                        <td class="wraps"><a href=${placeOf(one)}>${short(objective(one), 60)}</a></td>
                        <td class="number" title=${wholeTime(endedAt(one))}>${ago(endedAt(one))}</td>
                    </tr>`,
                )}
            </tbody>
        </table>
    </div>`;
}
