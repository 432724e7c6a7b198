import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { may } from '../lib/me.js';
import { says } from '../lib/message.js';
import { postOnce } from '../lib/once.js';
import { short } from '../lib/text.js';
import { span } from '../lib/time.js';
import { chip, who } from './chip.js';
import { confirm } from './dialog.js';
import { attempt } from './toast.js';

const count = new Intl.NumberFormat();
const MOST_AGENTS = 12;

/** Whether nothing more happens in the run. @param {any} run */
export const isOver = run => /^(completed|failed|cancelled)$/.test(run.status);

/** What it is about: its objective, or the first words in it. @param {import('../lib/run-log.js').RunLog} log @returns {string} */
export function titleOf({ run, window }) {
    const opening = window.items.find(message => message.seq === 1);
    return run.intent_snapshot?.objective || run.title || (opening && says(opening)) || run.summary || run.run_id;
}

/**
 * How the run stands, in a strip that stays: state, time, messages, tokens, cost, protocol, who does what; and what to do about it.
 *
 * @param {import('../lib/run-log.js').RunLog} log
 */
export function strip(log) {
    const { run } = log;
    const title = titleOf(log);
    const until = isOver(run) ? log.latest : Date.now() / 1000;
    const used = run.usage?.with_children ?? run.usage;
    const names = Object.values(run.participants ?? {}).map(name => [name, '']);
    const states = Object.entries({ ...Object.fromEntries(names), ...run.agent_states });
    return html`<header class="strip">
        <h1 title=${title}>${short(title, 140)}</h1>
        <div class="acts">${acts(run, () => log.refresh())}</div>
        <dl>
            ${measure('State', run.paused ? chip('paused') : chip(run.status))} ${measure('Time', span(until - run.created_at))} ${measure('Messages', count.format(run.last_seq))}
            ${measure('Tokens', used ? html`<span title="${count.format(used.input_tokens)} in, ${count.format(used.output_tokens)} out, ${count.format(used.calls)} calls">${count.format(used.input_tokens + used.output_tokens)}</span>` : '–')}
            ${measure('Cost', used ? used.cost.toFixed(used.cost < 1 ? 4 : 2) : '–')} ${measure('Protocol', run.protocol)}
            ${states.length ? measure('Agents', html`${states.slice(0, MOST_AGENTS).map(([agent, state]) => html`<span class="agent-state">${who(agent)} ${state ? chip(/** @type {string} */ (state)) : nothing}</span>`)}${states.length > MOST_AGENTS ? html`<span class="muted">and ${states.length - MOST_AGENTS} more</span>` : nothing}`) : nothing}
        </dl>
        ${run.paused && run.reason ? html`<p class="warn">${run.reason}</p>` : nothing}
    </header>`;
}

/** @param {string} name @param {unknown} value */
const measure = (name, value) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** @param {any} run @param {() => void} changed */
function acts(run, changed) {
    if (isOver(run) || !may('control')) {
        return nothing;
    }
    /** @param {string} act @param {string} question @param {string} yes @param {string} done */
    const ask = async (act, question, yes, done) => {
        const answer = await confirm(question, yes, { reason: true });
        if (answer && (await attempt(() => postOnce(at`/api/runs/${run.run_id}` + `/${act}`, answer.reason ? { reason: answer.reason } : {}), done))) {
            changed();
        }
    };
    return html`${run.paused
            ? html`<button @click=${() => ask('resume', 'Let the run go on?', 'Resume', 'The run goes on')}>Resume</button>`
            : html`<button @click=${() => ask('pause', 'Pause the run? Its agents are refused until it goes on.', 'Pause', 'The run is paused')}>Pause</button>`}
        <button class="danger" @click=${() => ask('cancel', 'Cancel this run for good? What its agents hold is taken back.', 'Cancel the run', 'The run is cancelled')}>Cancel</button>`;
}
