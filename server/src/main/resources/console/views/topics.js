import { html, nothing } from 'lit';
import { announceNew } from '../lib/announce.js';
import { get, query } from '../lib/api.js';
import { live } from '../lib/live.js';
import { may } from '../lib/me.js';
import { filter } from '../lib/route.js';
import { empty } from '../parts/empty.js';
import { Expanding } from '../parts/expand.js';
import '../parts/publish.js';
import { attempt } from '../parts/toast.js';
import { eventTable } from '../parts/topic-events.js';
import { followers, subscriptionTable, topicTable } from '../parts/topic-list.js';

/** @typedef {import('../parts/topic-events.js').Published} Published */

const MOST = 500;
const PAGE = 50;
const PAUSE = 400;

/** What is published, topic by topic, and who follows it; or the newest events of one topic. Looking consumes nothing. */
class Topics extends Expanding {
    /** @type {{items: import('../parts/topic-list.js').Topic[], subscriptions: import('../parts/topic-list.js').Subscription[], looked_at: number, newest: number, gone: number}} */
    survey = { items: [], subscriptions: [], looked_at: 0, newest: 0, gone: 0 };
    /** @type {Published[]} of the one topic, newest first */
    events = [];
    /** @type {number | null} */
    next = null;
    publishing = false;
    #timer = 0;

    follow() {
        this.on('topics', () => this.#soon());
        this.hear(live, 'state', () => live.state === 'open' && this.#soon()); // what was published meanwhile is told by no event
        this.every(10_000, () => this.requestUpdate());
    }

    /** The filter is applied to what was read. @param {import('../lib/route.js').Route} route */
    addressed(route) {
        return `topics/${route.id}`;
    }

    /** The one that is looked at, if one is. */
    get about() {
        return this.route.id;
    }

    /** @param {AbortSignal} [signal] */
    async load(signal) {
        const topic = this.route.id;
        const [survey, page] = await Promise.all([get('/api/topics', signal), topic ? get(this.#address(), signal) : { items: [], next: null }]);
        this.survey = survey;
        this.events = page.items;
        this.next = page.next;
    }

    /** @param {number} [before] */
    #address(before) {
        return `/api/topics/events${query({ topic: this.route.id, before, limit: PAGE })}`;
    }

    /** Reads the newest again, all that came within a moment at once. */
    #soon() {
        this.#timer ||= window.setTimeout(async () => {
            this.#timer = 0;
            const topic = this.route.id;
            const [survey, page] = await Promise.all([get('/api/topics'), topic ? get(this.#address()) : null]).catch(() => []);
            if (survey && topic === this.route.id) {
                this.survey = survey;
                this.#add(page?.items ?? []);
                this.requestUpdate();
            }
        }, PAUSE);
    }

    /** @param {Published[]} newest */
    #add(newest) {
        const last = this.events[0]?.position ?? 0;
        const fresh = newest.filter(one => one.position > last);
        fresh.forEach(() => announceNew('event', 'events'));
        this.events = fresh.length === PAGE ? fresh : [...fresh, ...this.events].slice(0, MOST);
        this.next = fresh.length === PAGE ? fresh[PAGE - 1].position : this.next;
    }

    async #older() {
        await attempt(async () => {
            const topic = this.route.id;
            const page = await get(this.#address(this.next ?? undefined));
            if (topic === this.route.id) {
                this.events = [...this.events, ...page.items].slice(-MOST);
                this.next = page.next;
            }
        });
        this.requestUpdate();
    }

    get #text() {
        return (this.route.query.get('text') ?? '').toLowerCase();
    }

    body() {
        return html`<div class="bar">
                <h1>${this.route.id ? html`<a href="/ui/topics">Topics</a> <span class="muted">/</span> <code class="topic">${this.route.id}</code>` : 'Topics'}</h1>
                <input data-filter type="search" aria-label="Filter by text" placeholder="Filter …" .value=${this.route.query.get('text') ?? ''} @input=${(/** @type {any} */ e) => filter({ text: e.target.value })} />
                ${may('send') ? html`<button class="end" aria-expanded=${this.publishing} @click=${() => { this.publishing = !this.publishing; this.requestUpdate(); }}>Publish a test event</button>` : nothing}
            </div>
            ${this.publishing ? this.#publish() : nothing} ${this.route.id ? this.#one(this.route.id) : this.#all()}`;
    }

    /** Begins with the word and the agent of the topic that is looked at. */
    #publish() {
        const [, agent = '', word = ''] = /^(?:agent\.([^.]+)|user)\.(.+)$/.exec(this.route.id) ?? [];
        return html`<parley-publish .word=${word} .agent=${agent} @published=${() => this.#soon()}></parley-publish>`;
    }

    #all() {
        const { items, subscriptions, looked_at: counted, gone } = this.survey;
        const shown = items.filter(item => item.topic.toLowerCase().includes(this.#text));
        const wanted = subscriptions.filter(one => `${one.name} ${one.holder} ${one.topics.join(' ')}`.toLowerCase().includes(this.#text));
        return html`${items.length
                ? shown.length ? topicTable(shown, subscriptions) : html`<p class="muted">No topic fits this filter.</p>`
                : empty('Nothing was published yet. This publishes something:', `curl -s -X POST "${location.origin}/api/events" \\\n     -H "Authorization: Bearer $PARLEY_TOKEN" -H 'Content-Type: application/json' \\\n     -d '{"event_type": "build.finished", "data": {"ok": true}}'`)}
            ${items.length ? html`<p class="muted">Counted over the newest ${counted} events that are kept${gone ? `; those up to position ${gone} are no longer` : ''}.</p>` : nothing}
            <h2 class="section">Subscriptions</h2>
            ${subscriptions.length
                ? wanted.length ? subscriptionTable(wanted, counted) : html`<p class="muted">No subscription fits this filter.</p>`
                : empty('Nobody has subscribed. This does, to everything that agents publish:', `curl -s -X PUT "${location.origin}/api/subscriptions/all" \\\n     -H "Authorization: Bearer $PARLEY_TOKEN" -H 'Content-Type: application/json' \\\n     -d '{"topics": ["agent.**"]}'`)}`;
    }

    /** @param {string} topic */
    #one(topic) {
        const following = followers(this.survey.subscriptions, topic);
        const shown = this.events.filter(one => JSON.stringify(one.event).toLowerCase().includes(this.#text));
        return html`${shown.length
                ? eventTable(shown, this)
                : this.events.length ? html`<p class="muted">None of the events that were read fits this filter.</p>`
                : empty('Nothing is kept on this topic among the newest events. This follows it:', `curl -sN "${location.origin}/api/events?topic=${encodeURIComponent(topic)}" -H "Authorization: Bearer $PARLEY_TOKEN"`)}
            ${this.next ? html`<button class="older" @click=${() => this.#older()}>Older events</button>` : nothing}
            <h2 class="section">Followed by</h2>
            ${following.length ? subscriptionTable(following, this.survey.looked_at) : html`<p class="muted">No subscription. Streams that are open follow without one.</p>`}`;
    }
}

customElements.define('parley-topics', Topics);
