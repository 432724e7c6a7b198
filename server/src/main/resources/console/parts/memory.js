import { get } from '../lib/api.js';

/** How much memory the hub's heap has used, as often as this page has looked; the hub keeps no course of it. */

const MOST = 720;
const HEAP = /^jvm_memory_used_bytes\{[^}]*area="heap"[^}]*\} (\S+)$/gm;

/** @type {{at: number, bytes: number}[]} */
const looks = [];

/** @param {AbortSignal} [signal] */
export async function lookAtMemory(signal) {
    const text = String(await get('/metrics', signal));
    const bytes = [...text.matchAll(HEAP)].reduce((sum, [, figure]) => sum + Number(figure), 0);
    if (bytes) {
        looks.push({ at: Date.now() / 1000, bytes });
        looks.splice(0, looks.length - MOST);
    }
}

/** @param {number} from seconds since 1970 */
export const memorySince = from => looks.filter(look => look.at >= from);
