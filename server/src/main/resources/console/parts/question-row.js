import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { short } from '../lib/text.js';
import { isGuard, patience, placeOf } from './asked.js';
import { sameKind } from './approvals.js';
import { chip, who } from './chip.js';
import { copyButton, curl } from './copy.js';
import './question.js';

/**
 * @typedef {import('./asked.js').Question} Question
 * @typedef {{objective: string, paused: boolean, whole: boolean, ticked: boolean, tickable: boolean, tick: () => void, expand: () => void,
 *     dismiss: () => void, answered: (question: Question) => void, closed: (question: Question) => void}} Row how it is shown, and what can be done
 */

/** A question in the inbox: who asks, in which run, until when, and the form. @param {Question} question @param {Row} row */
export function questionRow(question, row) {
    const about = short(question.text, 80);
    return html`<article class="question fresh ${question.approval ? 'approval' : ''} ${row.whole ? 'whole' : ''}" data-row data-id=${question.question_id} tabindex="0" aria-label="${question.asked_by} asks: ${about}">
        <header>
            ${sameKind(question) ? html`<input type="checkbox" aria-label="Tick: ${about}" .checked=${row.ticked} ?disabled=${!row.tickable} @change=${row.tick} />` : nothing}
            ${kindOf(question)} ${who(question.asked_by)} <a href=${placeOf(question)}>${short(row.objective, 100)}</a>
            <span class="end">
                ${question.state === 'open' ? patience(question, row.paused) : html`<button class="small" @click=${row.dismiss}>Dismiss</button>`}
                <button class="small" aria-expanded=${row.whole} @click=${row.expand}>${row.whole ? 'Less' : 'More'}</button>
            </span>
        </header>
        <parley-question .question=${question} @answered=${(/** @type {CustomEvent} */ e) => row.answered(e.detail)} @closed=${(/** @type {CustomEvent} */ e) => row.closed(e.detail)}></parley-question>
        ${row.whole ? rest(question) : nothing}
    </article>`;
}

/** @param {Question} question */
function kindOf(question) {
    if (isGuard(question)) {
        return chip('paused', `guard: ${question.guard?.replaceAll('-', ' ')}`);
    }
    return question.approval ? chip('needs_auth', 'approval') : chip('open', 'question');
}

/** @param {Question} question */
function rest(question) {
    const given = question.approval ? { decision: 'approve' } : question.choices ? { choice: question.choices[0] } : { answer: '…' };
    return html`<dl class="facts">
        <div><dt>question</dt><dd><a class="id" href=${'/ui' + at`/inbox/${question.question_id}`}>${question.question_id}</a></dd></div>
        ${question.digest ? html`<div><dt>digest</dt><dd class="id">${question.digest}</dd></div>` : nothing}
        ${question.answerers ? html`<div><dt>may answer</dt><dd>${question.answerers.map(one => html`${who(one)} `)}</dd></div>` : nothing}
        <div><dt>by hand</dt><dd>${copyButton(curl('POST', at`/api/questions/${question.question_id}/answer`, given), 'Copy as curl')}</dd></div>
    </dl>`;
}
