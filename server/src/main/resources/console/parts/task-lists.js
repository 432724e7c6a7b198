import { at, get, query } from '../lib/api.js';
import { short } from '../lib/text.js';

/** The columns of the board, and which states stand in each. */
export const COLUMNS = [
    { name: 'Queued', states: ['queued'] },
    { name: 'Running', states: ['running'] },
    { name: 'Needs input', states: ['needs_input', 'needs_auth'] },
    { name: 'Completed', states: ['completed'] },
    { name: 'Failed', states: ['failed', 'rejected', 'cancelled'] },
];
export const STATES = COLUMNS.flatMap(column => column.states);
const ENDED = ['completed', 'failed', 'rejected', 'cancelled'];

const PAGE = 100;
/** Of each state so many are kept; what is older makes room. */
const MOST = 500;

/** In which order queued tasks are claimed. @param {any} a @param {any} b */
export const byTurn = (a, b) => b.priority - a.priority || a.created_at - b.created_at;

/** @param {any} task */
export const hasEnded = task => ENDED.includes(task.state);

/** Tasks as far as they were read: those of each state, newest first. */
export class TaskLists {
    /** @type {Map<string, any>} tasks by their id */
    #tasks = new Map();
    /** @type {Map<string, string | null>} where the next page of a state begins */
    #next = new Map();

    /** @type {Record<string, {count: number, oldest_at: number | null}>} of all that the hub has, by state */
    #summary = {};

    /** @param {AbortSignal} [signal] */
    async read(signal) {
        const pages = await Promise.all(STATES.map(state => get(`/api/tasks${query({ state, limit: PAGE })}`, signal)));
        this.#tasks = new Map(pages.flatMap(page => page.items).map(task => [task.task_id, task]));
        STATES.forEach((state, n) => this.#next.set(state, pages[n].next));
        await this.count(signal);
    }

    /** Asks how many there are; what is not known is told by what was read. @param {AbortSignal} [signal] */
    async count(signal) {
        const summary = await get('/api/tasks/summary', signal).catch(() => ({ states: {} }));
        this.#summary = summary.states;
    }

    /** How many there are of some states, and since when the oldest waits. @param {string[]} states */
    summary(states) {
        const known = states.map(state => this.#summary[state]).filter(one => one !== undefined);
        const since = known.map(one => one.oldest_at).filter(time => time !== null);
        return known.length ? { count: known.reduce((sum, one) => sum + one.count, 0), oldest: since.length ? Math.min(...since) : undefined } : undefined;
    }

    /** Reads older ones. @param {string[]} states */
    async readMore(states) {
        for (const state of states.filter(one => this.#next.get(one))) {
            const page = await get(`/api/tasks${query({ state, limit: PAGE, after: this.#next.get(state) })}`);
            page.items.forEach((/** @type {any} */ task) => this.#tasks.set(task.task_id, task));
            this.#next.set(state, this.of([state]).length < MOST ? page.next : null);
        }
    }

    /** @param {string[]} states */
    hasMore(states) {
        return states.some(state => this.#next.get(state));
    }

    /** Newest first. @param {string[]} states */
    of(states) {
        return [...this.#tasks.values()].filter(task => states.includes(task.state)).sort((a, b) => b.created_at - a.created_at);
    }

    /** @param {string} id */
    get(id) {
        return this.#tasks.get(id);
    }

    /** Takes what is known of a task now; answers whether it is new here. @param {any} task */
    put(task) {
        const known = this.#tasks.get(task.task_id);
        const { message, waits_because, ...fields } = task;
        this.#tasks.set(task.task_id, {
            ...known,
            ...fields,
            summary: fields.summary ?? (message ? short(message) : known?.summary),
            waits_because: task.state === 'queued' ? (waits_because ?? known?.waits_because) : undefined,
        });
        for (const old of this.of([task.state]).slice(MOST)) {
            this.#tasks.delete(old.task_id);
        }
        return !known;
    }

    /** Asks anew what queued tasks wait for; of those that are queued no longer, events have told. */
    async askWhy() {
        const limit = Math.min(Math.max(this.of(['queued']).length, 1), MOST);
        const page = await get(`/api/tasks${query({ state: 'queued', limit })}`).catch(() => ({ items: [] }));
        for (const task of page.items) {
            this.get(task.task_id)?.state === 'queued' && this.put(task);
        }
    }

    /** Reads some again; those that are gone stay as they were. @param {string[]} ids */
    async refresh(ids) {
        const tasks = await Promise.all(ids.map(id => get(at`/api/tasks/${id}`).catch(() => undefined)));
        return tasks.filter(Boolean).map(task => this.put(task));
    }
}
