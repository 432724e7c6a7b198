import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { short } from '../lib/text.js';
import { ago, wholeTime } from '../lib/time.js';
import { chip, who } from './chip.js';
import { isNews } from './seen.js';

/**
 * A session as the hub tells it.
 *
 * @typedef {{sessionId: string, runId: string, agent: string, cwd: string, model: string | null, spawnDepth: number, createdBy: string,
 *     createdAt: string, parentSession: string | null, status: string, closed: boolean, waiting: number, error?: string,
 *     lastMessage: {role: string, content: string, timestamp: string} | null}} Session
 */

/** @param {string} id */
export const sessionAt = id => '/ui' + at`/sessions/${id}`;

/** The last letters tell sessions apart; the first are the time. @param {string} id */
export const tail = id => `…${id.slice(-6)}`;

/** @param {Session} session */
export const standing = session => (session.closed ? chip('cancelled', 'closed') : chip(session.status));

/** Whether there is something that this tab has not seen. @param {Session} session */
export const news = session => (isNews(session.sessionId, session.lastMessage?.timestamp) ? html`<span class="badge">new</span>` : nothing);

/** A line of the list. @param {Session} session @param {string} viewed the session that is looked at */
export function sessionRow(session, viewed) {
    const last = session.lastMessage;
    const time = last?.timestamp ?? session.createdAt;
    const isSpawned = viewed !== '' && session.parentSession === viewed;
    return html`<li>
        <a data-row class="session" href=${sessionAt(session.sessionId)} aria-current=${session.sessionId === viewed ? 'true' : nothing}>
            <span class="line">
                ${who(session.agent)} <span class="id muted">${tail(session.sessionId)}</span> ${standing(session)}
                ${session.sessionId === viewed ? nothing : news(session)}
                <span class="end muted" title=${wholeTime(Date.parse(time) / 1000)}>${ago(Date.parse(time) / 1000)}</span>
            </span>
            <span class="line words">${short(last?.content ?? 'Nothing was said yet', 90)}</span>
            <span class="line muted">
                <code>${session.cwd}</code>
                ${session.spawnDepth ? html`<span>depth ${session.spawnDepth}</span>` : nothing}
                ${isSpawned ? html`<span class="spawned">spawned by this one</span>` : session.parentSession ? html`<span>from <span class="id">${tail(session.parentSession)}</span></span>` : nothing}
            </span>
        </a>
    </li>`;
}
