import { LitElement, html, nothing } from 'lit';
import { post } from '../lib/api.js';
import { copyable } from '../parts/copy.js';

/** Signs this browser in: by the one-time link that brought it here, or by a token. */
class Login extends LitElement {
    static properties = { fault: { state: true }, busy: { state: true } };

    constructor() {
        super();
        this.fault = '';
        this.busy = false;
    }

    createRenderRoot() {
        return this;
    }

    connectedCallback() {
        super.connectedCallback();
        const link = location.hash.slice(1);
        if (location.pathname === '/ui/login' && link) {
            history.replaceState(null, '', '/ui/login'); // it works once; it need not stay in the address
            this.#enter({ link });
        }
    }

    /** @param {{link?: string, token?: string}} by */
    async #enter(by) {
        this.busy = true;
        try {
            await post('/api/console/login', by);
            this.dispatchEvent(new Event('entered'));
        } catch (fault) {
            this.fault = /** @type {Error} */ (fault).message;
        }
        this.busy = false;
    }

    /** @param {SubmitEvent} event */
    #submit(event) {
        event.preventDefault();
        const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
        this.#enter({ token: String(form.get('token')).trim() });
    }

    render() {
        return html`<main class="login" id="main">
            <h1><img src="/_console/icon.svg" alt="" width="28" height="28" /> Parley</h1>
            <form @submit=${this.#submit}>
                <label>Token <input name="token" type="password" autocomplete="off" required autofocus /></label>
                <button class="primary" ?disabled=${this.busy}>Sign in</button>
            </form>
            ${this.fault ? html`<p class="bad" role="alert">${this.fault}</p>` : nothing}
            <p>On the hub's machine, this makes a link that signs you in:</p>
            ${copyable('./parley console')}
        </main>`;
    }
}

customElements.define('parley-login', Login);
