import { post } from './api.js';
import { newKey } from './once.js';

/**
 * Sends what somebody wrote once: not again while it is under way, and under the same key when the same is sent again
 * because no answer came.
 */
export class Outbox {
    busy = false;
    #draft = '';
    #key = '';

    /** @param {string} path @param {unknown} body @returns {Promise<any>} */
    async send(path, body) {
        const draft = path + JSON.stringify(body);
        if (draft !== this.#draft) {
            this.#draft = draft;
            this.#key = newKey();
        }
        this.busy = true;
        try {
            const answer = await post(path, body, this.#key);
            this.#draft = '';
            return answer;
        } finally {
            this.busy = false;
        }
    }
}
