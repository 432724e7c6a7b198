import { html, nothing } from 'lit';
import { short } from '../lib/text.js';
import { ago, span, wholeTime } from '../lib/time.js';
import { who } from './chip.js';
import { runAddress } from './run-link.js';

/** @typedef {{items: any[], next: unknown} | null} Page null where one may not look */

/** What is for an agent and not done with: it commits how far it is. @param {Page} page */
export function inbox(page) {
    return glance('Inbox', 'what it has not yet said it is done with; your looking takes nothing away', page, item => message(item.message, item.message.from_agent, 'from', item.attempt));
}

/** What it has sent, newest first. @param {Page} page */
export function outbox(page) {
    return glance('Outbox', 'newest first', page, item => message(item, item.to_agent, 'to', 1));
}

/** Whose reply it awaits. @param {Page} page */
export function pending(page) {
    return glance('Awaits', 'replies that have not come', page, item => {
        const left = item.deadline_at ? item.deadline_at - Date.now() / 1000 : undefined;
        return html`<a data-row href=${runAddress(item.run_id, item.seq)}>${item.act} ${item.seq}</a> of ${who(item.asked)}
            ${left === undefined ? nothing : html`<span class=${left < 60 ? 'bad' : 'muted'}>${left > 0 ? `${span(left)} left` : 'overdue'}</span>`}`;
    });
}

/** @param {string} name @param {string} words @param {Page} page @param {(item: any) => unknown} line */
function glance(name, words, page, line) {
    return html`<section class="panel glance" aria-label=${name}>
        <h2>${name} <span class="muted">${page ? `${page.items.length}${page.next === null ? '' : '+'}` : ''} · ${words}</span></h2>
        ${page?.items.length ? html`<ul>${page.items.map(item => html`<li>${line(item)}</li>`)}</ul>` : html`<p class="muted">${page ? 'nothing' : 'cannot be looked at'}</p>`}
    </section>`;
}

/** @param {any} one @param {string} other @param {string} way @param {number} attempt */
function message(one, other, way, attempt) {
    return html`<span class="muted">${way}</span> ${who(other)} <code>${one.kind}</code>
        <a data-row href=${runAddress(one.run_id, one.seq)}>${short(one.summary || one.message_id, 90)}</a>
        ${attempt > 1 ? html`<span class="warn">attempt ${attempt}</span>` : nothing}
        <span class="muted" title=${wholeTime(one.created_at)}>${ago(one.created_at)}</span>`;
}
