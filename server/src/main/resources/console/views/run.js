import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { onKeys } from '../lib/keys.js';
import { says } from '../lib/message.js';
import { filter } from '../lib/route.js';
import { RunLog } from '../lib/run-log.js';
import { entries, isShown } from '../lib/timeline.js';
import { View } from '../lib/view.js';
import { KEPT, atEnd, first } from '../lib/window.js';
import { empty } from '../parts/empty.js';
import '../parts/message.js';
import { dock } from '../parts/run-dock.js';
import { intentCard } from '../parts/run-intent.js';
import { side } from '../parts/run-side.js';
import { isOver, strip } from '../parts/run-strip.js';
import { toast } from '../parts/toast.js';

const NEAR = 48;
/** How far from the top, in pixels, older messages are read. */
const AHEAD = 800;

/** @typedef {import('../lib/timeline.js').Entry} Entry */

/** One run: how it stands, what people are told, what agents say among themselves, and a word with them. */
class Run extends View {
    log = new RunLog('', () => {});
    #version = 0;
    #shown = 0;
    #y = 0;
    /** @type {{element: Element, top: number} | undefined} what has to stay where it is */
    #anchor;
    #sizes = new ResizeObserver(() => this.#resized());
    /** @type {() => void} */
    #keys = () => {};

