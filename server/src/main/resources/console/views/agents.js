import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announceNew } from '../lib/announce.js';
import { at, get } from '../lib/api.js';
import { filter } from '../lib/route.js';
import { short } from '../lib/text.js';
import { span } from '../lib/time.js';
import { View } from '../lib/view.js';
import { activity } from '../parts/agent-detail.js';
import { chip, who } from '../parts/chip.js';
import { empty } from '../parts/empty.js';
import { topology, trafficTable } from '../parts/topology.js';

const MOST = 500;
/** All is looked at again so often, and a moment after agents did something. */
const LOOK = 10_000;
const PAUSE = 2500;
const MINUTES = 5;
/** In these states a task is in the hands of its worker. */
const HELD = ['running', 'needs_input', 'needs_auth'];
const SHAPES = { list: 'List', tree: 'Tree', topology: 'Topology' };

/** Who is there, what they do, and who speaks with whom. */
class Agents extends View {
    /** @type {any[]} */
    agents = [];
    #cut = false;
    /** @type {import('../parts/topology.js').Edge[]} */
    #edges = [];
    /** @type {Map<string, number>} how many tasks each holds */
    #held = new Map();
    #timer = 0;

    follow() {
        ['agent_message', 'agent_state', 'task'].forEach(event => this.on(event, () => this.#soon()));
        this.on('presence', told => this.#hear(told));
        this.every(LOOK, () => this.#again());
    }

    /** @param {import('../lib/view.js').Route} route */
    addressed(route) {
        return `${route.view}/${route.id ? 'one' : ''}`;
    }

    /** @param {AbortSignal} [signal] */
    async load(signal) {
        if (this.route.id) {
            return;
        }
        const [page, traffic, ...tasks] = await Promise.all([
            get(`/api/agents?all=true&limit=${MOST}`, signal),
            get(`/api/traffic?minutes=${MINUTES}`, signal).catch(() => ({ edges: [] })),
            ...HELD.map(state => get(`/api/tasks?state=${state}&limit=500`, signal)),
        ]);
        this.#edges = traffic.edges;
        this.#held = new Map();
        for (const { worker } of tasks.flatMap(one => one.items)) {
            this.#held.set(worker?.agent, (this.#held.get(worker?.agent) ?? 0) + 1);
        }
        const known = new Set(this.agents.map(one => one.agent));
        if (known.size) {
            page.items.filter((/** @type {any} */ one) => !known.has(one.agent)).forEach(() => announceNew('agent', 'agents'));
        }
        this.agents = page.items;
        this.#cut = page.next !== null;
    }

    /** Who comes and goes is seen at once. @param {any} told */
    #hear(told) {
        const known = this.agents.find(one => one.agent === told.agent);
        if (known) {
            Object.assign(known, told, told.online ? { seen_seconds_ago: 0 } : {});
            this.requestUpdate();
        } else {
            this.#soon();
        }
    }

    #soon() {
        this.#timer ||= window.setTimeout(() => {
            this.#timer = 0;
            this.#again();
        }, PAUSE);
    }

