import { at, get, query } from './api.js';

/**
 * @typedef {import('./message.js').Envelope} Envelope
 * @typedef {import('./window.js').Page} Page
 */

/** How many answers are put together at most: the hub ends one early where messages are long. */
const ANSWERS = 5;

/**
 * Reads a part of a run's log, in order and without gaps: as much of the page as {@link ANSWERS} answers hold.
 *
 * @param {string} run
 * @param {Page} page
 * @param {AbortSignal} [signal]
 * @returns {Promise<Envelope[]>}
 */
export async function readLog(run, page, signal) {
    const isForward = page.after !== undefined;
    /** @type {Envelope[]} */
    let items = [];
    let rest = page;
    for (let n = 0; n < ANSWERS; n++) {
        const answer = await get(at`/api/runs/${run}/messages` + query(rest), signal);
        items = isForward ? [...items, ...answer.items] : [...answer.items, ...items];
        const on = isForward ? answer.next : answer.previous;
        const limit = page.limit - items.length;
        if (!on || limit <= 0) {
            break;
        }
        rest = isForward ? { after: Number(on), limit } : { before: Number(on), limit };
    }
    return items;
}
