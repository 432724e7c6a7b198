import { Outbox } from '../lib/outbox.js';

const MOST = 50;

/** @typedef {{words: string, outbox: Outbox}} Draft what was typed and not sent, and what is on its way */

/** @type {Map<string, Draft>} by session, the one that was last looked at at the end */
const drafts = new Map();

/** What this tab is about to say in a session. @param {string} session */
export function draftOf(session) {
    const draft = drafts.get(session) ?? { words: '', outbox: new Outbox() };
    drafts.delete(session);
    drafts.set(session, draft);
    const spare = drafts.size > MOST && [...drafts].find(([, one]) => !one.outbox.busy);
    if (spare) {
        drafts.delete(spare[0]);
    }
    return draft;
}
