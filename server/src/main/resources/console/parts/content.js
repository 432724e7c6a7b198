import { html, nothing } from 'lit';
import { markdown, pretty } from '../lib/text.js';

/** Parts of a message, a result or an artifact, each by what it is; all of it is data. @param {any[] | undefined} parts */
export function content(parts) {
    return (parts ?? []).map(part => {
        const value = part.content ?? part.text ?? part.data ?? part;
        if (part.type === 'text' && typeof value === 'string') {
            return markdown(value);
        }
        return html`<div><span class="label">${part.type}</span>${part.name ? html` <code>${part.name}</code>` : nothing}${json(value)}</div>`;
    });
}

/** @param {unknown} value */
export const json = value => html`<pre tabindex="0" class="json"><code>${typeof value === 'string' ? value : pretty(value)}</code></pre>`;
