import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { words } from '../lib/message.js';
import { clockTime } from '../lib/time.js';
import { chip, who } from './chip.js';

const FEW = 4;
const MOST = 200;

/**
 * What the run is to achieve, how far each criterion is met and by what, and what was decided on the way.
 *
 * @param {any} run
 * @param {(id: string) => number | undefined} seqOf the seq of a message by its id, where it is known
 * @param {(id: string) => void} show goes to a message of which only the id is known
 */
export function intentCard(run, seqOf, show) {
    const intent = run.intent_snapshot ?? {};
    const criteria = intent.acceptance_criteria ?? [];
    const decisions = (intent.decisions ?? []).filter((/** @type {any} */ one) => !one.decision);
    const judged = (intent.decisions ?? []).filter((/** @type {any} */ one) => one.decision);
    const met = criteria.filter((/** @type {any} */ one) => one.status !== 'open').length;
    if (!intent.objective && !criteria.length && !judged.length && !decisions.length && !intent.constraints?.length) {
        return nothing;
    }
    return html`<section class="panel intent" aria-labelledby="intent">
        <h2 id="intent">${intent.objective || 'Intent'}</h2>
        ${intent.selected_project || intent.selected_targets?.length ? html`<p class="muted">${[intent.selected_project, ...(intent.selected_targets ?? [])].filter(Boolean).map(words).join(' · ')}</p>` : nothing}
        <div class="columns">
            ${criteria.length ? html`<div><h3>Criteria ${met}/${criteria.length}</h3><ul>${criteria.map((/** @type {any} */ one) => criterion(run, one, seqOf, show))}</ul></div>` : nothing}
            ${intent.constraints?.length ? html`<div><h3>Constraints</h3><ul>${intent.constraints.map((/** @type {any} */ one) => html`<li>${words(one)}</li>`)}</ul></div>` : nothing}
            ${judged.length ? html`<div><h3>Approvals</h3>${newestFirst(judged, one => approval(run, one))}</div>` : nothing}
            ${decisions.length ? html`<div><h3>Decisions</h3>${newestFirst(decisions, one => decision(run, one))}</div>` : nothing}
        </div>
    </section>`;
}

/** A few of them, and more on demand. @param {any[]} all @param {(one: any) => unknown} row */
function newestFirst(all, row) {
    const shown = all.slice(-MOST).reverse();
    return html`<ul>${shown.slice(0, FEW).map(row)}</ul>
        ${shown.length > FEW ? html`<details><summary>${all.length - FEW} earlier</summary><ul>${shown.slice(FEW).map(row)}</ul></details>` : nothing}`;
}

/** @param {any} run @param {number} seq @param {unknown} words */
const link = (run, seq, words) => html`<a href=${'/ui' + at`/runs/${run.run_id}` + `?at=${seq}`}>${words}</a>`;

/** @param {any} run @param {any} one @param {(id: string) => number | undefined} seqOf @param {(id: string) => void} show */
function criterion(run, one, seqOf, show) {
    const seq = one.shown_by ? seqOf(one.shown_by) : undefined;
    return html`<li>
        ${chip(one.status)} ${one.text}
        ${seq ? html`<span class="muted">shown by ${link(run, seq, `message ${seq}`)}</span>` : one.shown_by ? html`<button class="small" @click=${() => show(one.shown_by)}>What shows it</button>` : nothing}
        ${one.waived_by ? html`<span class="muted">waived by ${one.waived_by}</span>` : nothing}
    </li>`;
}

/** @type {Record<string, string>} */
const DECIDED = { approve: 'approved', deny: 'denied' };

/** @param {any} run @param {any} one */
function approval(run, one) {
    return html`<li>${chip(DECIDED[one.decision] ?? one.decision)} <code>${words(one.action)}</code> ${link(run, one.seq, clockTime(one.at))} <span class="muted">${one.summary ?? ''}</span></li>`;
}

/** @param {any} run @param {any} one */
function decision(run, one) {
    return html`<li>${link(run, one.seq, clockTime(one.at))} ${who(one.by)} ${one.summary}</li>`;
}
