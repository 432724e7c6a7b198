import { at, get } from '../lib/api.js';
import { short } from '../lib/text.js';

const MOST = 200;

/** What runs are about, asked once for each: the objective, else the first words, else the id. */
export class Objectives {
    /** @type {Map<string, string>} */
    #known = new Map();

    /** @param {string} run */
    of(run) {
        return this.#known.get(run) || run;
    }

    /** @param {string[]} runs @param {() => void} learned told after each */
    async learn(runs, learned) {
        for (const run of runs.filter((one, n) => runs.indexOf(one) === n && !this.#known.has(one))) {
            if (this.#known.size < MOST) {
                this.#known.set(run, '');
                const about = await get(at`/api/runs/${run}?limit=1`).catch(() => null);
                this.#known.set(run, about?.title || about?.intent_snapshot?.objective || short(about?.message_log?.[0]?.summary ?? ''));
                learned();
            }
        }
    }
}
