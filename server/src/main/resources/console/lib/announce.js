/** What is said to those who cannot see: one polite region, with counts rather than every message. */

export const said = new EventTarget();
const PAUSE = 1500;
/** @type {Map<string, number>} */
const counts = new Map();
let timer = 0;

/** Says how many of a thing are new, together with all that come within a moment. @param {string} one @param {string} many */
export function announceNew(one, many) {
    const key = `${one}\n${many}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    timer ||= window.setTimeout(() => {
        timer = 0;
        const words = [...counts].map(([names, n]) => `${n} new ${names.split('\n')[n === 1 ? 0 : 1]}`);
        counts.clear();
        announce(words.join(', '));
    }, PAUSE);
}

/** @param {string} words */
export function announce(words) {
    said.dispatchEvent(new CustomEvent('said', { detail: words }));
}
