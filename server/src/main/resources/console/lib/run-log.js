import { announceNew } from './announce.js';
import { at, get, query } from './api.js';
import { failureAfter } from './failures.js';
import { readLog } from './log.js';
import { isActive, isInternal, isShown } from './timeline.js';
import { NOTHING, around, atEnd, first, gap, heard, held, join, newer, newest, older } from './window.js';

/**
 * @typedef {import('./message.js').Envelope} Envelope
 * @typedef {import('./window.js').Page} Page
 */

const PAUSE = 400;
const MOST_RECEIPTS = 500;
const UNDER_WAY = /^(queued|delivered)$/;

/** A run and the part of its log that is being read, kept up with what is told live. */
export class RunLog {
    /** @type {any} the run as the hub describes it */
    run;
    /** @type {import('./window.js').Window} */
    window = NOTHING;
    /** @type {Map<number, any>} what people are asked, by the seq of the message that asks */
    questions = new Map();
    /** @type {Map<number, any[]>} what became of each message */
    receipts = new Map();
    /** When the newest message came. */
    latest = 0;
    /** Whether the reader is at the end. */
    following = true;
    /** How many messages for people came while the reader was further up. */
    unseen = 0;
    /** Whether older or newer messages are being read. */
    reading = false;
    /** Whether the messages were replaced at either end, so that the page has to stay where it is. */
    shifted = false;
    /** @type {Envelope[] | undefined} what is told while the first page is read */
    #early;
    #timer = 0;
    #asked = true;
    #watching = false;

    /** @param {string} id @param {() => void} changed */
    constructor(id, changed) {
        this.id = id;
        this.changed = changed;
    }

    /** What is held, for those who look something up in it. */
    items = () => this.window.items;

    get active() {
        return isActive(this.run);
    }

    /** How many messages only agents are meant to see, in the whole run. */
    get internal() {
        return this.run.internal_count ?? this.window.items.filter(isInternal).length;
    }

    /** Reads the run, and its newest messages or those around one. @param {number} seq @param {AbortSignal} signal */
    async open(seq, signal) {
        this.#early = [];
        this.run = await this.#describe(signal);
        const pages = seq && seq <= this.run.last_seq ? around(seq) : [newest()];
        const items = (await Promise.all(pages.map(page => readLog(this.id, page, signal)))).flat();
        this.window = join({ items: [], last: this.run.last_seq }, items, 'oldest');
        const [end] = atEnd(this.window) ? items.slice(-1) : await readLog(this.id, { latest: true, limit: 1 }, signal);
        this.latest = end?.created_at ?? this.run.created_at;
        this.following = !seq;
        this.#early.splice(0).forEach(message => this.#add(message));
        this.#early = undefined;
        this.#readQuestions().then(this.changed);
        this.#readReceipts(first(this.window), held(this.window));
    }

