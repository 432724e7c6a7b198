import { html, nothing } from 'lit';
import { toast } from './toast.js';

/** Where the token comes from that a command takes. */
const TOKEN = '$PARLEY_TOKEN is for you to set: ./parley token create --person NAME makes a token (--agent NAME an agent\'s); the owner\'s is in owner.token in the data folder.';
let isTold = false;

/** @param {string} text */
const needsToken = text => text.includes('$PARLEY_TOKEN');

/** A command and a button that copies it. @param {string} command */
export function copyable(command) {
    return html`<div class="copyable"><pre tabindex="0"><code>${command}</code></pre>${copyButton(command, 'Copy')}</div>
        ${needsToken(command) ? html`<p class="muted">${TOKEN}</p>` : nothing}`;
}

/** @param {string} text @param {string} label */
export function copyButton(text, label) {
    return html`<button class="small" title=${needsToken(text) ? TOKEN : nothing} @click=${() => copy(text)}>${label}</button>`;
}

/** @param {string} text */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        toast(needsToken(text) && !isTold ? `Copied. ${TOKEN}` : 'Copied');
        isTold ||= needsToken(text);
    } catch {
        toast('This browser does not let the page copy; select the text instead', 'bad');
    }
}

/**
 * The call as a command line. It names the token, and never shows one.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
export function curl(method, path, body) {
    const parts = [`curl -s -X ${method} ${quoted(location.origin + path)}`, `-H "Authorization: Bearer $PARLEY_TOKEN"`];
    if (body !== undefined) {
        parts.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`);
    }
    return parts.join(' \\\n     ');
}

/** As one word of a shell, whatever is in it. @param {string} text */
export const quoted = text => `'${text.replaceAll("'", `'\\''`)}'`;
