import { html, nothing } from 'lit';
import { SAID, delegations } from '../lib/delegation.js';
import { says } from '../lib/message.js';
import { short } from '../lib/text.js';
import { clockTime, span } from '../lib/time.js';
import { chip, who } from './chip.js';

/**
 * Who gave what to whom, with how it stands and how long it took.
 *
 * @typedef {import('../lib/message.js').Envelope} Envelope
 * @typedef {import('../lib/delegation.js').Delegation} Delegation
 */

const MOST = 300;

/** @param {readonly Envelope[]} messages @param {boolean} over whether nothing more happens @param {(message: Envelope) => void} pick */
export function tree(messages, over, pick) {
    const roots = delegations(messages).slice(-MOST);
    return roots.length
        ? html`<ul class="tree" aria-label="Who gave what to whom">${roots.map(root => branch(root, over, pick))}</ul>`
        : html`<p class="muted">Nobody has been given anything in the messages that are shown.</p>`;
}

/** @param {Delegation} given @param {boolean} over @param {(message: Envelope) => void} pick @returns {unknown} */
function branch(given, over, pick) {
    const { message, ended } = given;
    const lost = over && ended === undefined;
    const time = ended ?? (over ? undefined : Date.now() / 1000);
    return html`<li>
        <div class="given">
            <span>${who(message.from_agent)} <span class="muted" aria-hidden="true">→</span><span class="unseen">to</span> ${who(message.to_agent)}</span>
            ${given.state === SAID ? html`<span class="muted time">${clockTime(message.created_at)}</span>` : html`${lost ? chip('idle', 'not reported') : chip(given.state)} <span class="muted time">${time ? span(time - message.created_at) : nothing}</span>`}
            <button class="link" @click=${() => pick(message)}>${short(says(message) || message.kind, 140)}</button>
            ${given.outcome ? html`<button class="link muted" @click=${() => pick(/** @type {Envelope} */ (given.outcome))}>${clockTime(given.outcome.created_at)} ${short(says(given.outcome) || given.outcome.kind, 140)}</button>` : nothing}
        </div>
        ${given.children.length ? html`<ul>${given.children.map(child => branch(child, over, pick))}</ul>` : nothing}
    </li>`;
}