    /** @param {AbortSignal} [signal] */
    #describe(signal) {
        return get(at`/api/runs/${this.id}` + '?limit=1', signal);
    }

    /** Reads the page ahead of what is held; what is farthest from it is let go. */
    older() {
        return this.#extend(older(this.window), this.following ? 'oldest' : 'newest');
    }

    newer() {
        return this.#extend(newer(this.window), 'oldest');
    }

    /** @param {Page | undefined} page @param {'oldest' | 'newest'} drop */
    async #extend(page, drop) {
        if (!page || this.reading) {
            return;
        }
        this.reading = true;
        try {
            const items = await readLog(this.id, page);
            this.window = join(this.window, items, drop);
            this.shifted = true;
            this.#forget();
            this.#readReceipts(items[0]?.seq ?? 1, items.at(-1)?.seq ?? 0);
        } finally {
            this.reading = false;
            this.changed();
        }
    }

    /** Lets go of receipts of messages that are no longer held. */
    #forget() {
        for (const seq of this.receipts.keys()) {
            if (seq < first(this.window) || seq > held(this.window)) {
                this.receipts.delete(seq);
            }
        }
    }

    /** @param {Envelope} message */
    hear(message) {
        if (this.#early) {
            this.#early.push(message);
        } else if (this.run) {
            this.#add(message);
            this.changed();
        }
    }

    /** @param {Envelope} message */
    #add(message) {
        const isNew = message.seq > this.run.last_seq;
        if (isNew) {
            this.run.last_seq = message.seq;
            this.latest = message.created_at;
            if (this.run.internal_count !== undefined && isInternal(message)) {
                this.run.internal_count++;
            }
            if (isShown(message, this.active)) {
                announceNew('message', 'messages');
                this.unseen += this.following ? 0 : 1;
            }
        }
        this.window = heard(this.window, message, this.following);
        this.#asked ||= /^(ask_user|user_answer|blocked|system|final|cancel|decide)$/.test(message.act);
        this.refresh();
    }

    /** @param {{agent: string, state: string}} told */
    hearState({ agent, state }) {
        if (this.run?.agent_states) {
            this.run.agent_states = { ...this.run.agent_states, [agent]: state };
            this.refresh();
            this.changed();
        }
    }

    /** The run stands otherwise, or a question does. @param {any} told */
    hearMatter(told) {
        if (this.run) {
            if (told.status) {
                this.run = { ...this.run, status: told.status, paused: told.paused };
            }
            this.#asked = true;
            this.refresh();
            this.changed();
        }
    }

    /** Reads again what live events do not carry, all that came within a moment at once. */
    refresh() {
        this.#timer ||= window.setTimeout(async () => {
            this.#timer = 0;
            const missing = gap(this.window, this.following);
            const [run, filled] = await Promise.all([
                this.#describe().catch(() => this.run),
                missing ? readLog(this.id, missing).catch(() => []) : [],
                this.#asked ? this.#readQuestions() : undefined,
                this.#readReceipts(Math.max(first(this.window), held(this.window) - MOST_RECEIPTS + 1), held(this.window)),
            ]);
            this.run = run;
            this.window = join({ ...this.window, last: Math.max(this.window.last, run.last_seq) }, filled, this.following ? 'oldest' : 'newest');
            this.changed();
            if ((filled.length || !missing) && gap(this.window, this.following)) {
                this.refresh();
            }
        }, PAUSE);
    }

    async #readQuestions() {
        this.#asked = false;
        const base = '/api/questions' + query({ run: this.id, limit: 500 });
        const pages = await Promise.all([get(base + '&state=all'), get(base)]).catch(() => []);
        this.questions = new Map(pages.flatMap(page => page.items).map(question => [question.seq, question]));
    }

    /** @param {number} from @param {number} to */
    async #readReceipts(from, to) {
        while (from <= to) {
            const page = await get(at`/api/runs/${this.id}/receipts` + query({ from, to: Math.min(to, from + MOST_RECEIPTS - 1) })).catch(() => null);
            if (!page) {
                return;
            }
            /** @type {Map<number, any[]>} */
            const found = new Map();
            page.items.forEach((/** @type {any} */ one) => found.set(one.seq, [...(found.get(one.seq) ?? []), one]));
            found.forEach((receipts, seq) => {
                if (JSON.stringify(this.receipts.get(seq)) !== JSON.stringify(receipts)) {
                    this.receipts.set(seq, receipts);
                }
            });
            from = Math.max(page.to, from) + 1;
        }
        this.changed();
    }

    /** Asks what became of the newest messages, while some are on their way to agents. */
    async watch() {
        const open = [...this.receipts].filter(([, all]) => all.some(one => UNDER_WAY.test(one.state) && one.recipient !== 'user')).map(([seq]) => seq);
        const to = Math.max(0, ...open);
        if (open.length && !this.#watching) {
            this.#watching = true;
            await this.#readReceipts(Math.max(Math.min(...open), to - MOST_RECEIPTS + 1), to);
            this.#watching = false;
        }
    }

    /** Reads what became of one message. @param {Envelope} message */
    async look(message) {
        const page = await get(at`/api/runs/${this.id}/messages/${message.message_id}/receipts`).catch(() => null);
        if (page) {
            this.receipts.set(message.seq, page.items);
            this.changed();
        }
    }

    /** The first failure after a seq. @param {number} after */
    failureAfter(after) {
        return failureAfter(this.window, after, page => readLog(this.id, page));
    }

    /** The seq of a message by its id, where it is held. @param {string} id */
    seqOf(id) {
        return this.window.items.find(message => message.message_id === id)?.seq;
    }

    /** The same, asking the hub. @param {string} id @returns {Promise<number>} */
    async find(id) {
        return this.seqOf(id) ?? (await get(at`/api/runs/${this.id}/messages/${id}`)).seq;
    }
}
