import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { at } from '../lib/api.js';
import { endedAt } from '../lib/questions.js';
import { short } from '../lib/text.js';
import { ago, wholeTime } from '../lib/time.js';
import { outcome, placeOf } from './asked.js';
import { who } from './chip.js';

/** @typedef {import('./asked.js').Question} Question */

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
