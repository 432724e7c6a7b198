import { LitElement, html, nothing } from 'lit';
import { Problem } from './api.js';
import { live } from './live.js';

/**
 * A page of the console: reads once, then follows the live stream. It renders into the page itself, so that
 * the one stylesheet holds for all.
 *
 * @typedef {import('./route.js').Route} Route
 */
export class View extends LitElement {
    static properties = { route: { attribute: false } };

    /** @type {Problem | undefined} why nothing can be shown */
    fault;
    /** Whether the first read is over. */
    loaded = false;
    /** Aborted when the view is left, or reads anew. */
    #reading = new AbortController();
    /** @type {(() => void)[]} */
    #leave = [];
    #address = '';

    constructor() {
        super();
        /** @type {Route} */
        this.route = { view: '', id: '', query: new URLSearchParams() };
    }

    createRenderRoot() {
        return this;
    }

    connectedCallback() {
        super.connectedCallback();
        const reread = () => this.reload();
        live.addEventListener('reset', reread);
        this.#leave.push(() => live.removeEventListener('reset', reread));
        this.follow();
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        this.#reading.abort();
        this.#leave.splice(0).forEach(leave => leave());
    }

    /** What is read once, and again when the route changes. @param {AbortSignal} _signal */
    async load(_signal) {}

    /** Subscribes to what is told live, with {@link on}. */
    follow() {}

    /** Whether another filter needs another read. @param {Route} route */
    addressed(route) {
        return `${route.view}/${route.id}?${route.query}`;
    }

    /** @param {Map<string, unknown>} changes */
    willUpdate(changes) {
        if (changes.has('route') && this.addressed(this.route) !== this.#address) {
            this.#address = this.addressed(this.route);
            this.reload();
        }
    }

    /** What the page is about, where that is one thing; the window is called so. */
    get about() {
        return '';
    }

    /** @param {Map<string, unknown>} changes */
    update(changes) {
        super.update(changes);
        if (this.loaded && !this.fault && this.about) {
            this.dispatchEvent(new CustomEvent('called', { bubbles: true, detail: this.about }));
        }
    }

    /** @param {string} event @param {(data: any) => void} heard */
    on(event, heard) {
        this.#leave.push(live.on(event, heard));
    }

    /** Does something again and again while the view is shown. @param {number} ms @param {() => void} act */
    every(ms, act) {
        const timer = setInterval(act, ms);
        this.#leave.push(() => clearInterval(timer));
    }

    /** Listens to something else while the view is shown. @param {EventTarget} target @param {string} type @param {(event: any) => void} act */
    hear(target, type, act) {
        target.addEventListener(type, act);
        this.#leave.push(() => target.removeEventListener(type, act));
    }

    async reload() {
        this.#reading.abort();
        const reading = (this.#reading = new AbortController());
        await live.ready;
        try {
            await this.load(reading.signal);
            this.fault = undefined;
        } catch (fault) {
            if (reading.signal.aborted) {
                return;
            }
            if (!(fault instanceof Problem)) {
                throw fault;
            }
            if (fault.status === 401) {
                return; // what is shown stays, and is read again after the login
            }
            this.fault = fault;
        }
        if (!reading.signal.aborted) {
            this.loaded = true;
            this.requestUpdate();
        }
    }

    render() {
        if (this.fault) {
            return html`<section class="fault" role="alert">
                <h1>${this.fault.status === 404 ? 'Not here' : 'That did not work'}</h1>
                <p>${this.fault.message}</p>
                <button @click=${() => this.reload()}>Try again</button>
            </section>`;
        }
        return this.loaded ? this.body() : html`<p class="loading" aria-busy="true">Reading …</p>`;
    }

    /** @returns {unknown} */
    body() {
        return nothing;
    }
}
