import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { markdown, pretty } from '../lib/text.js';
import { clockTime, span, wholeTime } from '../lib/time.js';
import { chip, who } from './chip.js';

/**
 * What people are asked, as the hub tells it.
 *
 * @typedef {{question_id: string, run_id: string, seq: number, message_id: string, kind: 'question' | 'approval', asked_by: string,
 *     text: string, context: any, choices: string[] | null, answerers: string[] | null, approval: {action: string, arguments: any} | null,
 *     digest: string | null, guard: string | null, deadline_at: number | null, created_at: number, state: string, answer: string | null,
 *     choice: string | null, decision: string | null, reason: string | null, answered_by: string | null, answered_at: number | null,
 *     objective?: string}} Question
 */

/** From so many seconds on, a time of day alone would not tell which day's. */
const LONG = 43_200;

/** Where in its run a question stands. @param {Question} question */
export const placeOf = question => '/ui' + at`/runs/${question.run_id}` + `?at=${question.seq}`;

/** Whether the hub itself asks, because a guard has stopped the run. @param {Question} question */
export const isGuard = question => !!question.guard && !question.approval;

/** Until when there is time to answer, or how long it has waited; in a paused run time stands still, though not for an agent's turn. @param {Question} question @param {boolean} paused */
export function patience(question, paused) {
    const now = Date.now() / 1000;
    if (question.deadline_at === null) {
        return html`<span class="muted">has waited ${span(now - question.created_at)}</span>`;
    }
    if (paused && !question.guard) {
        return html`<span class="muted">the run is paused, and so is the time to answer</span>`;
    }
    const left = question.deadline_at - now;
    return left > 0
        ? html`<span class=${left < 60 ? 'bad' : 'warn'}>answer within ${span(left)}, until ${left < LONG ? clockTime(question.deadline_at) : wholeTime(question.deadline_at)}</span>`
        : html`<span class="bad">its time is over</span>`;
}

/** What was answered, by whom and when; or how it ended without an answer. @param {Question} question */
export function outcome(question) {
    const words = question.decision ? (question.decision === 'approve' ? 'approved' : 'denied') : question.state;
    return html`${words === 'expired' ? chip('timed_out', words) : chip(words)} ${question.answered_by ? html`by ${who(question.answered_by)}` : nothing}
    ${question.choice ?? question.answer ? html`<q>${question.choice ?? question.answer}</q>` : nothing}
    ${question.reason ? html`<span class="muted">because</span> <q>${question.reason}</q>` : nothing}
    ${question.answered_at ? html`<span class="time muted">${clockTime(question.answered_at)}</span>` : nothing}`;
}

/** Facts that came along: words, a few plain facts, or JSON. @param {any} context */
export function facts(context) {
    if (typeof context === 'string') {
        return markdown(context);
    }
    const plain = Object.values(context).every(value => value === null || typeof value !== 'object');
    return plain
        ? html`<dl class="facts">${Object.entries(context).map(([name, value]) => html`<div><dt>${name}</dt><dd>${String(value)}</dd></div>`)}</dl>`
        : html`<pre tabindex="0" aria-label="Context">${pretty(context)}</pre>`;
}

/** Whether words are in it, whatever their case. @param {Question} question @param {string} objective @param {string} text */
export function hasWords(question, objective, text) {
    const words = [question.text, question.asked_by, question.answered_by, objective, question.run_id, JSON.stringify(question.approval ?? question.choices ?? '')];
    return words.join('\n').toLowerCase().includes(text.toLowerCase());
}
