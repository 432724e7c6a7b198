import { html, nothing } from 'lit';
import { at, get } from '../lib/api.js';
import { may } from '../lib/me.js';
import { agentOf } from '../lib/message.js';
import { markdown } from '../lib/text.js';
import { ago, span, wholeTime } from '../lib/time.js';
import { View } from '../lib/view.js';
import { chip } from './chip.js';
import { json } from './content.js';
import { copyButton, copyable, curl } from './copy.js';
import { inbox, outbox, pending } from './glance.js';
import './send-form.js';

const GLANCE = 8;
const PAUSE = 500;
const LOOK = 10_000;
const MOST = 500;
const MOST_INSTANCES = 50;

/** One agent: its card, who of it is there, what is for it and from it, and a box to write to it. */
class Agent extends View {
    /** @type {any} */
    agent;
    /** @type {import('./glance.js').Page[]} inbox, outbox, what it awaits */
    glances = [];
    #timer = 0;

    follow() {
        this.on('agent_message', message => [message.from_agent, message.to_agent].map(agentOf).includes(this.route.id) && this.#again());
        this.on('agent_state', state => state.agent === this.route.id && this.#again());
        this.on('presence', told => told.agent === this.route.id && this.#again());
        this.every(LOOK, () => this.#again());
    }

    /** @param {import('../lib/view.js').Route} route */
    addressed(route) {
        return route.id;
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        const name = this.route.id;
        /** @param {string} what */
        const glance = what => get(at`/api/agents/${name}/` + `${what}?limit=${GLANCE}`, signal).catch(() => null);
        [this.agent, ...this.glances] = await Promise.all([this.#card(name, signal), glance('inbox'), glance('outbox'), glance('pending')]);
    }

    /** Its card, or what is known of one that never put any; it may be written to before it has come. @param {string} name @param {AbortSignal} signal */
    async #card(name, signal) {
        const page = await get(`/api/agents?all=true&limit=${MOST}`, signal);
        const seen = page.items.find((/** @type {any} */ one) => one.agent === name);
        if (seen?.updated_at || (!seen && page.next !== null)) {
            return get(at`/api/agents/${name}`, signal);
        }
        return { agent: name, online: false, instances_online: 0, seen_seconds_ago: null, ...seen, instances: [], children: [] };
    }

    get about() {
        return this.route.id;
    }

    #again() {
        this.#timer ||= window.setTimeout(() => {
            this.#timer = 0;
            this.reload();
        }, PAUSE);
    }

    body() {
        const agent = this.agent;
        return html`
            <div class="bar">
                <a href="/ui/agents">Agents</a>
                <h1 class="who agent">${agent.agent}</h1>
                ${chip(agent.online ? 'online' : 'offline')} ${activity(agent.state)} ${agent.hosted ? html`<span class="tag">hosted by this hub</span>` : nothing}
                <span class="end">${copyButton(curl('GET', at`/api/agents/${agent.agent}`), 'Copy as curl')}</span>
            </div>
            <div class="with-facts">
                <div>
                    ${agent.updated_at ? nothing : html`<p class="muted">It has no card. It puts one with its own token:</p>${copyable(curl('PUT', at`/api/agents/${agent.agent}`, { description: 'What it does', capabilities: [] }))}`}
                    ${may('send') ? html`<section class="panel" aria-label="Send a message"><parley-send .agent=${agent.agent}></parley-send></section>` : nothing}
                    <div class="glances">${inbox(this.glances[0] ?? null)} ${outbox(this.glances[1] ?? null)} ${pending(this.glances[2] ?? null)}</div>
                    ${this.#instances()}
                    <details><summary>Raw JSON</summary>${json(agent)}</details>
                </div>
                ${this.#facts()}
            </div>
        `;
    }

    #facts() {
        const agent = this.agent;
        /** @param {string} name @param {unknown} value */
        const fact = (name, value) => (value === undefined || value === null || value === '' ? nothing : html`<dt>${name}</dt><dd>${value}</dd>`);
        /** @param {string} name */
        const link = name => html`<a class="who agent" href=${'/ui' + at`/agents/${name}`}>${name}</a> `;
        return html`<aside aria-label="Card">
            <dl class="facts-list panel">
                ${fact('Does', agent.description ? markdown(agent.description) : '')}
                ${agent.capabilities?.length ? fact('Capabilities', agent.capabilities.map((/** @type {string} */ word) => html`<code class="tag">${word}</code> `)) : nothing}
                ${agent.parent ? fact('Parent', link(agent.parent)) : nothing}
                ${agent.children?.length ? fact('Children', agent.children.map(link)) : nothing}
                ${fact('Tools as', agent.tool_role)} ${fact('Instances', `${agent.instances_online} online`)}
                ${agent.seen_seconds_ago === null ? nothing : fact('Last seen', `${span(agent.seen_seconds_ago)} ago`)}
                ${agent.updated_at ? fact('Card by', html`${agent.updated_by} <span class="muted">${wholeTime(agent.updated_at)}</span>`) : nothing}
            </dl>
            <p class="muted"><a href=${'/ui/tasks?agent=' + encodeURIComponent(agent.agent)}>Its tasks</a> · <a href=${'/ui/runs?agent=' + encodeURIComponent(agent.agent)}>Its runs</a> · <a href=${'/ui/flow?agents=' + encodeURIComponent(agent.agent)}>Its messages live</a></p>
        </aside>`;
    }

    #instances() {
        const instances = this.agent.instances ?? [];
        if (!instances.length) {
            return nothing;
        }
        return html`<h2>Instances</h2>
            <div class="scroll" tabindex="0" role="region" aria-label="Instances">
                <table>
                    <thead><tr><th>Presence</th><th>Instance</th><th>State</th><th class="number">Last seen</th><th class="number">Started</th></tr></thead>
                    <tbody>
                        ${instances.slice(0, MOST_INSTANCES).map((/** @type {any} */ one) => html`<tr>
                            <td>${chip(one.online ? 'online' : 'offline')}</td><td>${one.instance ? html`<code>${one.instance}</code>` : html`<span class="muted">the only one</span>`}</td>
                            <td>${activity(one.state)}</td><td class="number">${span(one.seen_seconds_ago)} ago</td><td class="number">${ago(one.started_at)} ago</td>
                        </tr>`)}
                    </tbody>
                </table>
            </div>
            ${instances.length > MOST_INSTANCES ? html`<p class="muted">${instances.length - MOST_INSTANCES} more</p>` : nothing}`;
    }
}

/** What an instance says it does. @param {string | null} state */
export const activity = state => (state ? chip(state, state === 'start' ? 'started' : undefined) : nothing);

customElements.define('parley-agent', Agent);
