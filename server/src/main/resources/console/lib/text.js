import { html } from 'lit';

/**
 * Text from agents is data. Lit writes it as text; this adds a small part of Markdown (paragraphs, lists, code,
 * bold, emphasis, headings as bold lines) as elements of our own. No HTML of theirs, no images, no links that act.
 */

const LONGEST = 20_000;
const INLINE = /(`[^`\n]+`|\*\*[^*\n]+\*\*|\*[^*\s][^*\n]*\*)/;

/** @param {string} text */
export function markdown(text) {
    const shown = text.length > LONGEST ? text.slice(0, LONGEST) + ' …' : text;
    return html`<div class="prose">${shown.split(/(```[\s\S]*?(?:```|$))/).map((part, n) => (n % 2 ? code(part) : blocks(part)))}</div>`;
}

/** @param {string} fenced */
function code(fenced) {
    return html`<pre tabindex="0"><code>${fenced.replace(/^```[^\n]*\n?/, '').replace(/\n?```$/, '')}</code></pre>`;
}

/** @param {string} text */
function blocks(text) {
    return text
        .split(/\n{2,}/)
        .filter(block => block.trim())
        .map(block => {
            const lines = block.split('\n').filter(line => line.trim());
            if (lines.every(line => /^\s*[-*] /.test(line))) {
                return html`<ul>${lines.map(line => html`<li>${inline(line.replace(/^\s*[-*] /, ''))}</li>`)}</ul>`;
            }
            return html`<p>${lines.map((line, n) => html`${n ? html`<br />` : ''}${heading(line)}`)}</p>`;
        });
}

/** @param {string} line */
function heading(line) {
    const title = /^#{1,6} (.*)$/.exec(line);
    return title ? html`<strong>${title[1]}</strong>` : inline(line);
}

/** @param {string} text */
function inline(text) {
    return text.split(INLINE).map(part => {
        if (/^`.+`$/.test(part)) {
            return html`<code>${part.slice(1, -1)}</code>`;
        }
        if (/^\*\*.+\*\*$/.test(part)) {
            return html`<strong>${part.slice(2, -2)}</strong>`;
        }
        return /^\*.+\*$/.test(part) ? html`<em>${part.slice(1, -1)}</em>` : part;
    });
}

/** As many characters as a line has room for. @param {string} text @param {number} [most] */
export function short(text, most = 160) {
    const line = text.replace(/\s+/g, ' ').trim();
    return line.length > most ? line.slice(0, most - 1) + '…' : line;
}

/** @param {unknown} value */
export const pretty = value => JSON.stringify(value, null, 2);
