import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announceNew } from '../lib/announce.js';
import { may } from '../lib/me.js';
import { filter } from '../lib/route.js';
import { short } from '../lib/text.js';
import { ago, wholeTime } from '../lib/time.js';
import { View } from '../lib/view.js';
import { chip } from '../parts/chip.js';
import { empty } from '../parts/empty.js';
import { cancel, prioritise, requeue } from '../parts/task-acts.js';
import { acts, card, due, held, taskAddress, wanted } from '../parts/task-card.js';
import '../parts/task-detail.js';
import { createTask } from '../parts/task-form.js';
import { byTurn, COLUMNS, STATES, TaskLists } from '../parts/task-lists.js';
import { attempt } from '../parts/toast.js';

const PAUSE = 250;
/** Beyond so many changes at once everything is read anew. */
const SINGLY = 20;
const MOST_COUNTED = 10_000;
/** How many rows the table shows. */
const ROWS = 500;

/** What is to be done, by how it stands: a board or a table, live. */
class Tasks extends View {
    #lists = new TaskLists();
    /** @type {Set<string>} tasks of which something was told since they were read */
    #stale = new Set();
    #timer = 0;

    follow() {
        this.on('task', told => this.#hear(told));
        this.every(10_000, () => this.requestUpdate());
        this.every(30_000, () => this.#askWhy());
    }

    /** Filters choose among what was read. @param {import('../lib/view.js').Route} route */
    addressed(route) {
        return `${route.view}/${route.id ? 'one' : ''}`;
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        if (!this.route.id) {
            await this.#lists.read(signal);
        }
    }

    async #askWhy() {
        if (!this.route.id) {
            await this.#lists.askWhy();
            this.requestUpdate();
        }
    }

    /** @param {any} told */
    #hear(told) {
        if (this.route.id) {
            return;
        }
        if (!this.#lists.get(told.task_id)) {
            announceNew('task', 'tasks');
        } else {
            this.#lists.put({ task_id: told.task_id, state: told.state, attempt: told.attempt });
            this.requestUpdate();
        }
        this.#stale.add(told.task_id);
        this.#timer ||= window.setTimeout(async () => {
            this.#timer = 0;
            const ids = [...this.#stale];
            this.#stale.clear();
            await (ids.length > SINGLY ? this.#lists.read().catch(() => {}) : Promise.all([this.#lists.refresh(ids), this.#lists.count()]));
            this.requestUpdate();
        }, PAUSE);
    }

