/** A refusal by the hub, in its own words. */
export class Problem extends Error {
    /**
     * @param {number} status 0 when the hub was not reached
     * @param {string} code
     * @param {string} detail
     * @param {Record<string, any>} [body]
     */
    constructor(status, code, detail, body = {}) {
        super(detail);
        this.status = status;
        this.code = code;
        this.body = body;
    }
}

/** Longer than any answer takes, waits included. */
const PATIENCE = 75_000;

/** Told when the hub no longer knows this browser. */
export const signedOut = new EventTarget();

/** How often this page was signed in. */
let logins = 0;

/** What was asked before a login says nothing about it. */
export const loggedIn = () => void logins++;

/** Called before a request; what it gives tells by the response whether the login has ended. A newer login has not. */
export function watchLogin() {
    const since = logins;
    return (/** @type {Response} */ response) => {
        const ended = response.status === 401 && since === logins;
        ended && signedOut.dispatchEvent(new Event('signed-out'));
        return ended;
    };
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @param {string} [key]
 * @returns {Promise<any>}
 */
export async function call(method, path, body, signal, key) {
    const hasEnded = watchLogin();
    const response = await reach(method, path, body, signal, key);
    const text = await response.text();
    if (response.ok) {
        return isJson(response) && text ? JSON.parse(text) : text;
    }
    const problem = isJson(response) ? JSON.parse(text) : {};
    hasEnded(response);
    throw new Problem(response.status, problem.code ?? 'unknown', problem.detail ?? response.statusText, problem);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @param {string} [key] under which the hub does this once
 */
async function reach(method, path, body, signal, key) {
    try {
        return await fetch(path, {
            method,
            signal: AbortSignal.any([AbortSignal.timeout(PATIENCE), ...(signal ? [signal] : [])]),
            headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...(key ? { 'Idempotency-Key': key } : {}) },
            body: body === undefined ? undefined : JSON.stringify(body),
        });
    } catch (failure) {
        if (signal?.aborted) {
            throw failure;
        }
        throw new Problem(0, 'unreachable', 'The hub cannot be reached. Is it running? ./parley serve');
    }
}

/** @param {Response} response */
function isJson(response) {
    return /\bjson\b/.test(response.headers.get('Content-Type') ?? '');
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => call('GET', path, undefined, signal);
/** @param {string} path @param {unknown} [body] @param {string} [key] */
export const post = (path, body = {}, key) => call('POST', path, body, undefined, key);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => call('PUT', path, body);
/** @param {string} path @param {unknown} body */
export const patch = (path, body) => call('PATCH', path, body);
/** @param {string} path */
export const remove = path => call('DELETE', path);

/**
 * A path with its parts escaped: at`/api/runs/${id}`.
 *
 * @param {TemplateStringsArray} words
 * @param {...(string | number)} parts
 */
export function at(words, ...parts) {
    return words.reduce((path, word, n) => path + encodeURIComponent(String(parts[n - 1])) + word);
}

/**
 * A query string of what is set: query({state: 'open', text: ''}) is "?state=open".
 *
 * @param {Record<string, string | number | boolean | null | undefined>} values
 */
export function query(values) {
    const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
    const text = new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString();
    return text ? `?${text}` : '';
}
