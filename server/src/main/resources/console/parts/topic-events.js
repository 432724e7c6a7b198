import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { pretty, short } from '../lib/text.js';
import { ago, wholeTime } from '../lib/time.js';
import { who } from './chip.js';
import { copyButton } from './copy.js';

/**
 * An event as it was published, and its place among all of the space.
 *
 * @typedef {{position: number, topic: string, created_at: number, event: {event_type: string, data: {agent: string, event_type: string, data: any, timestamp: string}}}} Published
 */

/** Events, newest first; looking consumes nothing. @param {Published[]} events @param {import('./expand.js').Expanding} view */
export function eventTable(events, view) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Events">
        <table>
            <thead><tr><th class="number">Position</th><th>Data</th><th>Published by</th><th class="number">Age</th></tr></thead>
            <tbody>
                ${repeat(
                    events,
                    one => one.position,
                    one => html`<tr class="fresh">
                            <td class="number">${one.position}</td>
                            <td>${view.expander(String(one.position), html`<code>${short(JSON.stringify(one.event.data.data ?? null), 160)}</code>`)}</td>
                            <td>${who(one.event.data.agent)}</td>
                            <td class="number" title=${wholeTime(one.created_at)}>${ago(one.created_at)}</td>
                        </tr>
                        ${view.opening(String(one.position), 4, () => html`<div class="letter"><pre tabindex="0">${pretty(one.event)}</pre><div>${copyButton(pretty(one.event), 'Copy')}</div></div>`)}`,
                )}
            </tbody>
        </table>
    </div>`;
}