    /** @param {any} task @param {import('../parts/task-card.js').Act} act */
    async #act(task, act) {
        const now = await (act === 'cancel' ? cancel(task) : act === 'requeue' ? requeue(task) : prioritise(task, task.priority + (act === 'raise' ? 1 : -1)));
        if (now) {
            this.#lists.put({ summary: task.summary, ...now });
            this.requestUpdate();
        }
    }

    /** @param {string[]} states */
    async #more(states) {
        await attempt(() => this.#lists.readMore(states));
        this.requestUpdate();
    }

    /** Whether only some of a state are to be seen. */
    #isNarrowed() {
        return ['text', 'agent'].some(key => this.route.query.get(key));
    }

    /** Those that fit the filter. @param {string[]} states */
    #fitting(states) {
        const [text, agent] = ['text', 'agent'].map(key => (this.route.query.get(key) ?? '').toLowerCase());
        return this.#lists.of(states).filter(task => {
            const agents = [task.target_agent, task.worker?.agent, task.requester];
            return `${task.summary} ${task.task_id} ${task.required_capabilities?.join(' ')}`.toLowerCase().includes(text) && (!agent || agents.some(one => one?.toLowerCase().includes(agent)));
        });
    }

    render() {
        return this.route.id ? html`<parley-task .route=${this.route}></parley-task>` : super.render();
    }

    body() {
        const asked = this.route.query;
        const state = asked.get('state');
        const table = asked.get('as') === 'table';
        const columns = COLUMNS.filter(column => !state || column.states.includes(state)).map(column => ({ ...column, states: state ? [state] : column.states }));
        const states = columns.flatMap(column => column.states);
        return html`
            <div class="bar">
                <h1>Tasks</h1>
                <input data-filter type="search" aria-label="Filter by text" placeholder="Filter …" .value=${asked.get('text') ?? ''} @input=${(/** @type {any} */ e) => filter({ text: e.target.value })} />
                <input type="search" aria-label="Agent" placeholder="Agent" .value=${asked.get('agent') ?? ''} @input=${(/** @type {any} */ e) => filter({ agent: e.target.value })} />
                <select aria-label="State" @change=${(/** @type {any} */ e) => filter({ state: e.target.value })}>
                    <option value="">any state</option>
                    ${STATES.map(one => html`<option value=${one} ?selected=${one === state}>${one.replace('_', ' ')}</option>`)}
                </select>
                <div class="tabs end" role="group" aria-label="Shown as">
                    <button aria-pressed=${!table} @click=${() => filter({ as: null })}>Board</button>
                    <button aria-pressed=${table} @click=${() => filter({ as: 'table' })}>Table</button>
                </div>
                ${may('send') ? html`<button class="primary" @click=${createTask}>New task</button>` : nothing}
            </div>
            ${this.#fitting(states).length ? (table ? this.#table(states) : this.#board(columns)) : this.#empty(states)}
        `;
    }

    /** @param {string[]} states */
    #empty(states) {
        return this.#isNarrowed() || this.route.query.get('state')
            ? html`${empty('No task that was read fits this filter.', './parley tasks')}${this.#moreButton(states)}`
            : empty('Nothing is to be done, and nothing was. This queues a first task for whoever is there:', './parley task "Review the pull request"');
    }

    /** @param {typeof COLUMNS} columns */
    #board(columns) {
        return html`<div class="board">
            ${columns.map(({ name, states }) => {
                const tasks = this.#fitting(states);
                const more = this.#lists.hasMore(states);
                const all = this.#isNarrowed() ? undefined : this.#lists.summary(states);
                const oldest = all ? all.oldest : tasks.at(-1)?.created_at;
                const shown = name === 'Queued' ? tasks.toSorted(byTurn) : tasks;
                return html`<section aria-label=${name}>
                    <h2>${name} <span class="count">${all ? counted(all.count) : `${tasks.length}${more ? '+' : ''}`}</span>${oldest ? html`<span class="muted oldest">oldest ${more && !all ? 'over ' : ''}${ago(oldest)}</span>` : nothing}</h2>
                    ${repeat(shown, task => task.task_id, task => card(task, act => this.#act(task, act)))}
                    ${tasks.length ? nothing : html`<p class="muted none">none</p>`} ${this.#moreButton(states)}
                </section>`;
            })}
        </div>`;
    }

    /** @param {string[]} states */
    #moreButton(states) {
        return this.#lists.hasMore(states) ? html`<button @click=${() => this.#more(states)}>Older ones</button>` : nothing;
    }

    /** @param {string[]} states */
    #table(states) {
        return html`<div class="scroll" tabindex="0" role="region" aria-label="Tasks">
                <table class="tasks">
                    <thead>
                        <tr><th>State</th><th>Task</th><th class="number">Priority</th><th>For</th><th>Worker</th><th class="number">Attempt</th><th class="number">Age</th><th>Deadline</th><th>Why</th><th><span class="unseen">Acts</span></th></tr>
                    </thead>
                    <tbody>
                        ${repeat(this.#fitting(states).slice(0, ROWS), task => task.task_id, task => this.#row(task))}
                    </tbody>
                </table>
            </div>
            ${this.#moreButton(states)}`;
    }

    /** @param {any} task */
    #row(task) {
        return html`<tr>
            <td>${chip(task.state)}</td>
            <td><a data-row href=${taskAddress(task)}>${short(task.summary || task.task_id, 120)}</a></td>
            <td class="number">${task.priority}</td>
            <td>${wanted(task)}</td>
            <td>${held(task)}</td>
            <td class="number">${task.attempt}/${task.max_attempts}</td>
            <td class="number" title=${wholeTime(task.created_at)}>${ago(task.created_at)}</td>
            <td>${due(task)}</td>
            <td class="why ${task.waits_because ? 'warn' : 'muted'}">${task.waits_because ?? short(task.reason ?? '', 120)}</td>
            <td class="acts">${acts(task, act => this.#act(task, act))}</td>
        </tr>`;
    }
}

/** The hub counts so far. @param {number} count */
const counted = count => (count < MOST_COUNTED ? `${count}` : `${MOST_COUNTED}+`);

customElements.define('parley-tasks', Tasks);
