import { html } from 'lit';
import { prefer, prefs } from '../lib/prefs.js';

/** The keys, and how this browser likes the page. @param {{key: string, name: string}[]} views @param {() => void} closed */
export function help(views, closed) {
    return html`<dialog class="help" aria-labelledby="keys" @close=${closed}>
        <h2 id="keys">Keys and looks</h2>
        <dl class="keys">
            <dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next and previous row</dd>
            <dt><kbd>/</kbd></dt><dd>filter</dd>
            <dt><kbd>e</kbd></dt><dd>expand a row</dd>
            <dt><kbd>a</kbd> <kbd>r</kbd></dt><dd>in the inbox: approve or answer, refuse</dd>
            ${views.map(view => html`<dt><kbd>g</kbd> <kbd>${view.key}</kbd></dt><dd>${view.name}</dd>`)}
        </dl>
        <label class="check"><input type="checkbox" .checked=${prefs.keys} @change=${(/** @type {any} */ e) => prefer({ keys: e.target.checked })} /> Single keys act</label>
        <label class="check"><input type="checkbox" .checked=${prefs.roomy} @change=${(/** @type {any} */ e) => prefer({ roomy: e.target.checked })} /> Roomy rows</label>
        <label>Colours
            <select @change=${(/** @type {any} */ e) => prefer({ theme: e.target.value })}>
                ${[['system', 'as the system'], ['light', 'light'], ['dark', 'dark']].map(([value, words]) => html`<option value=${value} ?selected=${prefs.theme === value}>${words}</option>`)}
            </select>
        </label>
        <form method="dialog"><button class="primary" autofocus>Close</button></form>
    </dialog>`;
}
