import { html, nothing } from 'lit';
import { may } from '../lib/me.js';
import { pretty } from '../lib/text.js';
import { copyButton, curl } from './copy.js';
import { at } from '../lib/api.js';

/**
 * A dead letter: what could not become a message, or a message that nobody acked or replied to.
 *
 * @typedef {{id: string, type: string, sender: string, run_id: string | null, code: string, reason: string, body: string, size: number, recipient?: string, created_at: number}} Letter
 */

/** @type {Record<string, string>} */
const REASONS = {
    'bad-json': 'not JSON',
    'json-depth': 'nested too deep',
    'body-size': 'too large',
    'bad-value': 'a wrong or missing value',
    'conflicting-fields': 'fields that disagree',
    'unknown-kind': 'a kind that its run does not know',
    'wrong-direction': 'sent in the wrong direction',
    'not-a-participant': 'somebody who takes no part in the run',
    'unknown-parent': 'answers an unknown message',
    'unknown-blob': 'names an unknown file',
    unacked: 'never acknowledged',
    unreplied: 'never replied to',
    'run-ended': 'its run was cancelled first',
};

/** The code of a reason in words. @param {string} code */
export const reasonWords = code => REASONS[code] ?? code.replaceAll('-', ' ');

/** Why it cannot be put back, if so. @param {Letter} letter */
export function stuck(letter) {
    if (letter.code === 'unreplied') {
        return 'Nobody waits for the reply any more: send another message, or discard this one.';
    }
    return letter.code === 'run-ended' ? 'Its run has ended, so nothing is delivered there any more.' : '';
}

/** Whether other words may be sent in its place. @param {Letter} letter */
export const mayBeEdited = letter => letter.type === 'malformed';

/** Whether only the beginning was kept. @param {Letter} letter */
export const isCut = letter => mayBeEdited(letter) && new TextEncoder().encode(letter.body).length < letter.size;

/** To whom it was meant to go, as far as that can be read. @param {Letter} letter */
export function recipient(letter) {
    const sent = parsed(letter.body);
    const to = letter.recipient ?? sent?.to_agent ?? sent?.toAgent ?? sent?.to;
    return typeof to === 'string' ? to : '';
}

/** The number of the message in its run, of one that is a message. @param {Letter} letter */
export function seqOf(letter) {
    const seq = letter.type === 'malformed' ? undefined : parsed(letter.body)?.seq;
    return typeof seq === 'number' ? seq : undefined;
}

/** @param {string} text @returns {any} */
function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

/** What was sent, set out if it is JSON. @param {Letter} letter */
export function bodyText(letter) {
    const json = parsed(letter.body);
    return json === null ? letter.body : pretty(json);
}

/**
 * The whole letter, and its words in a box where other ones may be sent instead.
 *
 * @param {Letter} letter
 * @param {string | undefined} draft what stands in the box; undefined while nobody edits
 * @param {{edit: (text: string | undefined) => void, send: (text?: string) => void}} acts
 */
export function letterSheet(letter, draft, acts) {
    return html`<div class="letter">
        <p>${letter.reason}${isCut(letter) ? html` <strong>Only the first ${letter.body.length} of ${letter.size} bytes were kept; it needs other words to be put back.</strong>` : nothing}</p>
        ${stuck(letter) ? html`<p class="muted">${stuck(letter)}</p>` : nothing}
        ${draft === undefined
            ? html`<pre tabindex="0">${bodyText(letter)}</pre>`
            : html`<label>What is sent instead, as JSON<textarea rows="10" spellcheck="false" .value=${draft} @input=${(/** @type {any} */ e) => acts.edit(e.target.value)}></textarea></label>`}
        <div class="buttons start">
            ${draft !== undefined
                ? html`<button class="primary" @click=${() => acts.send(draft)}>Put back so</button><button @click=${() => acts.edit(undefined)}>Leave it as it was</button>`
                : html`${stuck(letter) || isCut(letter) || !may('send') ? nothing : html`<button class="small" @click=${() => acts.send()}>Put back as it is</button>`}
                  ${mayBeEdited(letter) && may('send') ? html`<button class="small" @click=${() => acts.edit(bodyText(letter))}>Edit</button>` : nothing}`}
            ${copyButton(letter.body, 'Copy')} ${copyButton(curl('POST', at`/api/dead-letters/${letter.id}/requeue`, {}), 'Copy as curl')}
            <a class="id" href=${'/ui' + at`/dead-letters/${letter.id}`}>${letter.id}</a>
        </div>
    </div>`;
}