    get #at() {
        return Number(this.route.query.get('at')) || 0;
    }

    /** @param {import('../lib/route.js').Route} route */
    addressed(route) {
        return `${route.id}?${route.query.get('at') ?? ''}`;
    }

    connectedCallback() {
        super.connectedCallback();
        this.#keys = onKeys({ e: () => /** @type {any} */ (document.activeElement?.closest('parley-message'))?.toggle() });
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        this.#keys();
        this.#sizes.disconnect();
    }

    follow() {
        this.on('agent_message', message => message.run_id === this.log.id && this.log.hear(message));
        this.on('agent_state', state => state.run_id === this.log.id && this.log.hearState(state));
        this.every(5000, () => this.log.run && !isOver(this.log.run) && this.requestUpdate());
        this.hear(window, 'scroll', () => this.#scrolled());
        this.hear(this, 'click', event => this.#clicked(event));
        this.hear(this, 'answered', () => this.log.refresh());
        this.hear(this, 'opened', event => this.log.look(event.detail));
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        const seq = this.#at;
        const known = this.log.id === this.route.id && this.log.window.items.some(message => message.seq === seq);
        if (!known) {
            const log = new RunLog(this.route.id, () => log === this.log && this.#changed());
            const before = this.log;
            this.log = log;
            try {
                await log.open(seq, signal);
            } catch (fault) {
                this.log = signal.aborted && this.log === log ? before : this.log;
                throw fault;
            }
        }
        if (seq) {
            this.log.following = false;
            this.#reveal(seq);
        }
    }

    #changed() {
        this.#version++;
        this.requestUpdate();
    }

    /** Shows the message that the address names, where it is: in the timeline, or among the agents. @param {number} seq */
    async #reveal(seq) {
        const message = this.log.window.items.find(one => one.seq === seq);
        if (message && !isShown(message, this.log.active) && message.act !== 'ack') {
            filter({ internal: '1' });
        }
        for (const wait of [0, 200]) {
            await this.updateComplete;
            await new Promise(done => setTimeout(done, wait));
            requestAnimationFrame(() => {
                const cards = /** @type {any[]} */ ([...this.querySelectorAll('.timeline > parley-message')]);
                cards.findLast(card => card.entry.message.seq <= seq)?.scrollIntoView({ block: 'center' });
                this.querySelector('.message.marked')?.scrollIntoView({ block: 'center' });
            });
        }
    }

    /** Goes to a message and keeps the rest of the address. @param {number} seq */
    #show(seq) {
        if (seq === this.#at) {
            this.#reveal(seq);
        } else {
            filter({ at: String(seq) });
        }
    }

    /** Links to messages of this run move within it. @param {MouseEvent} click */
    #clicked(click) {
        const link = /** @type {Element} */ (click.target).closest('a[href^="/ui/runs/"]');
        const to = new URL(link?.getAttribute('href') ?? '', location.href);
        const seq = Number(to.searchParams.get('at'));
        if (link && seq && to.pathname === location.pathname && click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey) {
            click.preventDefault();
            this.#show(seq);
        }
    }

    /** How far the end of the timeline is below what is seen. */
    #below() {
        const end = this.querySelector('.timeline-end')?.getBoundingClientRect();
        const dock = this.querySelector('.dock')?.getBoundingClientRect();
        return end && dock ? end.top - dock.top : 0;
    }

    #scrolled() {
        if (!this.loaded || this.fault) {
            return;
        }
        const up = scrollY < this.#y - 1;
        this.#y = scrollY;
        const { log } = this;
        const following = this.#below() <= NEAR && atEnd(log.window) ? true : up ? false : log.following;
        if (following !== log.following) {
            log.following = following;
            log.unseen = 0;
            this.requestUpdate();
        }
        this.#reach();
    }

    /** Reads on where the reader comes near an end of what is held. */
    #reach() {
        const { log } = this;
        const top = this.querySelector('.timeline-older')?.getBoundingClientRect().bottom;
        const room = log.window.items.length < KEPT || !log.following;
        if (top !== undefined && top > -AHEAD && room && !log.reading) {
            log.older();
        } else if (this.#below() < AHEAD && !atEnd(log.window) && !log.following) {
            log.newer();
        }
    }

    #resized() {
        const bar = this.querySelector('.strip');
        this.style.setProperty('--strip', `${bar?.clientHeight ?? 0}px`);
        if (this.log.following) {
            this.#toEnd();
        }
    }

    #toEnd() {
        const below = this.#below();
        if (Math.abs(below) > 1) {
            scrollBy(0, below);
        }
    }

    async #newest() {
        if (this.#at) {
            filter({ at: null });
        } else if (!atEnd(this.log.window)) {
            await this.reload();
        }
        this.log.following = true;
        this.log.unseen = 0;
        this.requestUpdate();
        requestAnimationFrame(() => this.#toEnd());
    }

    async #failure() {
        const seq = (await this.log.failureAfter(this.#at)) ?? (this.#at ? await this.log.failureAfter(0) : undefined);
        if (seq) {
            this.#show(seq);
        } else {
            toast('Nothing has failed here');
        }
    }

    /** @param {Map<string, unknown>} changes */
    willUpdate(changes) {
        super.willUpdate(changes);
        if (this.log.shifted && !this.#anchor) {
            const bar = this.querySelector('.strip')?.getBoundingClientRect().bottom ?? 0;
            const element = [...this.querySelectorAll('.timeline > parley-message')].find(one => one.getBoundingClientRect().bottom > bar);
            this.#anchor = element && { element, top: element.getBoundingClientRect().top };
        }
    }

    updated() {
        this.querySelectorAll('.timeline, .strip, .dock').forEach(part => this.#sizes.observe(part));
        requestAnimationFrame(() => {
            const anchor = this.#anchor;
            this.#anchor = undefined;
            this.log.shifted = false;
            if (this.log.following) {
                this.#toEnd();
            } else if (anchor?.element.isConnected) {
                scrollBy(0, anchor.element.getBoundingClientRect().top - anchor.top);
            }
            if (this.loaded && !this.fault && this.log.run && this.#shown !== this.log.window.items.length) {
                this.#shown = this.log.window.items.length;
                this.#reach();
            }
        });
    }

    #title() {
        const opening = this.log.window.items.find(message => message.seq === 1);
        return this.log.run.intent_snapshot?.objective || this.log.run.title || (opening && says(opening)) || this.log.run.summary || this.log.id;
    }

    body() {
        const { log } = this;
        const asked = this.route.query;
        const last = log.window.items.at(-1)?.created_at ?? log.run.created_at;
        const shown = entries(log.window.items, message => isShown(message, log.active));
        return html`
            ${strip(log.run, this.#title(), isOver(log.run) ? last : Date.now() / 1000, () => log.refresh())}
            <div class="run">
                <div class="told">
                    ${intentCard(log.run, id => log.seqOf(id), async id => this.#show(await log.find(id)))}
                    ${first(log.window) > 1
                        ? html`<button class="timeline-older" ?disabled=${log.reading} @click=${() => ((log.following = false), log.older())}>${first(log.window) - 1} older messages</button>`
                        : nothing}
                    <section class="timeline" aria-label="Timeline">${repeat(shown, entry => entry.key, entry => this.#entry(entry))}</section>
                    ${log.run.last_seq ? nothing : empty('Nothing has been said in this run yet.', `./parley send --run ${log.id} "Hello"`)}
                    ${atEnd(log.window) ? nothing : html`<button class="timeline-newer" ?disabled=${log.reading} @click=${() => log.newer()}>Newer messages</button>`}
                    <div class="timeline-end"></div>
                    ${dock(log, asked, this.#at, this.#version, () => this.#failure(), () => this.#newest())}
                </div>
                ${side(log, asked.get('view') ?? 'flow', this.#at, seq => this.#show(seq))}
            </div>
        `;
    }

    /** @param {Entry} entry */
    #entry(entry) {
        const { log } = this;
        const { seq } = entry.message;
        const at = this.#at;
        return html`<parley-message .entry=${entry} .receipts=${log.receipts.get(seq)} .question=${log.questions.get(seq)} .log=${log.items} .marked=${at > 0 && (at === seq || at === entry.result?.seq)}></parley-message>`;
    }
}

customElements.define('parley-run', Run);
