import { prefs } from './prefs.js';

/**
 * Single keys, which can be switched off, and never while somebody types.
 *
 * @typedef {Record<string, (event: KeyboardEvent) => void>} Keys "j", or "g r" for one after the other
 */

const SECOND = 1200;

/**
 * Has keys act until the answer is called.
 *
 * @param {Keys} keys
 */
export function onKeys(keys) {
    let first = '';
    let at = 0;
    /** @param {KeyboardEvent} event */
    const pressed = event => {
        if (!prefs.keys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyped(event)) {
            return;
        }
        const both = Date.now() - at < SECOND ? `${first} ${event.key}` : event.key;
        const act = keys[both] ?? keys[event.key];
        first = event.key;
        at = Date.now();
        if (act) {
            first = '';
            event.preventDefault();
            act(event);
        }
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
}

/** @param {KeyboardEvent} event */
function isTyped(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || !!document.querySelector('dialog[open]');
}

/** Moves to the next or previous of the rows on the page. @param {1 | -1} step */
export function moveRow(step) {
    const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('main [data-row]')]);
    const current = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement?.closest('[data-row]')));
    const next = rows[current < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, current + step))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
}
