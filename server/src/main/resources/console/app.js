import { LitElement, html, nothing } from 'lit';
import { get, post, signedOut } from './lib/api.js';
import { said } from './lib/announce.js';
import { moveRow, onKeys } from './lib/keys.js';
import { live } from './lib/live.js';
import { barred, entered } from './lib/me.js';
import { apply, changed } from './lib/prefs.js';
import { go, here, moved } from './lib/route.js';
import { short } from './lib/text.js';
import { ago } from './lib/time.js';
import { help } from './parts/help.js';
import { toasts } from './parts/toast.js';
import { VIEWS } from './views.js';

const BADGE_PAUSE = 300;
const TOAST_TIME = 5000;
/** So many letters of what a page is about have room in the title. */
const TITLE = 60;
/** How often a tab that nobody sees looks what waits, for its title. */
const ASIDE = 30_000;

/** The frame around every view: where to go, who is here, whether the hub is heard. */
class App extends LitElement {
    static properties = {
        route: { state: true },
        me: { state: true },
        out: { state: true },
        open: { state: true },
        helping: { state: true },
        toasts: { state: true },
        said: { state: true },
        rail: { state: true },
        called: { state: true },
    };

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #counting;

    constructor() {
        super();
        this.route = here();
        /** @type {any} who is signed in; null when nobody is, undefined before that is known */
        this.me = undefined;
        /** Whether the login has ended while the page was open: what is on it stays, behind a door. */
        this.out = false;
        /** How many questions wait for people. */
        this.open = 0;
        this.helping = false;
        /** @type {{words: string, tone: string, undo?: {label: string, act: () => void}}[]} */
        this.toasts = [];
        this.said = '';
        this.rail = false;
        /** What the page is about, where that is one thing. */
        this.called = '';
    }

    createRenderRoot() {
        return this;
    }

