import { html } from 'lit';
import { at } from '../lib/api.js';
import { filter } from '../lib/route.js';
import { isOver } from './run-strip.js';
import './sequence.js';
import { tree } from './tree.js';

const SHOWN = 200;
const LOOKS = [
    ['flow', 'Flow'],
    ['tree', 'Tree'],
    ['raw', 'Raw'],
];

/**
 * The same log three times: as a sequence diagram, as a tree of who gave what to whom, as JSON.
 *
 * @param {import('../lib/run-log.js').RunLog} log
 * @param {string} look
 * @param {number} seq which message is marked
 * @param {(seq: number) => void} show
 */
export function side(log, look, seq, show) {
    const { items } = log.window;
    const pick = (/** @type {import('../lib/message.js').Envelope} */ message) => show(message.seq);
    const picked = items.find(message => message.seq === seq)?.message_id ?? '';
    return html`<aside class="side" aria-label="The log otherwise">
        <div class="bar">
            <div class="tabs" role="group" aria-label="Look of the log">
                ${LOOKS.map(([name = '', words]) => html`<button aria-pressed=${look === name} @click=${() => filter({ view: name === 'flow' ? null : name })}>${words}</button>`)}
            </div>
            <span class="muted">${items.length < log.window.last ? `${items.length} of ${log.window.last} messages` : `${items.length} messages`}</span>
            <a class="end" href=${at`/api/runs/${log.id}/export`} download="${log.id}.ndjson">Export</a>
        </div>
        ${look === 'tree'
            ? tree(items, isOver(log.run), pick)
            : look === 'raw'
              ? html`<div class="raw" tabindex="0" role="region" aria-label="Raw JSON, newest last"><pre><code>${items.slice(-SHOWN).map(message => JSON.stringify(message)).join('\n')}</code></pre></div>`
              : html`<parley-sequence .messages=${items.filter(message => message.act !== 'ack')} .picked=${picked} @pick=${(/** @type {CustomEvent} */ event) => pick(event.detail)}></parley-sequence>`}
    </aside>`;
}
