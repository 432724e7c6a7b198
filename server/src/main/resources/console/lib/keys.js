import { prefs } from './prefs.js';

/**
 * Single keys, which can be switched off, and never while somebody types: in a field, or where a field was a moment ago.
 *
 * @typedef {Record<string, (event: KeyboardEvent) => void>} Keys "j", or "g r" for one after the other
 */

const SECOND = 1200;
/** So long after a letter that means nothing, letters are taken for typed ones. */
const TYPING = 1000;
/** Keys that go on while they are held down; every other decides once. */
const REPEATED = /^[jk]$/;

/** Keys with which somebody has done typing. */
const ENDS = /^(Enter|Escape|Tab|Arrow.*)$/;

/** @type {Set<Keys>} */
const all = new Set();
let first = '';
let at = 0;
let typing = 0;
/** @type {Element | null} where it was typed */
let field = null;

/**
 * Has keys act until the answer is called.
 *
 * @param {Keys} keys
 */
export function onKeys(keys) {
    all.add(keys);
    return () => void all.delete(keys);
}

document.addEventListener('keydown', event => {
    if (ENDS.test(event.key)) {
        typing = 0;
    }
    if (!prefs.keys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) {
        return;
    }
    const typed = isTyped(event);
    const act = typed || isStillTyping() ? undefined : meant(event);
    if (act) {
        event.preventDefault();
        typing = 0;
        act(event);
    } else if (event.key.length === 1 && first === '') {
        typing = Date.now();
        field = typed ? /** @type {Element} */ (event.target) : null;
    }
});

/** Whether the field in which somebody types has gone, or there never was one. */
function isStillTyping() {
    return Date.now() - typing < TYPING && !field?.isConnected;
}

/** What the keys say, those of the view before those of the frame. @param {KeyboardEvent} event */
function meant(event) {
    if (event.repeat && !REPEATED.test(event.key)) {
        return undefined;
    }
    const both = Date.now() - at < SECOND ? `${first} ${event.key}` : event.key;
    const maps = [...all].reverse();
    const act = maps.map(keys => keys[both]).find(Boolean) ?? maps.map(keys => keys[event.key]).find(Boolean);
    const begins = !act && maps.some(keys => Object.keys(keys).some(name => name.startsWith(`${event.key} `)));
    first = begins ? event.key : '';
    at = Date.now();
    return act;
}

/** @param {KeyboardEvent} event */
function isTyped(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const typed = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || !!document.querySelector('dialog[open]');
    first = typed ? '' : first;
    return typed;
}

/** Moves to the next or previous of the rows on the page. @param {1 | -1} step */
export function moveRow(step) {
    const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('main [data-row]')]);
    const current = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement?.closest('[data-row]')));
    const next = rows[current < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, current + step))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
}
