import { LitElement, html, nothing } from 'lit';
import { loggedIn, post } from '../lib/api.js';
import { copyable } from '../parts/copy.js';

/** Signs this browser in: by the one-time link that brought it here, or by a token. */
class Login extends LitElement {
    static properties = { over: { attribute: false }, fault: { state: true }, busy: { state: true } };

    constructor() {
        super();
        /** Whether it lies over a page that goes on afterwards. */
        this.over = false;
        this.fault = '';
        this.busy = false;
    }

    createRenderRoot() {
        return this;
    }

    connectedCallback() {
        super.connectedCallback();
        if (this.#link) {
            this.#enter({ link: this.#link });
        }
    }

    firstUpdated() {
        this.querySelector('input')?.focus();
    }

    /** The one-time link that is in the address. */
    get #link() {
        return location.pathname === '/ui/login' ? location.hash.slice(1) : '';
    }

    /** @param {{link?: string, token?: string}} by */
    async #enter(by) {
        this.busy = true;
        this.fault = '';
        try {
            await post('/api/console/login', by);
            loggedIn();
            this.#forget();
            this.dispatchEvent(new Event('entered'));
        } catch (fault) {
            const { status, code, message } = /** @type {import('../lib/api.js').Problem} */ (fault);
            if (status >= 400 && status < 500 && status !== 429) {
                this.#forget();
            }
            this.fault = code === 'unauthenticated' && by.token ? 'This token is not known here, or no longer. ./parley token create --person NAME makes one.' : message;
        }
        this.busy = false;
    }

    /** A link works once: when the hub has judged it, it need not stay in the address. */
    #forget() {
        if (this.#link) {
            history.replaceState(null, '', '/ui/login');
        }
    }

    /** @param {SubmitEvent} event */
    #submit(event) {
        event.preventDefault();
        const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
        this.#enter({ token: String(form.get('token')).trim() });
    }

    render() {
        return this.over ? html`<div class="login">${this.#body()}</div>` : html`<main class="login" id="main">${this.#body()}</main>`;
    }

    #body() {
        return html`<h1><img src="/_console/icon.svg" alt="" width="28" height="28" /> Parley</h1>
            ${this.over ? html`<p>Your login has ended. What you were at is still here.</p>` : nothing}
            <form @submit=${this.#submit}>
                <label>Token <input name="token" type="password" autocomplete="off" required autofocus /></label>
                <button class="primary" ?disabled=${this.busy}>Sign in</button>
            </form>
            ${this.fault ? html`<p class="bad" role="alert">${this.fault}</p>` : nothing}
            ${this.fault && this.#link ? html`<button @click=${() => this.#enter({ link: this.#link })}>Try the link again</button>` : nothing}
            <p>On the hub's machine, this makes a link that signs you in:</p>
            ${copyable('./parley console')}`;
    }
}

customElements.define('parley-login', Login);
