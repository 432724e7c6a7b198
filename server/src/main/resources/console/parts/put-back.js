import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { postOnce } from '../lib/once.js';
import { principal, runLink } from './principal.js';

/**
 * What became of dead letters that were put back.
 *
 * @typedef {import('./letter.js').Letter} Letter
 * @typedef {{sent: {message_id: string, run_id: string, seq: number}[], more: number, refused: {letter: Letter, why: string}[]}} Told
 */

/** As many are put back one by one, so that each new message can be named. */
const NAMED = 20;
const AT_ONCE = 500;

/**
 * Sends letters again, with other words if there is a draft, and tells of each.
 *
 * @param {Letter[]} letters
 * @param {string | undefined} draft
 * @param {Told} told
 */
export async function putBack(letters, draft, told) {
    for (const letter of letters.slice(0, NAMED)) {
        try {
            const body = draft === undefined ? {} : { body: JSON.parse(draft) };
            told.sent.push(await postOnce(at`/api/dead-letters/${letter.id}/requeue`, body));
        } catch (fault) {
            const why = /** @type {Error} */ (fault).message;
            told.refused.push({ letter, why: fault instanceof SyntaxError ? `this is no JSON: ${why}` : why });
        }
    }
    for (let n = NAMED; n < letters.length; n += AT_ONCE) {
        const some = letters.slice(n, n + AT_ONCE);
        const done = await postOnce('/api/dead-letters/requeue', { ids: some.map(letter => letter.id) });
        told.more += done.requeued;
        for (const one of done.failed) {
            told.refused.push({ letter: some.find(letter => letter.id === one.id) ?? some[0], why: one.detail });
        }
    }
}

/** @param {Told} told @param {boolean} busy @param {() => void} close */
export function putBackResult(told, busy, close) {
    const { sent, more, refused } = told;
    const all = sent.length + more;
    return html`<section class="panel came-of" role="status">
        ${busy ? html`<p>Putting back …</p>` : nothing}
        ${all
            ? html`<p><span class="ok">✓</span> Put back as ${all === 1 ? 'a message' : `${all} messages`}: ${sent.map(one => html`${runLink(one.run_id, one.seq, one.message_id)} `)}${more ? `and ${more} more` : nothing}</p>`
            : nothing}
        ${refused.slice(0, NAMED).map(one => html`<p><span class="bad">✕</span> ${principal(one.letter.sender)}'s letter stays: ${one.why}</p>`)}
        ${refused.length > NAMED ? html`<p class="muted">and ${refused.length - NAMED} more stay</p>` : nothing}
        <button class="small" @click=${close}>Close</button>
    </section>`;
}
