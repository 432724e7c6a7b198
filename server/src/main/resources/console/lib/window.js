/**
 * The part of a long log that a page holds: the messages from one seq to another, never more than {@link KEPT}. Pure:
 * every function answers a new window and leaves the old one as it was.
 *
 * Seqs of a log have no gaps. A page may come shorter than it was asked for, and then lacks what is farthest from where
 * it was to begin. The live stream leaves out acks, so what was heard may have holes, which {@link gap} finds and
 * {@link join} fills.
 *
 * @typedef {import('./message.js').Envelope} Envelope
 * @typedef {{items: readonly Envelope[], last: number}} Window what is held, by seq; and the newest seq that is known to exist
 * @typedef {{after?: number, before?: number, latest?: boolean, limit: number}} Page what to ask the hub for: what follows a seq, what is ahead of one, or the end
 */

/** How many messages a page keeps. */
export const KEPT = 1000;
/** How many are read at a time. */
export const PAGE = 200;
/** After so many seconds of silence a gap is shown. */
export const IDLE = 60;

/** @type {Window} */
export const NOTHING = { items: [], last: 0 };

/** The first seq that is held; one more than the last where none is. @param {Window} window */
export const first = window => window.items[0]?.seq ?? window.last + 1;

/** The last seq that is held. @param {Window} window */
export const held = window => window.items.at(-1)?.seq ?? 0;

/** Whether the newest message is held, so that what is heard can be added. @param {Window} window */
export const atEnd = window => held(window) >= window.last;

/** The newest page of a log. @returns {Page} */
export const newest = () => ({ latest: true, limit: PAGE });

/** The two pages that meet at a message, which is the last of the first. @param {number} seq @returns {Page[]} */
export const around = seq => [{ before: seq + 1, limit: PAGE / 2 }, { after: seq, limit: PAGE / 2 }];

/** The page ahead of what is held, or nothing where it begins with the log. @param {Window} window @returns {Page | undefined} */
export const older = window => (first(window) > 1 ? { before: first(window), limit: PAGE } : undefined);

/** The page that follows what is held, or nothing at the end. @param {Window} window @returns {Page | undefined} */
export const newer = window => (atEnd(window) ? undefined : { after: held(window), limit: PAGE });

/**
 * What is not there and should be: between what was held and what was heard (acks, most often), and for somebody who
 * is at the end also what was written since.
 *
 * @param {Window} window
 * @param {boolean} following
 * @returns {Page | undefined}
 */
export function gap(window, following) {
    if (following && !atEnd(window)) {
        return window.last - held(window) > PAGE ? newest() : newer(window);
    }
    for (let n = window.items.length - 1; n > 0; n--) {
        const from = /** @type {Envelope} */ (window.items[n - 1]).seq;
        const to = /** @type {Envelope} */ (window.items[n]).seq;
        if (to - from > 1) {
            return { before: to, limit: Math.min(PAGE, to - from - 1) };
        }
    }
    return undefined;
}

/**
 * Adds messages by seq, each once, and lets go of those that are too many.
 *
 * @param {Window} window
 * @param {readonly Envelope[]} more
 * @param {'oldest' | 'newest'} drop at which end there may be too many: the one the reader is farther from
 * @returns {Window}
 */
export function join(window, more, drop) {
    const bySeq = new Map(window.items.map(message => [message.seq, message]));
    more.forEach(message => bySeq.set(message.seq, bySeq.get(message.seq) ?? message));
    const items = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
    const last = Math.max(window.last, items.at(-1)?.seq ?? 0);
    return { items: drop === 'oldest' ? items.slice(-KEPT) : items.slice(0, KEPT), last };
}

/**
 * What was told live: added where the end is held, else only known to be there. Somebody who reads further up keeps
 * what is read, and the newest is let go.
 *
 * @param {Window} window
 * @param {Envelope} message
 * @param {boolean} following whether the reader is at the end
 * @returns {Window}
 */
export function heard(window, message, following) {
    if (!atEnd(window)) {
        return { ...window, last: Math.max(window.last, message.seq) };
    }
    return join(window, [message], following ? 'oldest' : 'newest');
}
