import { Problem, call } from './api.js';

/**
 * What is done once however often it is asked for: a click that is repeated because no answer came carries the key of the
 * first, by which the hub knows it again.
 */

/** So long after a deed without an answer the same deed is its repetition; later it is meant anew. */
const SOON = 60_000;
const MOST = 50;

/** @type {Map<string, {key: string, since: number}>} what was not answered, and since when; the oldest first */
const unanswered = new Map();

/** By which the hub knows a deed again; randomUUID() is not there on a page without TLS. */
export function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
async function once(method, path, body) {
    const deed = `${method} ${path} ${JSON.stringify(body)}`;
    const before = unanswered.get(deed);
    const key = before && Date.now() - before.since < SOON ? before.key : newKey();
    unanswered.delete(deed);
    try {
        return await call(method, path, body, undefined, key);
    } catch (fault) {
        const isRefused = fault instanceof Problem && fault.status >= 400 && fault.status < 500;
        if (!isRefused) {
            unanswered.set(deed, { key, since: Date.now() });
            [...unanswered.keys()].slice(0, -MOST).forEach(one => unanswered.delete(one));
        }
        throw fault;
    }
}

/** @param {string} path @param {unknown} [body] */
export const postOnce = (path, body = {}) => once('POST', path, body);
/** @param {string} path */
export const removeOnce = path => once('DELETE', path);
