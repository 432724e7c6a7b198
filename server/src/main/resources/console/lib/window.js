/**
 * The part of a long log that a page holds: a contiguous run of messages by seq, of bounded size.
 *
 * @typedef {import('./message.js').Envelope} Envelope
 * @typedef {{from: number, to: number}} Span seqs, both included
 */

/** How many messages a page keeps. */
export const KEPT = 1000;
/** How many are read at a time. */
export const PAGE = 200;
/** After so many seconds of silence a gap is shown. */
export const IDLE = 60;
