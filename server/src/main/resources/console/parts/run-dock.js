import { html, nothing } from 'lit';
import { may } from '../lib/me.js';
import { filter } from '../lib/route.js';
import { steer } from './run-steer.js';
import { isOver } from './run-strip.js';
import './run-thread.js';

/**
 * What stays at the foot of a run: the thread of the agents, the ways to the failure and to the end, and the box to steer.
 *
 * @param {import('../lib/run-log.js').RunLog} log
 * @param {URLSearchParams} asked
 * @param {number} seq which message the address names
 * @param {number} version grows with every change of the log
 * @param {() => void} failure
 * @param {() => void} newest
 */
export function dock(log, asked, seq, version, failure, newest) {
    const open = asked.get('internal') === '1';
    return html`<div class="dock">
        <div class="bar">
            <button class="pill" aria-expanded=${open} aria-controls="thread" @click=${() => filter({ internal: open ? null : '1' })}>Internal agent messages (${log.internal})</button>
            <button class="small" @click=${failure}>Jump to failure</button>
            <button class="small" ?disabled=${log.following} @click=${newest}>${log.unseen ? html`<strong>${log.unseen} new</strong>` : 'Newest'}</button>
        </div>
        ${open ? html`<parley-run-thread .log=${log} .version=${version} .at=${seq} .agent=${asked.get('agent') ?? ''} .kind=${asked.get('kind') ?? ''} .notes=${asked.get('notes') === '1'}></parley-run-thread>` : nothing}
        ${isOver(log.run) || !may('control') ? nothing : steer(log.run)}
    </div>`;
}
