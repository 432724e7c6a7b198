import { at, get } from '../lib/api.js';
import { short } from '../lib/text.js';

const MOST = 200;

/** What runs are about, asked once for each: the objective, else the first words, else the id; and whether they are paused. */
export class Objectives {
    /** @type {Map<string, string>} */
    #known = new Map();
    /** @type {Set<string>} */
    #paused = new Set();

    /** @param {string} run */
    of(run) {
        return this.#known.get(run) || run;
    }

    /** @param {string} run */
    isPaused(run) {
        return this.#paused.has(run);
    }

    /** A run stands otherwise. @param {{run_id: string, paused?: boolean}} told */
    hear(told) {
        if (told.paused && this.#known.has(told.run_id)) {
            this.#paused.add(told.run_id);
        } else {
            this.#paused.delete(told.run_id);
        }
    }

    /** @param {string[]} runs @param {() => void} learned told after each */
    async learn(runs, learned) {
        for (const run of runs.filter((one, n) => runs.indexOf(one) === n && !this.#known.has(one))) {
            if (this.#known.size < MOST) {
                this.#known.set(run, '');
                const about = await get(at`/api/runs/${run}?limit=1`).catch(() => null);
                this.#known.set(run, about?.title || about?.intent_snapshot?.objective || short(about?.message_log?.[0]?.summary ?? ''));
                this.hear({ run_id: run, paused: about?.paused });
                learned();
            }
        }
    }
}
