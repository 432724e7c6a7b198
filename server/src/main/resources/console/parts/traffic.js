import { Problem, get, query } from '../lib/api.js';

/** @typedef {{from: string, to: string, count: number}} Edge */

const MINUTES = 5;
/** Of so many messages heard it is remembered when they came. */
const MOST = 2000;

/** Who wrote to whom in the last five minutes: by the hub's count, or where it keeps none by what was heard here. */
export class Traffic {
    /** @type {Edge[]} */
    edges = [];
    /** Whether the hub counted, rather than this page since it was opened. */
    counted = true;
    /** @type {{from: string, to: string, at: number}[]} */
    #heard = [];

    /** @param {any} message */
    hear(message) {
        const { from_agent: from, to_agent: to } = message;
        if (from !== 'system' && to !== 'system' && to !== 'broadcast') {
            this.#heard = [...this.#heard.slice(1 - MOST), { from, to: bare(to), at: Date.now() }];
        }
    }

    /** @param {AbortSignal} [signal] */
    async read(signal) {
        try {
            const page = await get(`/api/agents/traffic${query({ minutes: MINUTES })}`, signal);
            this.edges = page.items.map((/** @type {any} */ one) => ({ from: one.from, to: one.to, count: one.count ?? one.messages }));
            this.counted = true;
        } catch (fault) {
            if (!(fault instanceof Problem) || fault.status !== 404) {
                throw fault;
            }
            this.counted = false;
            this.edges = this.#count();
        }
    }

    #count() {
        const since = Date.now() - MINUTES * 60_000;
        this.#heard = this.#heard.filter(one => one.at >= since);
        /** @type {Map<string, Edge>} */
        const edges = new Map();
        for (const { from, to } of this.#heard) {
            const key = `${from}\n${to}`;
            edges.set(key, { from, to, count: (edges.get(key)?.count ?? 0) + 1 });
        }
        return [...edges.values()];
    }
}

/** An agent's name without that of its instance. @param {string} address */
export const bare = address => address.split('/')[0] ?? address;
