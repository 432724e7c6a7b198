import { html, nothing } from 'lit';
import { may } from '../lib/me.js';
import { prefs } from '../lib/prefs.js';
import { filter } from '../lib/route.js';

/** What of the inbox is shown, and its keys. @param {import('../lib/route.js').Route} route */
export function inboxBar(route) {
    const run = route.query.get('run');
    return html`<div class="bar">
        <h1>Inbox</h1>
        ${route.id
            ? html`<a href="/ui/inbox">Everything that is asked</a>`
            : html`<input data-filter type="search" aria-label="Filter by text" placeholder="Filter …" .value=${route.query.get('text') ?? ''} @input=${(/** @type {any} */ e) => filter({ text: e.target.value })} />
                  <select aria-label="State" .value=${route.query.get('state') ?? 'open'} @change=${(/** @type {any} */ e) => filter({ state: e.target.value === 'all' ? 'all' : null })}>
                      <option value="open">open</option>
                      <option value="all">open and closed</option>
                  </select>`}
        ${run ? html`<span class="muted">in <code>${run}</code></span> <button class="small" @click=${() => filter({ run: null })}>every run</button>` : nothing}
        <span class="end muted keyhint" ?hidden=${!prefs.keys}><kbd>j</kbd> <kbd>k</kbd> move ${may('control') ? html`<kbd>a</kbd> approve, answer <kbd>r</kbd> deny <kbd>x</kbd> tick` : nothing} <kbd>e</kbd> more</span>
    </div>`;
}
