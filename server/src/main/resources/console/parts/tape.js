import { at, get, query } from '../lib/api.js';
import { readLog } from '../lib/log.js';

/** @typedef {import('../lib/message.js').Envelope} Envelope */

/** How many messages are kept; the oldest make room. */
export const KEPT = 300;
/** How many there are to begin with, of how many runs, and of each. */
const FIRST = 100;
const RUNS = 12;
const OF_EACH = 30;

/** The newest messages of all runs in the order they were written. While it is held, new ones wait. */
export class Tape {
    /** @type {Envelope[]} */
    messages = [];
    /** @type {Envelope[]} */
    waiting = [];
    /** How many came while it was held, those included that are no longer kept. */
    came = 0;
    held = false;
    /** Of how many runs it began with the newest messages. */
    runs = 0;

    /** Begins with what was written last, in one run or in the newest ones. @param {string} run @param {AbortSignal} signal */
    async begin(run, signal) {
        const runs = run ? [await get(at`/api/runs/${run}`, signal)] : (await get(`/api/runs${query({ limit: RUNS })}`, signal)).items;
        const most = run ? FIRST : OF_EACH;
        const pages = await Promise.all(runs.map((/** @type {any} */ one) => this.#end(one, most, signal)));
        this.runs = runs.length;
        this.messages = merged([], pages.flat()).slice(-FIRST);
        this.waiting = [];
        this.came = 0;
    }

    /** @param {any} run @param {number} most @param {AbortSignal} signal @returns {Promise<Envelope[]>} */
    async #end(run, most, signal) {
        const messages = await readLog(run.run_id, { latest: true, limit: most }, signal);
        return messages.filter(message => message.act !== 'ack');
    }

    /** @param {Envelope} message */
    add(message) {
        if (this.held) {
            this.came++;
            this.waiting = merged(this.waiting, [message]).slice(-KEPT);
        } else {
            this.messages = merged(this.messages, [message]).slice(-KEPT);
        }
    }

    hold() {
        this.held = true;
    }

    /** Goes on with all that came meanwhile. */
    release() {
        this.held = false;
        this.messages = merged(this.messages, this.waiting).slice(-KEPT);
        this.waiting = [];
        this.came = 0;
    }
}

/** Both in one order, each message once. @param {Envelope[]} some @param {Envelope[]} more */
function merged(some, more) {
    const all = new Map([...some, ...more].map(message => [`${message.run_id}.${message.seq}`, message]));
    return [...all.values()].sort((a, b) => a.created_at - b.created_at || a.run_id.localeCompare(b.run_id) || a.seq - b.seq);
}
