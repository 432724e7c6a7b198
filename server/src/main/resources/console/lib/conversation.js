import { at, get, query } from './api.js';

/**
 * A window on what was said in a session: opens on the newest, goes back page by page, and stays bounded.
 *
 * @typedef {import('../parts/bubble.js').Spoken} Spoken
 * @typedef {import('../parts/session-row.js').Session} Session
 */

const PAGE = 100;
/** As few as that make another look back worth it. */
const FEW = 20;
const LOOKS = 5;
const MOST = 400;
const PENDING = /^(queued|running)$/;

export class Conversation {
    /** @type {Spoken[]} oldest first */
    said = [];
    /** The log before this seq was not read. */
    #from = 0;
    #to = 0;
    /** Whether the newest were let go for older ones. */
    isBehind = false;

    /** @param {Session} session */
    constructor(session) {
        this.session = session;
    }

    get hasOlder() {
        return this.#from > 0;
    }

    /** @param {AbortSignal} signal */
    async open(signal) {
        const run = await get(at`/api/runs/${this.session.runId}?limit=1`, signal);
        this.#from = this.#to = run.last_seq ?? 0;
        for (let look = 0; look < LOOKS && this.hasOlder && this.said.length < FEW; look++) {
            await this.older(signal);
        }
        await this.newer(signal);
    }

    /** @param {AbortSignal} [signal] */
    async older(signal) {
        const after = Math.max(0, this.#from - PAGE);
        /** @type {Spoken[]} */
        const before = [];
        for (let at = after, more = true; more && at < this.#from; ) {
            const page = await this.#read(at, this.#from - at, signal);
            before.push(...page.said);
            more = page.more && page.last > at;
            at = page.last;
        }
        const all = [...before, ...this.said];
        this.isBehind ||= all.length > MOST;
        this.said = all.slice(0, MOST);
        this.#to = this.said.at(-1)?.seq ?? this.#to;
        this.#from = after;
    }

    /** Reads what is new, and again what was still under way. @param {AbortSignal} [signal] */
    async newer(signal) {
        if (this.isBehind) {
            return;
        }
        const pending = this.said.find(one => PENDING.test(one.turn ?? ''));
        let after = Math.max(this.#from, pending ? pending.seq - 1 : this.#to);
        for (let look = 0; look < LOOKS; look++) {
            const page = await this.#read(after, PAGE, signal);
            const read = new Set(page.said.map(one => one.seq));
            this.said = [...this.said.filter(one => !read.has(one.seq)), ...page.said].sort((a, b) => a.seq - b.seq);
            this.#to = Math.max(this.#to, page.last);
            after = page.last;
            if (!page.more) {
                break;
            }
        }
        if (this.said.length > MOST) {
            this.said = this.said.slice(-MOST);
            this.#from = this.said[0].seq - 1;
        }
    }

    /**
     * What was said, and by whom, which the log of the run knows.
     *
     * @param {number} after
     * @param {number} limit
     * @param {AbortSignal} [signal]
     * @returns {Promise<{said: Spoken[], last: number, more: boolean}>}
     */
    async #read(after, limit, signal) {
        const [page, log] = await Promise.all([
            get(at`/api/sessions/${this.session.sessionId}/messages` + query({ after, limit }), signal),
            get(at`/api/runs/${this.session.runId}/messages` + query({ after, limit }), signal),
        ]);
        const senders = new Map((log.items ?? log.messages ?? []).map((/** @type {any} */ one) => [one.seq, one.sender]));
        const said = page.items.map((/** @type {Spoken} */ one) => ({ ...one, sender: senders.get(one.seq) }));
        return { said, last: page.next ? Number(page.next) : (said.at(-1)?.seq ?? after), more: !!page.next };
    }
}
