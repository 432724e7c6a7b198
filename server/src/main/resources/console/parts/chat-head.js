import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { may } from '../lib/me.js';
import { who } from './chip.js';
import { copyButton, curl } from './copy.js';
import { news, sessionAt, standing, tail } from './session-row.js';

/** @typedef {import('./session-row.js').Session} Session */

const MOST_SPAWNED = 8;

/**
 * Whose session it is, where it comes from and what came of it, and how to end it.
 *
 * @param {Session} session
 * @param {{parents: Session[], spawned: Session[], stop: () => void, close: () => void}} more
 */
export function chatHead(session, more) {
    return html`<header class="head">
        ${more.parents.length
            ? html`<nav aria-label="Spawned by">${more.parents.map(one => html`<a href=${sessionAt(one.sessionId)}>${one.agent} <span class="id">${tail(one.sessionId)}</span></a> <span aria-hidden="true">›</span> `)}</nav>`
            : nothing}
        <h2>${who(session.agent)} <span class="id muted">${session.sessionId}</span></h2>
        ${standing(session)}
        <code class="muted">${session.cwd}</code>
        ${session.model ? html`<span class="muted">${session.model}</span>` : nothing}
        <a href=${'/ui' + at`/runs/${session.runId}`}>Run</a>
        <span class="end">
            ${copyButton(curl('POST', at`/api/sessions/${session.sessionId}/messages`, { message: '…' }), 'Copy as curl')}
            ${session.status === 'streaming' && may('send') ? html`<button class="small danger" @click=${more.stop}>Stop</button>` : nothing}
            ${session.closed || !may('send') ? nothing : html`<button class="small" @click=${more.close}>Close …</button>`}
        </span>
        ${more.spawned.length
            ? html`<nav aria-label="Spawned here"><span class="muted">spawned</span> ${more.spawned.slice(0, MOST_SPAWNED).map(one => html`<a href=${sessionAt(one.sessionId)}>${one.agent} <span class="id">${tail(one.sessionId)}</span></a> ${standing(one)} ${news(one)} `)}</nav>`
            : nothing}
        ${session.error ? html`<p class="bad" role="alert">${session.error}</p>` : nothing}
    </header>`;
}
