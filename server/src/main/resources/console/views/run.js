import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { onKeys } from '../lib/keys.js';
import { live } from '../lib/live.js';
import { Place } from '../lib/place.js';
import { filter } from '../lib/route.js';
import { RunLog } from '../lib/run-log.js';
import { entries, isInternal, isShown } from '../lib/timeline.js';
import { View } from '../lib/view.js';
import { KEPT, atEnd, first } from '../lib/window.js';
import { empty } from '../parts/empty.js';
import '../parts/message.js';
import { dock } from '../parts/run-dock.js';
import { intentCard } from '../parts/run-intent.js';
import { side } from '../parts/run-side.js';
import { isOver, strip, titleOf } from '../parts/run-strip.js';
import { toast } from '../parts/toast.js';

const NEAR = 48;
const PAUSE = 60;
/** How far from an end of what is held, in pixels, more is read. */
const AHEAD = 800;
/** How often it is asked what became of messages, of which no event tells. */
const RECEIPTS = 2000;

/** @typedef {import('../lib/timeline.js').Entry} Entry */

/** One run: how it stands, what people are told, what agents say among themselves, and a word with them. */
class Run extends View {
    log = new RunLog('', () => {});
    /** @type {RunLog | undefined} the log that is being read and will replace the other */
    #opening;
    #place = new Place(this);
    #sizes = new ResizeObserver(() => this.#resized());
    #version = 0;
    #drawing = 0;
    #shown = 0;
    #stale = false;
    /** @type {() => void} */
    #keys = () => {};

    get #at() {
        return Number(this.route.query.get('at')) || 0;
    }

    /** @param {import('../lib/route.js').Route} route */
    addressed(route) {
        return `${route.id}?${route.query.get('at') ?? ''}`;
    }

    get about() {
        return this.log.run && this.log.id === this.route.id ? titleOf(this.log) : '';
    }

    connectedCallback() {
        super.connectedCallback();
        this.#keys = onKeys({ e: () => /** @type {any} */ (document.activeElement?.closest('parley-message'))?.toggle() });
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        this.#keys();
        this.#sizes.disconnect();
        this.#place.leave();
    }

    follow() {
        const logs = (/** @type {string} */ run) => [this.log, this.#opening].filter(log => log?.id === run);
        this.on('agent_message', message => logs(message.run_id).forEach(log => log?.hear(message)));
        this.on('agent_state', state => logs(state.run_id).forEach(log => log?.hearState(state)));
        this.on('run', run => logs(run.run_id).forEach(log => log?.hearMatter(run)));
        this.on('question', question => logs(question.run_id).forEach(log => log?.hearMatter({})));
        this.every(5000, () => this.log.run && !isOver(this.log.run) && this.requestUpdate());
        this.every(RECEIPTS, () => this.log.watch());
        this.hear(live, 'reset', () => (this.#stale = true));
        this.hear(window, 'scroll', () => this.#scrolled());
        ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove'].forEach(type => this.hear(window, type, event => (type !== 'pointermove' || event.buttons) && this.#place.touched()));
        this.hear(this, 'click', event => this.#clicked(event));
        this.hear(this, 'answered', () => this.log.refresh());
        this.hear(this, 'opened', event => this.log.look(event.detail));
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        const seq = this.#at;
        const known = !this.#stale && this.log.id === this.route.id && this.log.window.items.some(message => message.seq === seq);
        if (!known) {
            const log = (this.#opening = new RunLog(this.route.id, () => log === this.log && this.#changed()));
            await log.open(seq, signal);
            this.log = log;
            this.#opening = undefined;
            this.#stale = false;
        }
        this.log.following = !seq;
        if (seq) {
            this.#reveal(seq);
        }
    }

    /** Shows what has changed, all that came within a moment at once. */
    #changed() {
        this.#drawing ||= window.setTimeout(() => {
            this.#drawing = 0;
            this.#version++;
            this.requestUpdate();
        }, PAUSE);
    }

    /** Shows the message that the address names, where it is: in the timeline, or among the agents. @param {number} seq */
    async #reveal(seq) {
        const message = this.log.window.items.find(one => one.seq === seq);
        if (message && !isShown(message, this.log.active) && message.act !== 'ack') {
            filter({ internal: '1', ...(isInternal(message) ? {} : { notes: '1' }) });
        }
        // Cards get their height when they come into view, so the second time is exact.
        for (const wait of [0, 200]) {
            await this.updateComplete;
            await new Promise(done => setTimeout(done, wait));
            requestAnimationFrame(() => this.#place.reveal(seq));
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

    #scrolled() {
        if (!this.loaded || this.fault) {
            return;
        }
        const { log } = this;
        const up = this.#place.wentUp();
        const following = (this.#place.below() <= NEAR && atEnd(log.window)) || (!up && log.following);
        if (following !== log.following) {
            log.following = following;
            log.unseen = 0;
            this.requestUpdate();
        }
        this.#reach();
    }

    /** Reads on where the reader comes near an end of what is held; at the end of the log only as much as there is room for. */
    #reach() {
        const { log } = this;
        const room = log.window.items.length < KEPT || !log.following;
        if (first(log.window) > 1 && this.#place.above() < AHEAD && room) {
            log.older();
        } else if (!log.following && !atEnd(log.window) && this.#place.below() < AHEAD) {
            log.newer();
        }
    }

    #resized() {
        this.#place.measure();
        if (this.log.following) {
            this.#place.toEnd();
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
        requestAnimationFrame(() => this.#place.toEnd());
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
        if (this.log.shifted) {
            this.#place.hold();
        }
    }

    updated() {
        this.querySelectorAll('.timeline, .strip, .dock').forEach(part => this.#sizes.observe(part));
        requestAnimationFrame(() => {
            this.log.shifted = false;
            if (this.log.following) {
                this.#place.toEnd();
            } else {
                this.#place.restore();
            }
            if (this.loaded && this.#shown !== this.log.window.items.length) {
                this.#shown = this.log.window.items.length;
                this.#reach();
            }
        });
    }

    body() {
        const { log } = this;
        const asked = this.route.query;
        const shown = entries(log.window.items, message => isShown(message, log.active));
        const earlier = first(log.window) - 1;
        return html`
            ${strip(log)}
            <div class="run ${log.following ? 'following' : ''}">
                <div class="told">
                    ${intentCard(log.run, id => log.seqOf(id), async id => this.#show(await log.find(id)))}
                    ${earlier > 0 ? html`<button class="timeline-older" ?disabled=${log.reading} @click=${() => ((log.following = false), log.older())}>${earlier} older ${earlier === 1 ? 'message' : 'messages'}</button>` : nothing}
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
        const marked = this.#at > 0 && (this.#at === seq || this.#at === entry.result?.seq);
        return html`<parley-message .entry=${entry} .receipts=${log.receipts.get(seq)} .question=${log.questions.get(seq)} .log=${log.items} .marked=${marked} .paused=${!!log.run.paused}></parley-message>`;
    }
}

customElements.define('parley-run', Run);
