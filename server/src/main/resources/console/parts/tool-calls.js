import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { at, get } from '../lib/api.js';
import { pretty, short } from '../lib/text.js';
import { clockTime, span, wholeTime } from '../lib/time.js';
import { chip } from './chip.js';
import { principal, runLink } from './principal.js';

/**
 * A call of a tool, as the log of its run tells it.
 *
 * @typedef {{id: string, tool: string, agent: string, run: string, seq: number, state: string, begun: number, ended?: number, asked?: any, answer?: any}} Call
 */

const MOST = 200;
const RUNS_LOOKED_AT = 10;
const ENTRIES_LOOKED_AT = 200;

/** The newest calls of tools in all runs: put together from what runs say of them. */
export class Calls {
    /** @type {Map<string, Call>} */
    #known = new Map();

    /** Takes in one entry of a log; answers whether it was about a call. @param {any} message */
    hear(message) {
        const told = message.payload ?? {};
        if (!told.tool || !/^tool_(intent|result)$/.test(message.kind)) {
            return false;
        }
        const id = told.call_id ?? message.parent_id ?? message.message_id;
        const before = this.#known.get(id);
        const call = before ?? { id, tool: told.tool, agent: message.from_agent, run: message.run_id, seq: message.seq, state: 'running', begun: message.created_at };
        if (message.kind === 'tool_intent') {
            Object.assign(call, { begun: message.created_at, seq: message.seq, asked: told.arguments });
        } else {
            Object.assign(call, { state: told.status ?? 'completed', ended: message.created_at, answer: told.result ?? told.reason ?? message.payload_ref });
        }
        this.#known.set(id, call);
        if (this.#known.size > MOST) {
            this.newest.slice(MOST).forEach(old => this.#known.delete(old.id));
        }
        return !before;
    }

    get newest() {
        return [...this.#known.values()].sort((a, b) => b.begun - a.begun);
    }

    /** Looks at the ends of the newest runs. @param {AbortSignal} signal */
    async look(signal) {
        const runs = await get(`/api/runs?limit=${RUNS_LOOKED_AT}`, signal);
        const logs = await Promise.all(runs.items.map((/** @type {any} */ run) => get(at`/api/runs/${run.run_id}/messages` + `?latest=true&limit=${ENTRIES_LOOKED_AT}`, signal).catch(() => ({ items: [] }))));
        logs.forEach(log => log.items.forEach((/** @type {any} */ message) => this.hear(message)));
    }
}

/** How long something took, to the millisecond where that matters. @param {number} seconds */
export const lasting = seconds => (seconds < 1 ? `${Math.round(seconds * 1000)} ms` : seconds < 10 ? `${seconds.toFixed(1)} s` : span(seconds));

/** @param {Call[]} calls @param {import('./expand.js').Expanding} view */
export function callTable(calls, view) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Recent calls">
        <table>
            <thead><tr><th>When</th><th>Tool</th><th>Agent</th><th>Run</th><th>State</th><th class="number">Took</th></tr></thead>
            <tbody>
                ${repeat(calls, call => call.id, call => html`<tr class="fresh">
                        <td class="time" title=${wholeTime(call.begun)}>${clockTime(call.begun)}</td>
                        <td>${view.expander(call.id, html`<code>${call.tool}</code> <span class="muted">${call.asked ? short(JSON.stringify(call.asked), 70) : nothing}</span>`)}</td>
                        <td>${principal(call.agent)}</td>
                        <td>${runLink(call.run, call.seq)}</td>
                        <td>${chip(call.state)}</td>
                        <td class="number">${call.ended === undefined ? nothing : lasting(call.ended - call.begun)}</td>
                    </tr>
                    ${view.opening(call.id, 6, () => html`<div class="pair">
                        <div><p class="label">Asked</p><pre tabindex="0">${pretty(call.asked ?? null)}</pre></div>
                        <div><p class="label">Answered</p><pre tabindex="0">${call.answer === undefined ? 'not yet' : typeof call.answer === 'string' ? call.answer : pretty(call.answer)}</pre></div>
                    </div>`)}`)}
            </tbody>
        </table>
    </div>`;
}
