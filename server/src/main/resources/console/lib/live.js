import { watchLogin } from './api.js';

/**
 * The one live stream of this tab: /api/feed, resumed by the last id that was heard, so nothing is missed. A tab that
 * nobody sees lets go of it: browsers have six connections to a hub, for all tabs together.
 *
 * @typedef {{event: string, id: string, data: any}} Heard
 * @typedef {'connecting' | 'open' | 'down' | 'aside'} State aside: nobody looks
 */

const SILENCE = 40_000; // the hub pulses every 15 s
const LONGEST_PAUSE = 10_000;
/** Whoever was away longer reads anew rather than all that was told meanwhile. */
const LONG_AWAY = 300_000;

class Live extends EventTarget {
    /** @type {State} */
    state = 'connecting';
    /** When the stream was lost. */
    downSince = 0;
    #last = '';
    #wanted = false;
    #attempt = 0;
    /** @type {AbortController | undefined} */
    #stream;
    /** @type {Map<string, Set<(data: any, heard: Heard) => void>>} */
    #listeners = new Map();
    /** @type {() => void} */
    #begun = () => {};
    /** Fulfilled once the stream has begun: what is read after it misses nothing. */
    ready = new Promise(done => (this.#begun = () => done(undefined)));

    start() {
        if (!this.#wanted) {
            this.#wanted = true;
            this.#run();
        }
    }

    stop() {
        this.#wanted = false;
        this.#stream?.abort();
    }

    /**
     * Calls back for each event of that name ("*": all), until the answer is called.
     *
     * @param {string} event
     * @param {(data: any, heard: Heard) => void} heard
     */
    on(event, heard) {
        const listeners = this.#listeners.get(event) ?? new Set();
        this.#listeners.set(event, listeners.add(heard));
        return () => void listeners.delete(heard);
    }

    async #run() {
        while (this.#wanted) {
            await this.#seen();
            try {
                await this.#listen();
            } catch {
                // told by the state; the next attempt follows
            }
            if (this.#wanted && !document.hidden) {
                this.#become('down');
                await pause(Math.min(LONGEST_PAUSE, 500 * 2 ** this.#attempt++));
            }
        }
    }

    /** Waits until somebody looks at this tab. */
    async #seen() {
        if (!document.hidden) {
            return;
        }
        const since = Date.now();
        this.#become('aside');
        await new Promise(done => document.addEventListener('visibilitychange', done, { once: true }));
        if (Date.now() - since > LONG_AWAY) {
            this.#last = '';
        }
    }

    async #listen() {
        this.#stream = new AbortController();
        const away = () => document.hidden && this.#stream?.abort();
        document.addEventListener('visibilitychange', away, { signal: this.#stream.signal });
        const resumes = this.#last !== '';
        const hasEnded = watchLogin();
        const response = await fetch('/api/feed', {
            signal: this.#stream.signal,
            headers: resumes ? { 'Last-Event-ID': this.#last } : {},
        });
        if (response.status === 401) {
            hasEnded(response) && this.stop();
            return;
        }
        if (response.status === 409) {
            this.#last = ''; // another history: a restored backup, say
        }
        if (!response.ok || !response.body) {
            throw new Error(`the feed answered ${response.status}`);
        }
        const missed = this.state !== 'connecting' && !resumes;
        this.#attempt = 0;
        this.#become('open');
        this.#begun();
        if (missed) {
            this.dispatchEvent(new Event('reset'));
        }
        await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader());
    }

    /** @param {ReadableStreamDefaultReader<string>} reader */
    async #read(reader) {
        let rest = '';
        for (;;) {
            const watch = setTimeout(() => this.#stream?.abort(), SILENCE);
            const { done, value } = await reader.read().finally(() => clearTimeout(watch));
            if (done) {
                return;
            }
            const blocks = (rest + value).split('\n\n');
            rest = blocks.pop() ?? '';
            blocks.forEach(block => this.#hear(block));
        }
    }

    /** @param {string} block */
    #hear(block) {
        /** @type {Record<string, string>} */
        const fields = {};
        for (const line of block.split('\n')) {
            const colon = line.indexOf(':');
            if (colon > 0) {
                fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, '');
            }
        }
        if (fields.event && fields.data) {
            const heard = { event: fields.event, id: fields.id ?? '', data: JSON.parse(fields.data) };
            this.#tell(heard.event, heard);
            this.#tell('*', heard);
        }
        this.#last = fields.id || this.#last;
    }

    /** @param {string} name @param {Heard} heard */
    #tell(name, heard) {
        for (const listener of this.#listeners.get(name) ?? []) {
            try {
                listener(heard.data, heard);
            } catch (fault) {
                reportError(fault); // one view's fault is not another's
            }
        }
    }

    /** @param {State} state */
    #become(state) {
        if (this.state !== state) {
            this.state = state;
            this.downSince = state === 'down' ? Date.now() : 0;
            this.dispatchEvent(new Event('state'));
        }
    }
}

/** @param {number} ms */
function pause(ms) {
    return new Promise(done => {
        const wake = () => {
            clearTimeout(timer);
            removeEventListener('online', wake);
            done(undefined);
        };
        const timer = setTimeout(wake, ms);
        addEventListener('online', wake);
    });
}

export const live = new Live();