    /** Looks again; what was seen stays when the hub does not answer. */
    async #again() {
        await this.load().catch(() => {});
        this.requestUpdate();
    }

    #fitting() {
        const text = (this.route.query.get('text') ?? '').toLowerCase();
        const online = this.route.query.get('online');
        return this.agents.filter(one => (!online || one.online) && `${one.agent} ${one.description ?? ''} ${one.capabilities?.join(' ') ?? ''}`.toLowerCase().includes(text));
    }

    render() {
        return this.route.id ? html`<parley-agent .route=${this.route}></parley-agent>` : super.render();
    }

    body() {
        const asked = this.route.query;
        const shape = asked.get('as') ?? 'list';
        const agents = this.#fitting();
        return html`
            <div class="bar">
                <h1>Agents</h1>
                <input data-filter type="search" aria-label="Filter by name, capability or description" placeholder="Filter …" .value=${asked.get('text') ?? ''} @input=${(/** @type {any} */ e) => filter({ text: e.target.value })} />
                <label class="check"><input type="checkbox" .checked=${!!asked.get('online')} @change=${(/** @type {any} */ e) => filter({ online: e.target.checked ? 'true' : null })} /> online only</label>
                <span class="muted">${agents.filter(one => one.online).length} of ${agents.length}${this.#cut ? '+' : ''} online</span>
                <div class="tabs end" role="group" aria-label="Shown as">
                    ${Object.entries(SHAPES).map(([key, name]) => html`<button aria-pressed=${shape === key} @click=${() => filter({ as: key === 'list' ? null : key })}>${name}</button>`)}
                </div>
            </div>
            ${agents.length ? (shape === 'tree' ? this.#tree(agents) : shape === 'topology' ? this.#topology(agents) : this.#table(agents)) : this.#empty()}
        `;
    }

    #empty() {
        return this.agents.length
            ? empty('No agent fits this filter.', './parley agents')
            : empty('No agent has come here yet. This makes one a token, with which it connects:', './parley token create --agent alice');
    }

    /** @param {any[]} agents */
    #table(agents) {
        return html`<div class="scroll" tabindex="0" role="region" aria-label="Agents">
            <table class="agents">
                <thead>
                    <tr><th>Presence</th><th>Agent</th><th>State</th><th class="number">In flight</th><th>Capabilities</th><th class="number">Instances</th><th class="number">Last seen</th><th>Parent</th><th>Tools as</th></tr>
                </thead>
                <tbody>
                    ${repeat(agents, one => one.agent, one => this.#row(one))}
                </tbody>
            </table>
        </div>`;
    }

    /** @param {any} one */
    #row(one) {
        return html`<tr>
            <td>${chip(one.online ? 'online' : 'offline')}</td>
            <td>${link(one)} ${one.hosted ? html`<span class="tag">hosted</span>` : nothing} <span class="muted">${short(one.description ?? (one.updated_at ? '' : 'has no card'), 100)}</span></td>
            <td>${activity(one.state)}</td>
            <td class="number">${this.#held.has(one.agent) ? html`<a href=${'/ui/tasks?agent=' + encodeURIComponent(one.agent)}>${this.#held.get(one.agent)}<span class="unseen"> tasks of ${one.agent}</span></a>` : nothing}</td>
            <td>${(one.capabilities ?? []).slice(0, 6).map((/** @type {string} */ word) => html`<code class="tag">${word}</code> `)}</td>
            <td class="number">${one.instances_online}</td>
            <td class="number">${one.seen_seconds_ago === null ? nothing : html`${span(one.seen_seconds_ago)} ago`}</td>
            <td>${one.parent ? who(one.parent) : nothing}</td>
            <td>${one.tool_role ?? nothing}</td>
        </tr>`;
    }

    /** Children within their parents; whose parent is not shown stands at the top. @param {any[]} agents */
    #tree(agents) {
        const names = new Set(agents.map(one => one.agent));
        /** @type {(parent: string | null) => unknown} */
        const under = parent => {
            const children = agents.filter(one => (names.has(one.parent) ? one.parent : null) === parent);
            return children.length
                ? html`<ul>${children.map(one => html`<li>${chip(one.online ? 'online' : 'offline')} ${link(one)} ${activity(one.state)} <span class="muted">${short(one.description ?? '', 100)}</span>${under(one.agent)}</li>`)}</ul>`
                : nothing;
        };
        return html`<div class="family-tree">${under(null)}</div>`;
    }

    /** @param {any[]} agents */
    #topology(agents) {
        const names = new Set(agents.map(one => one.agent));
        const all = agents.length === this.agents.length;
        const edges = this.#edges.filter(edge => all || [edge.from, edge.to].every(name => name === 'user' || names.has(name)));
        return html`
            <p class="legend muted">
                <span class="key agent" aria-hidden="true"></span> between agents <span class="key person" aria-hidden="true"></span> with people <span class="key family" aria-hidden="true"></span> parent and child;
                the number is how many messages in the last ${MINUTES} minutes. ● is online.
            </p>
            ${topology(agents, edges)}
            <details open><summary>As a table</summary>${trafficTable(edges)}</details>
        `;
    }
}

/** @param {any} one */
function link(one) {
    return html`<a data-row class="who agent" href=${'/ui' + at`/agents/${one.agent}`}>${one.agent}</a>`;
}

customElements.define('parley-agents', Agents);
