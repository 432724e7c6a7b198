import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { short } from '../lib/text.js';
import { ago, span, wholeTime } from '../lib/time.js';
import { chip, who } from './chip.js';
import { canChange, canRequeue } from './task-acts.js';
import { hasEnded } from './task-lists.js';

/** @typedef {'cancel' | 'requeue' | 'raise' | 'lower'} Act */

/** @param {any} task */
export const taskAddress = task => '/ui' + at`/tasks/${task.task_id}`;

/** A task on the board. @param {any} task @param {(act: Act) => void} act */
export function card(task, act) {
    return html`<article class="task-card panel">
        <h3><a data-row href=${taskAddress(task)}>${short(task.summary || task.task_id, 140)}</a></h3>
        <p class="facts">
            ${['queued', 'running', 'completed'].includes(task.state) ? nothing : chip(task.state)}
            ${task.priority ? html`<span>priority ${task.priority}</span>` : nothing}
            ${wanted(task)} ${held(task)} ${tries(task)}
            <span class="muted" title=${wholeTime(task.created_at)}>${ago(task.created_at)} old</span>
            ${due(task)}
        </p>
        ${task.waits_because ? html`<p class="waits"><span aria-hidden="true">◔</span> ${task.waits_because}</p>` : nothing}
        ${asksPeople(task) ? html`<p>${asksPeople(task)}</p>` : nothing}
        ${task.reason ? html`<p class="muted">${short(task.reason, 200)}</p>` : nothing}
        ${task.state === 'completed' ? nothing : html`<div class="acts">${acts(task, act)}</div>`}
    </article>`;
}

/** The buttons of a task. @param {any} task @param {(act: Act) => void} act */
export function acts(task, act) {
    const name = short(task.summary || task.task_id, 60);
    /** @param {Act} what @param {string} words @param {string} label */
    const button = (what, words, label) => html`<button class="small" aria-label="${label}: ${name}" title=${label} @click=${() => act(what)}>${words}</button>`;
    return html`${task.state === 'queued' && canChange() ? html`${button('raise', '▲', 'Raise the priority')}${button('lower', '▼', 'Lower the priority')}` : nothing}
    ${canRequeue(task) ? button('requeue', 'Requeue', 'Requeue') : nothing}
    ${hasEnded(task) || !canChange() ? nothing : button('cancel', 'Cancel', 'Cancel')}`;
}

/** For whom it is, and what one must be able to do. @param {any} task */
export function wanted(task) {
    return html`${task.target_agent ? html`<span>for ${who(task.target_agent)}</span>` : nothing}
    ${task.required_capabilities?.map((/** @type {string} */ one) => html`<code class="tag">${one}</code> `)}`;
}

/** Who holds it, or held it. @param {any} task */
export function held(task) {
    if (!task.worker) {
        return nothing;
    }
    const { agent, instance } = task.worker;
    return html`<span>${hasEnded(task) ? 'by' : 'held by'} ${who(instance ? `${agent}/${instance}` : agent)}</span>`;
}

/** @param {any} task */
export function tries(task) {
    return task.attempt > 1 || (task.attempt && !hasEnded(task)) ? html`<span class="muted">attempt ${task.attempt} of ${task.max_attempts}</span>` : nothing;
}

/** Where its question is answered, while it waits for people. @param {any} task */
export const asksPeople = task => (/^needs_/.test(task.state) ? html`<a href="/ui/inbox?run=${encodeURIComponent(task.run_id)}">Answer what it asks</a>` : undefined);

/** When it must be done, while that matters. @param {any} task */
export function due(task) {
    if (!task.deadline_at || hasEnded(task)) {
        return nothing;
    }
    const left = task.deadline_at - Date.now() / 1000;
    return html`<span class=${left < 60 ? 'bad' : left < 600 ? 'warn' : 'muted'} title=${wholeTime(task.deadline_at)}>${left > 0 ? `due in ${span(left)}` : 'overdue'}</span>`;
}
