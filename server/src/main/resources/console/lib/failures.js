import { failure } from './message.js';
import { first } from './window.js';

/**
 * @typedef {import('./message.js').Envelope} Envelope
 * @typedef {import('./window.js').Window} Window
 * @typedef {import('./window.js').Page} Page
 */

/** How many pages of a long log are looked through, and how long each is. */
const PAGES = 20;
const LENGTH = 500;

/**
 * The seq of the first failure after a seq. What is not held is looked through as far as is bearable; then the first
 * one that is held has to do.
 *
 * @param {Window} window
 * @param {number} after
 * @param {(page: Page) => Promise<Envelope[]>} read
 * @returns {Promise<number | undefined>}
 */
export async function failureAfter(window, after, read) {
    let from = after;
    for (let page = 0; page < PAGES && from + 1 < first(window); page++) {
        const items = await read({ after: from, limit: LENGTH });
        const found = items.find(message => failure(message));
        if (found || !items.length) {
            return found?.seq;
        }
        from = /** @type {Envelope} */ (items.at(-1)).seq;
    }
    return window.items.find(message => message.seq > after && failure(message))?.seq;
}