    connectedCallback() {
        super.connectedCallback();
        this.replaceChildren();
        apply();
        moved.addEventListener('moved', () => this.#arrive());
        changed.addEventListener('changed', () => this.requestUpdate());
        live.addEventListener('state', () => this.requestUpdate());
        live.addEventListener('reset', () => this.#count());
        signedOut.addEventListener('signed-out', () => this.#end());
        toasts.addEventListener('toast', event => this.#toast(/** @type {CustomEvent} */ (event).detail));
        said.addEventListener('said', event => (this.said = /** @type {CustomEvent} */ (event).detail));
        live.on('agent_message', message => /^(ask_user|user_answer|system|blocked)$/.test(message.act) && this.#count());
        setInterval(() => live.state === 'down' && this.requestUpdate(), 1000);
        setInterval(() => live.state === 'aside' && this.#count(), ASIDE);
        onKeys({
            j: () => moveRow(1),
            k: () => moveRow(-1),
            '/': () => /** @type {HTMLElement | null} */ (document.querySelector('main [data-filter]'))?.focus(),
            '?': () => (this.helping = true),
            ...Object.fromEntries(VIEWS.map(view => [`g ${view.key}`, () => go(`/ui/${view.path}`)])),
        });
        this.#enter();
    }

    /** Asks the hub who this is; the page stays as it is when the hub cannot be reached. */
    async #enter() {
        if (location.pathname === '/') {
            history.replaceState(null, '', '/ui/runs');
        }
        this.route = here();
        if (this.route.view === 'login') {
            this.me = null;
            return;
        }
        try {
            const me = await get('/api/tokens/self');
            if (this.out) {
                this.#return(me);
            }
            entered(me);
            this.me = me;
            live.start();
            this.#count();
        } catch (fault) {
            if (this.me === undefined || (this.out && /** @type {any} */ (fault).status !== 401)) {
                setTimeout(() => this.#enter(), 2000);
            }
        }
    }

    /** The hub no longer knows this browser. */
    #end() {
        if (this.me) {
            this.out = true;
        } else {
            this.me = null;
        }
    }

    /** Goes on with what was there; what somebody else has left is not shown. @param {any} me */
    #return(me) {
        if (['space', 'role', 'name', 'agent'].some(part => me[part] !== this.me[part])) {
            location.reload();
            return;
        }
        this.out = false;
        this.#door?.close();
        const focused = /** @type {HTMLElement | null} */ (document.activeElement);
        focused?.blur(); // the browser gives the focus back without the caret
        focused?.focus();
        live.dispatchEvent(new Event('reset'));
    }

    get #door() {
        return /** @type {HTMLDialogElement | null} */ (this.querySelector('dialog.door'));
    }

    /** Called by the login once the hub knows this browser. */
    enter() {
        if (this.route.view === 'login') {
            go('/ui/runs');
        }
        this.me = this.out ? this.me : undefined;
        this.#enter();
    }

    #arrive() {
        const before = this.route.view + this.route.id;
        this.route = here();
        this.rail = false;
        if (before !== this.route.view + this.route.id) {
            this.called = '';
            this.updateComplete.then(() => this.querySelector('main')?.focus());
        }
    }

    #count() {
        this.#counting ??= setTimeout(async () => {
            this.#counting = undefined;
            const page = await get('/api/questions?limit=500').catch(() => null);
            this.open = page ? page.items.length : this.open;
        }, BADGE_PAUSE);
    }

    /** @param {{words: string, tone: string}} toast */
    #toast(toast) {
        this.toasts = [...this.toasts.slice(-2), toast];
        setTimeout(() => (this.toasts = this.toasts.filter(one => one !== toast)), TOAST_TIME);
    }

    async #leave() {
        await post('/api/console/logout').catch(() => {});
        live.stop();
        location.assign('/ui/login');
    }

    render() {
        const view = VIEWS.find(one => one.path === this.route.view);
        document.title = `${this.open ? `(${this.open}) ` : ''}${this.#title(view?.name ?? 'Not here')} · Parley`;
        if (this.me === undefined) {
            return html`<p class="starting" role="status">Looking for the hub …</p>`;
        }
        if (this.me === null) {
            import('./views/login.js');
            return html`<parley-login @entered=${() => this.enter()}></parley-login>`;
        }
        return html`
            <a class="skip" href="#main">Skip to the content</a>
            ${this.#rail()}
            <div class="page">
                ${live.state === 'down'
                    ? html`<p class="banner" role="status">
                          The hub has not been heard for ${ago(live.downSince / 1000)}. What you see may be old; nothing is lost, it goes on by itself.
                      </p>`
                    : nothing}
                ${barred(this.me) ? html`<p class="notice">${barred(this.me)}</p>` : nothing}
                <main id="main" tabindex="-1" @called=${(/** @type {CustomEvent} */ e) => (this.called = e.detail)}>${view ? view.show(this.route, this.me) : this.#nowhere()}</main>
            </div>
            <div class="toasts" role="status">${this.toasts.map(one => html`<p class="toast ${one.tone}">${one.words} ${one.undo ? html`<button class="small" @click=${one.undo.act}>${one.undo.label}</button>` : nothing}</p>`)}</div>
            <p class="unseen" aria-live="polite">${this.said}</p>
            ${this.helping ? help(VIEWS, () => (this.helping = false)) : nothing} ${this.out ? this.#doorway() : nothing}
        `;
    }

    /** What the window is called: the one thing that it is about, if so, and the view. @param {string} view */
    #title(view) {
        if (this.me === null || this.out) {
            return 'Sign in';
        }
        return this.called ? `${short(this.called, TITLE)} · ${view}` : view;
    }

    /** The login, over a page that waits. */
    #doorway() {
        import('./views/login.js');
        return html`<dialog class="door" aria-label="Sign in" closedby="none" @cancel=${(/** @type {Event} */ e) => e.preventDefault()} @close=${() => this.requestUpdate()}>
            <parley-login .over=${true} @entered=${() => this.enter()}></parley-login>
        </dialog>`;
    }

    #rail() {
        return html`<header class="rail" ?data-open=${this.rail}>
            <button class="menu" aria-expanded=${this.rail} aria-controls="views" @click=${() => (this.rail = !this.rail)}>Menu${this.#badge()}</button>
            <a class="mark" href="/ui/runs"><img src="/_console/icon.svg" alt="" width="20" height="20" /> Parley</a>
            <nav id="views" aria-label="Views">
                ${VIEWS.map(
                    view =>
                        html`<a href="/ui/${view.path}" aria-current=${view.path === this.route.view ? 'page' : nothing}>
                            ${view.name}${view.path === 'inbox' ? this.#badge() : nothing}
                        </a>`,
                )}
            </nav>
            <div class="me">
                <span class="muted" title="Signed in as">${this.me.principal ?? this.me.name ?? ''}</span>
                <button class="small" @click=${() => (this.helping = true)}>Keys <kbd>?</kbd></button>
                <button class="small" @click=${() => this.#leave()}>Sign out</button>
            </div>
        </header>`;
    }

    #badge() {
        return this.open ? html` <span class="badge">${this.open}<span class="unseen"> open</span></span>` : nothing;
    }

    #nowhere() {
        return html`<section class="fault"><h1>Not here</h1><p>The console has no such page.</p><a href="/ui/runs">Runs</a></section>`;
    }

    updated() {
        const help = /** @type {HTMLDialogElement | null} */ (this.querySelector('dialog.help'));
        [help, this.#door].forEach(dialog => dialog && !dialog.open && dialog.showModal());
    }
}

customElements.define('parley-app', App);
