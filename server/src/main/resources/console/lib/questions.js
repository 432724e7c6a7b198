import { at, get, query } from './api.js';

/**
 * What people are asked, of all runs, of one, or one question alone: what is open, oldest first, and what was closed lately.
 *
 * @typedef {import('../parts/asked.js').Question} Question
 * @typedef {{now: Question[], ended: Question[], isMore: boolean}} News what is open now, and what became of those that are not
 */

const MOST = 500;
/** How many are asked about together that are open no more. */
const AT_ONCE = 50;
const PAGE = 500;
const PAGES = 4;
/** How many closed questions are kept. */
export const MOST_CLOSED = 200;

/** @param {Question} question */
export const endedAt = question => question.answered_at ?? (question.state === 'expired' ? question.deadline_at : null) ?? question.created_at;

/** @param {Question[]} questions */
const newestFirst = questions => questions.sort((a, b) => endedAt(b) - endedAt(a)).slice(0, MOST_CLOSED);

/** Those that are closed, newest first. @param {string | null} run @param {AbortSignal} signal @returns {Promise<Question[]>} */
async function readClosed(run, signal) {
    /** @type {Question[]} */
    let closed = [];
    let after = null;
    for (let n = 0; n < PAGES; n++) {
        const page = /** @type {any} */ (await get(`/api/questions${query({ state: 'all', run, after, limit: PAGE })}`, signal));
        closed = newestFirst([...closed, ...page.items.filter((/** @type {Question} */ one) => one.state !== 'open')]);
        after = page.next;
        if (!after) {
            break;
        }
    }
    return closed;
}

export class Questions {
    /** @type {Question[]} those that are open, and those that closed under somebody's hands */
    items = [];
    /** @type {Question[]} newest first */
    closed = [];

    /** @param {string} id of the one question, or '' @param {string | null} run */
    constructor(id, run) {
        this.id = id;
        this.run = run;
    }

    /** @param {AbortSignal} signal */
    async open(signal) {
        this.items = this.id ? [await get(at`/api/questions/${this.id}`, signal)] : await this.#read(signal);
    }

    /** @param {AbortSignal} signal */
    async past(signal) {
        const read = this.id ? [] : await readClosed(this.run, signal);
        const known = new Set(this.closed.map(one => one.question_id));
        this.closed = newestFirst([...this.closed, ...read.filter(one => !known.has(one.question_id))]);
    }

    /** @param {AbortSignal} [signal] @returns {Promise<Question[]>} */
    async #read(signal) {
        return (await get(`/api/questions${query({ run: this.run, limit: MOST })}`, signal)).items;
    }

    /** What has changed on the hub; undefined when it cannot be told. @returns {Promise<News | undefined>} */
    async news() {
        try {
            const now = this.id ? [await get(at`/api/questions/${this.id}`)].filter(one => one.state === 'open') : await this.#read();
            const open = new Set(now.map(one => one.question_id));
            const gone = this.items.filter(one => one.state === 'open' && !open.has(one.question_id));
            const ended = await Promise.all(gone.slice(0, AT_ONCE).map(one => get(at`/api/questions/${one.question_id}`)));
            return { now, ended, isMore: gone.length > AT_ONCE };
        } catch {
            return undefined;
        }
    }

    /** Takes the news in, and answers how many questions are new. @param {News} news @param {(question: Question) => boolean} stays though it is closed */
    take(news, stays) {
        const known = new Set([...this.items, ...this.closed].map(one => one.question_id)); // what was closed never opens again
        const fresh = news.now.filter(one => !known.has(one.question_id));
        const told = new Map([...news.now, ...news.ended].map(one => [one.question_id, one]));
        this.items = [...this.items.map(one => (one.state === 'open' && told.get(one.question_id)) || one), ...fresh].filter(one => one.state === 'open' || stays(one)).slice(0, MOST);
        this.#close(news.ended);
        return fresh.length;
    }

    /** What was decided here leaves the list. @param {Question[]} questions */
    decided(questions) {
        const ids = new Set(questions.map(one => one.question_id));
        this.items = this.id ? this.items.map(one => questions.find(other => other.question_id === one.question_id) ?? one) : this.items.filter(one => !ids.has(one.question_id));
        this.#close(questions);
    }

    /** Somebody else was first; the question stays to say so. @param {Question} question */
    lost(question) {
        this.items = this.items.map(one => (one.question_id === question.question_id ? question : one));
        this.#close([question]);
    }

    /** @param {Question} question */
    dismiss(question) {
        this.items = this.items.filter(one => one.question_id !== question.question_id);
    }

    /** @param {Question[]} questions */
    #close(questions) {
        const closed = questions.filter(one => one.state !== 'open');
        const ids = new Set(closed.map(one => one.question_id));
        this.closed = newestFirst([...closed, ...this.closed.filter(one => !ids.has(one.question_id))]);
    }
}
