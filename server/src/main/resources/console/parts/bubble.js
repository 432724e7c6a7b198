import { html, nothing } from 'lit';
import { markdown } from '../lib/text.js';
import { clockTime, wholeTime } from '../lib/time.js';
import { chip, who } from './chip.js';
import { sessionAt, tail } from './session-row.js';

/**
 * Something that was said in a session, and what became of the turn it called for.
 *
 * @typedef {{role: 'user' | 'assistant', content: string, timestamp: string, messageId: string, seq: number, source: string,
 *     fromSession?: string, answers?: string, applet?: string, turn?: string, actor?: string, error?: string, sender?: string}} Spoken
 */

const OPEN = ['queued', 'running'];

/** Whether its turn is still to come or under way. @param {Spoken} spoken */
export const isPending = spoken => OPEN.includes(spoken.turn ?? '');

/**
 * One bubble: a person's blue, an applet's with its name, an agent's purple with the session that it comes from.
 *
 * @param {Spoken} spoken
 * @param {{session: string, agent: string, ahead: number, toAgent: boolean}} place where it stands: how many turns come first, whether it answers an agent
 */
export function bubble(spoken, place) {
    const seconds = Date.parse(spoken.timestamp) / 1000;
    return html`<article class="bubble fresh ${tone(spoken, place.toAgent)}" aria-label="${speaker(spoken, place.agent)}, ${clockTime(seconds)}">
        <header>
            ${name(spoken, place.agent)}
            ${spoken.fromSession && spoken.fromSession !== place.session ? html`<a class="id" href=${sessionAt(spoken.fromSession)}>from ${tail(spoken.fromSession)}</a>` : nothing}
            <time class="time muted" title=${wholeTime(seconds)}>${clockTime(seconds)}</time>
        </header>
        ${markdown(spoken.content)} ${turn(spoken, place.ahead)}
    </article>`;
}

/** Words of an answer as they come. @param {string} agent @param {string} text */
export function streamed(agent, text) {
    return html`<article class="bubble answer coming" aria-busy="true" aria-label="${agent} answers">
        <header>${who(agent)} ${chip('streaming')}</header>
        ${text ? markdown(text) : html`<p class="muted">…</p>`}
    </article>`;
}

/** @param {Spoken} spoken @param {boolean} toAgent */
function tone(spoken, toAgent) {
    if (spoken.role === 'assistant') {
        return toAgent ? 'answer between' : 'answer';
    }
    return spoken.source === 'agent' ? 'said between' : spoken.source === 'user' ? 'said person' : 'said applet';
}

/** @param {Spoken} spoken @param {string} agent */
function speaker(spoken, agent) {
    if (spoken.role === 'assistant') {
        return agent;
    }
    return spoken.applet ?? spoken.sender?.replace(/^agent:/, '') ?? spoken.source;
}

/** @param {Spoken} spoken @param {string} agent */
function name(spoken, agent) {
    const said = speaker(spoken, agent);
    return spoken.applet ? html`<span class="who">${said}</span> <span class="muted">applet</span>` : who(said);
}

/** @param {Spoken} spoken @param {number} ahead */
function turn(spoken, ahead) {
    if (!spoken.turn || spoken.turn === 'done') {
        return nothing;
    }
    return html`<footer>
        ${spoken.turn === 'queued' && ahead ? chip('queued', `queued, ${ahead} before it`) : chip(spoken.turn)}
        ${spoken.error ? html`<pre tabindex="0" aria-label="Why">${spoken.error}</pre>` : nothing}
    </footer>`;
}
