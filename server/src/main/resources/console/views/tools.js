import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announceNew } from '../lib/announce.js';
import { Problem, at, get, query } from '../lib/api.js';
import { agentOf } from '../lib/message.js';
import { filter } from '../lib/route.js';
import { pretty, short } from '../lib/text.js';
import { who } from '../parts/chip.js';
import { empty } from '../parts/empty.js';
import { Expanding } from '../parts/expand.js';
import { callTable } from '../parts/tool-calls.js';

const CLASSES = ['read', 'status', 'report', 'mutating'];
const SHOWN_CALLS = 50;
const PAUSE = 250;

/** Every tool that agents reach through the hub, who may use it and why not, and what was called lately. */
class Tools extends Expanding {
    /** @type {any[]} */
    items = [];
    /** @type {Record<string, string>} servers of which nothing is known just now, and why */
    unavailable = {};
    /** @type {string[]} */
    agents = [];
    /** What the hub says against the agent or run that was chosen. */
    refusal = '';
    /** @type {import('../parts/tool-calls.js').Call[]} */
    calls = [];
    #timer = 0;

    follow() {
        this.on('agent_message', message => /^tool_(intent|result)$/.test(message.kind) && this.#touch());
    }

    /** What a log says of a call is a reason to look, and no more: agents can write it too. */
    #touch() {
        this.#timer ||= window.setTimeout(async () => {
            const known = new Set(this.calls.map(call => call.call_id));
            const page = await get(`/api/tools/calls?limit=${SHOWN_CALLS}`).catch(() => null);
            this.#timer = 0;
            if (page) {
                this.calls = page.items;
                this.calls.filter(call => !known.has(call.call_id)).forEach(() => announceNew('call', 'calls'));
                this.requestUpdate();
            }
        }, PAUSE);
    }

    /** Only agent and run are asked of the hub. @param {import('../lib/route.js').Route} route */
    addressed(route) {
        if (route.id) {
            this.opened.add(route.id);
        }
        return `${route.query.get('agent')} ${route.query.get('run')}`;
    }

    /** The one that is looked at, if one is. */
    get about() {
        return this.route.id;
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        const asked = this.route.query;
        const [page, agents, calls] = await Promise.all([
            this.#tools(asked.get('agent'), asked.get('run'), signal),
            get('/api/agents?all=true&limit=500', signal),
            get(`/api/tools/calls?limit=${SHOWN_CALLS}`, signal).catch(fault => this.#unseen(fault)),
        ]);
        this.calls = calls.items;
        this.items = page.items;
        this.unavailable = page.unavailable ?? {};
        this.agents = agents.items.map((/** @type {any} */ item) => item.agent);
    }

    /** Agents see tools, and not what others have called. @param {unknown} fault */
    #unseen(fault) {
        if (fault instanceof Problem && fault.status === 403) {
            return { items: [] };
        }
        throw fault;
    }

    /** @param {string | null} agent @param {string | null} run @param {AbortSignal} signal @returns {Promise<any>} */
    async #tools(agent, run, signal) {
        try {
            this.refusal = '';
            return await get(`/api/tools${query({ agent, run })}`, signal);
        } catch (fault) {
            if (!(fault instanceof Problem) || !agent) {
                throw fault;
            }
            this.refusal = fault.message;
            return get('/api/tools', signal);
        }
    }

    get shown() {
        const asked = this.route.query;
        const text = (asked.get('text') ?? '').toLowerCase();
        return this.items.filter(tool => (!this.route.id || tool.name === this.route.id) && (!asked.get('class') || tool.class === asked.get('class')) && (!text || `${tool.name} ${tool.title ?? ''} ${tool.description}`.toLowerCase().includes(text)));
    }

    body() {
        const asked = this.route.query;
        const agent = asked.get('agent') ?? '';
        const calls = this.calls.filter(call => !agent || agentOf(call.agent) === agent);
        return html`
            <div class="bar">
                <h1>${this.route.id ? html`<a href="/ui/tools">Tools</a> <span class="muted">/ one</span>` : 'Tools'}</h1>
                <input data-filter type="search" aria-label="Filter by text" placeholder="Filter …" .value=${asked.get('text') ?? ''} @input=${(/** @type {any} */ e) => filter({ text: e.target.value })} />
                <select aria-label="Class" @change=${(/** @type {any} */ e) => filter({ class: e.target.value })}>
                    <option value="">any class</option>
                    ${CLASSES.map(name => html`<option value=${name} ?selected=${asked.get('class') === name}>${name}</option>`)}
                </select>
                <select aria-label="May this agent use them" @change=${(/** @type {any} */ e) => filter({ agent: e.target.value, run: e.target.value ? asked.get('run') : null })}>
                    <option value="">for no agent</option>
                    ${[...new Set([...this.agents, ...(agent ? [agent] : [])])].map(name => html`<option value=${name} ?selected=${agent === name}>for ${name}</option>`)}
                </select>
                ${agent ? html`<input type="search" aria-label="In this run" placeholder="in run_… (optional)" .value=${asked.get('run') ?? ''} @change=${(/** @type {any} */ e) => filter({ run: e.target.value.trim() })} />` : nothing}
            </div>
            ${this.refusal ? html`<p class="bad" role="alert">${this.refusal}</p>` : nothing}
            ${Object.entries(this.unavailable).map(([server, why]) => html`<p class="warn">⚠ ${server} does not answer: ${why}</p>`)}
            ${this.items.length ? this.#table(this.refusal ? '' : agent) : this.#empty()}
            <h2 class="section">Recent calls${agent ? html` by ${who(agent)}` : nothing}</h2>
            ${calls.length
                ? callTable(calls, this)
                : empty(`${agent ? `${agent} has called no tool` : 'No tool was called'} lately. An agent does it like this:`, `curl -s -X POST "${location.origin}/api/runs/$RUN/tools/${this.items[0]?.name ?? 'SERVER__TOOL'}" \\\n     -H "Authorization: Bearer $AGENT_TOKEN" -H 'Content-Type: application/json' -d '{"arguments": {}}'`)}
        `;
    }

    #empty() {
        return empty('No tool server is configured. This in parley.yaml, and a restart, brings one:', 'tools:\n  servers:\n    files:\n      command: npx\n      args: [-y, "@modelcontextprotocol/server-filesystem", /srv/project]\n      class: read');
    }

    /** @param {string} agent whose leave is shown too, if any */
    #table(agent) {
        const shown = this.shown;
        if (!shown.length) {
            return html`<p class="muted">No tool fits this filter.</p>`;
        }
        return html`<div class="scroll" tabindex="0" role="region" aria-label="Tools">
            <table class="tools">
                <thead>
                    <tr><th>Server</th><th>Tool</th>${agent ? html`<th>${who(agent)} may</th>` : nothing}<th>Class</th><th>Approval</th><th class="number">At most</th></tr>
                </thead>
                <tbody>${repeat(shown, tool => tool.name, tool => this.#row(tool, agent))}</tbody>
            </table>
        </div>`;
    }

    /** @param {any} tool @param {string} agent */
    #row(tool, agent) {
        return html`<tr>
                <td>${tool.server}</td>
                <td>${this.expander(tool.name, html`<code>${tool.name}</code> <span class="muted">${short(tool.description ?? '', 110)}</span>`)}</td>
                ${agent ? html`<td class="leave">${tool.allowed ? html`<span class="chip ok"><span aria-hidden="true">✓</span> yes</span>` : html`<span class="chip bad"><span aria-hidden="true">✕</span> no</span> <span class="muted">${tool.reason}</span>`}</td>` : nothing}
                <td>${tool.class === 'mutating' ? html`<span class="chip warn"><span aria-hidden="true">✎</span> mutating</span>` : html`<span class="chip"><span aria-hidden="true">◦</span> ${tool.class}</span>`}${tool.classified ? nothing : html` <span class="muted">by default</span>`}</td>
                <td>${tool.needs_approval ? html`<span class="chip warn"><span aria-hidden="true">◔</span> by a person</span>` : html`<span class="muted">none</span>`}</td>
                <td class="number">${tool.timeout_seconds} s</td>
            </tr>
            ${this.opening(tool.name, agent ? 6 : 5, () => sheet(tool))}`;
    }
}

/** @param {any} tool */
function sheet(tool) {
    return html`<div class="letter">
        ${tool.title ? html`<p><strong>${tool.title}</strong></p>` : nothing}
        <p>${tool.description} <a class="id" href=${'/ui' + at`/tools/${tool.name}`}>${tool.name}</a></p>
        <div class="pair">
            <div><p class="label">Takes</p><pre tabindex="0">${pretty(tool.input_schema)}</pre></div>
            ${tool.output_schema ? html`<div><p class="label">Answers</p><pre tabindex="0">${pretty(tool.output_schema)}</pre></div>` : nothing}
        </div>
    </div>`;
}

customElements.define('parley-tools', Tools);
