import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { who } from './chip.js';

/** Who did something, as the hub names callers ("agent:bob", "person:ann"): agents by their name alone. @param {string} name */
export const principal = name => (name === 'nobody' ? html`<span class="who hub">nobody</span>` : who(name.replace(/^agent:/, '')));

/** A run, or one message of it, by its address. @param {string | null | undefined} run @param {number} [seq] @param {string} [words] */
export function runLink(run, seq, words) {
    if (!run) {
        return nothing;
    }
    const place = seq === undefined ? '' : `?at=${Number(seq)}`;
    return html`<a class="id" href=${'/ui' + at`/runs/${run}` + place}>${words ?? brief(run)}</a>`;
}

/** The end of an id, which tells it from others. @param {string} id */
export const brief = id => (/^[a-z]+_\w{16,}$/.test(id) ? `…${id.slice(-8)}` : id);
