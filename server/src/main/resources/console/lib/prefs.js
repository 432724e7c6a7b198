/**
 * What this browser likes: kept here alone, never on the hub.
 *
 * @typedef {{theme: 'system' | 'light' | 'dark', roomy: boolean, keys: boolean}} Prefs
 */

const KEY = 'parley.prefs';

export const changed = new EventTarget();

/** @type {Prefs} */
export const prefs = { theme: 'system', roomy: false, keys: true, ...stored() };

function stored() {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '{}');
    } catch {
        return {};
    }
}

/** @param {Partial<Prefs>} changes */
export function prefer(changes) {
    Object.assign(prefs, changes);
    localStorage.setItem(KEY, JSON.stringify(prefs));
    apply();
    changed.dispatchEvent(new Event('changed'));
}

/** Shows the page as it is liked. */
export function apply() {
    const root = document.documentElement;
    root.dataset.theme = prefs.theme;
    root.dataset.rows = prefs.roomy ? 'roomy' : 'compact';
}
