import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { until } from 'lit/directives/until.js';
import { at, get } from '../lib/api.js';
import { pretty } from '../lib/text.js';
import { clockTime, span, wholeTime } from '../lib/time.js';
import { chip } from './chip.js';
import { principal, runLink } from './principal.js';

/**
 * A call of a tool, as the hub has recorded it. What agents themselves write of calls is no such record.
 *
 * @typedef {{call_id: string, run_id: string, tool: string, agent: string, status: string, decided_by: string | null, started_at: number, ended_at: number | null}} Call
 */

/** How long something took, to the millisecond where that matters. @param {number} seconds */
const lasting = seconds => (seconds < 1 ? `${Math.round(seconds * 1000)} ms` : seconds < 10 ? `${seconds.toFixed(1)} s` : span(seconds));

/** @param {Call[]} calls @param {import('./expand.js').Expanding} view */
export function callTable(calls, view) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Recent calls">
        <table>
            <thead><tr><th>When</th><th>Tool</th><th>Agent</th><th>Run</th><th>State</th><th>Approved by</th><th class="number">Took</th></tr></thead>
            <tbody>
                ${repeat(calls, call => call.call_id, call => html`<tr>
                        <td class="time" title=${wholeTime(call.started_at)}>${clockTime(call.started_at)}</td>
                        <td>${view.expander(call.call_id, html`<code>${call.tool}</code>`)}</td>
                        <td>${principal(call.agent)}</td>
                        <td>${runLink(call.run_id)}</td>
                        <td>${chip(call.status)}</td>
                        <td>${call.decided_by ? principal(call.decided_by) : nothing}</td>
                        <td class="number">${call.ended_at === null ? nothing : lasting(call.ended_at - call.started_at)}</td>
                    </tr>
                    ${view.opening(call.call_id, 7, () => html`<pre tabindex="0">${until(answer(call), 'Reading …')}</pre>`)}`)}
            </tbody>
        </table>
    </div>`;
}

/** What became of a call, in the hub's words. @param {Call} call */
async function answer(call) {
    try {
        return pretty(await get(at`/api/runs/${call.run_id}/tool-calls/${call.call_id}`));
    } catch (fault) {
        return /** @type {Error} */ (fault).message;
    }
}
