import { html, nothing } from 'lit';
import { at, get } from '../lib/api.js';
import { go } from '../lib/route.js';
import { markdown, short } from '../lib/text.js';
import { ago, wholeTime } from '../lib/time.js';
import { View } from '../lib/view.js';
import { chip, who } from './chip.js';
import { content, json } from './content.js';
import { copyButton, curl } from './copy.js';
import { runAddress } from './run-link.js';
import { canChange, cancel, canRequeue, prioritise, requeue } from './task-acts.js';
import { asksPeople, due, held, taskAddress, wanted } from './task-card.js';
import { hasEnded } from './task-lists.js';

const PAUSE = 400;
/** What stands in the facts, so that the rest of a result is shown as it is. */
const TOLD = ['message_id', 'summary', 'parts'];

/** One task: what is asked, how it stands and why, what came of it. */
class Task extends View {
    /** @type {any} what the hub answered */
    raw;
    /** @type {any} the same with a summary, as lists have it */
    task;
    #timer = 0;

    follow() {
        this.on('task', told => told.task_id === this.route.id && this.#again());
        this.on('agent_message', message => message.run_id === this.task?.run_id && this.#again());
        this.every(10_000, () => this.requestUpdate());
    }

    /** @param {import('../lib/view.js').Route} route */
    addressed(route) {
        return route.id;
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        this.raw = await get(at`/api/tasks/${this.route.id}`, signal);
        this.task = { ...this.raw, summary: short(this.raw.message ?? this.raw.task_id) };
    }

    get about() {
        return this.task?.task_id === this.route.id ? this.task.summary : '';
    }

    #again() {
        this.#timer ||= window.setTimeout(() => {
            this.#timer = 0;
            this.reload();
        }, PAUSE);
    }

    /** @param {Promise<any>} acting */
    async #acted(acting) {
        const now = await acting;
        if (now && now.task_id !== this.route.id) {
            go(taskAddress(now));
        } else if (now) {
            this.reload();
        }
    }

    body() {
        const task = this.task;
        return html`
            <div class="bar">
                <a href="/ui/tasks">Tasks</a>
                <h1>${short(task.summary, 120)}</h1>
                ${chip(task.state)}
                <span class="end acts">
                    ${canRequeue(task) ? html`<button @click=${() => this.#acted(requeue(task))}>Requeue</button>` : nothing}
                    ${hasEnded(task) || !canChange() ? nothing : html`<button class="danger" @click=${() => this.#acted(cancel(task))}>Cancel the task</button>`}
                    ${copyButton(curl('GET', at`/api/tasks/${task.task_id}`), 'Copy as curl')}
                </span>
            </div>
            ${task.waits_because ? html`<p class="panel waits"><span aria-hidden="true">◔</span> It waits: ${task.waits_because}</p>` : nothing}
            ${asksPeople(task) ? html`<p class="panel waits">${asksPeople(task)}</p>` : nothing}
            ${task.reason ? html`<p class="panel ${hasEnded(task) ? 'bad' : 'muted'}">${task.reason}</p>` : nothing}
            <div class="with-facts">
                <div>
                    <h2>What is to be done</h2>
                    <div class="panel">${task.message ? markdown(task.message) : nothing}${content(task.parts)}${task.payload_ref ? json(task.payload_ref) : nothing}</div>
                    ${this.#result()} ${this.#artifacts()} ${this.#notices()}
                    <details><summary>Raw JSON</summary>${json(this.raw)}</details>
                </div>
                ${this.#facts()}
            </div>
        `;
    }

    #facts() {
        const task = this.task;
        /** @param {string} name @param {unknown} value */
        const fact = (name, value) => (value === undefined || value === null || value === '' ? nothing : html`<dt>${name}</dt><dd>${value}</dd>`);
        return html`<aside aria-label="Facts">
            <dl class="facts-list panel">
                ${fact('Id', html`<code>${task.task_id}</code>`)}
                ${fact('Run', html`<a href=${runAddress(task.run_id)}>${task.run_id}</a>`)}
                ${fact('Wanted by', who(task.requester))} ${fact('Created by', task.created_by)}
                ${fact('Created', html`${wholeTime(task.created_at)} <span class="muted">${ago(task.created_at)} ago</span>`)}
                ${task.target_agent || task.required_capabilities?.length ? fact('For', wanted(task)) : nothing}
                ${task.worker ? fact('Worker', held(task)) : nothing}
                ${fact('Attempt', `${task.attempt} of ${task.max_attempts}`)}
                ${task.deadline_at ? fact('Deadline', html`${wholeTime(task.deadline_at)} ${due(task)}`) : nothing}
                ${task.ended_at ? fact('Ended', wholeTime(task.ended_at)) : nothing}
                ${fact('Model', task.model_ref)} ${fact('Codebase', task.codebase_id)}
                ${fact('Priority', hasEnded(task) || !canChange() ? String(task.priority) : this.#priority())}
            </dl>
        </aside>`;
    }

    #priority() {
        /** @param {SubmitEvent} event */
        const set = event => {
            event.preventDefault();
            const value = Number(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('priority'));
            this.#acted(prioritise(this.task, value));
        };
        return html`<form class="inline" @submit=${set}>
            <input name="priority" type="number" step="1" required aria-label="Priority, higher first" .value=${String(this.task.priority)} />
            <button class="small">Set</button>
        </form>`;
    }

    #result() {
        const result = this.task.result;
        if (!result) {
            return nothing;
        }
        const rest = Object.entries(result).filter(([key, value]) => !TOLD.includes(key) && value !== result.summary);
        return html`<h2>Result</h2>
            <div class="panel">
                ${markdown(result.summary ?? '')} ${content(result.parts)}
                ${rest.map(([key, value]) => html`<h3>${key}</h3>${json(value)}`)}
            </div>`;
    }

    #artifacts() {
        const artifacts = this.task.artifacts ?? [];
        if (!artifacts.length) {
            return nothing;
        }
        return html`<h2>Artifacts</h2>
            ${artifacts.map((/** @type {any} */ one) => html`<details class="panel" open>
                <summary><code>${one.name ?? one.id}</code> <span class="muted">${one.type}</span> ${this.#progress(one)}</summary>
                ${content(one.parts)}
            </details>`)}
            ${this.task.artifacts_cut ? html`<p class="muted">There is more than fits here; <a href=${runAddress(this.task.run_id)}>the log of its run</a> has the rest.</p>` : nothing}`;
    }

    /** Whether an artifact is all there. @param {any} artifact */
    #progress(artifact) {
        if (artifact.whole || this.task.state === 'completed') {
            return chip('done', 'whole');
        }
        return hasEnded(this.task) ? chip('interrupted', 'as far as it came') : chip('running', 'more may come');
    }

    #notices() {
        const notices = this.task.notices ?? [];
        if (!notices.length) {
            return nothing;
        }
        return html`<h2>Notices</h2>
            <div class="scroll" tabindex="0" role="region" aria-label="Notices">
                <table>
                    <thead><tr><th>State</th><th>To</th><th>About</th><th class="number">Attempts</th><th>Last error</th><th class="number">Age</th></tr></thead>
                    <tbody>
                        ${notices.map((/** @type {any} */ one) => html`<tr>
                            <td>${chip(one.state === 'sent' ? 'done' : one.state, one.state)}</td><td>${one.channel} ${one.to}</td><td>${one.about}</td>
                            <td class="number">${one.attempts}</td><td class="bad">${one.last_error ?? nothing}</td><td class="number">${ago(one.created_at)}</td>
                        </tr>`)}
                    </tbody>
                </table>
            </div>`;
    }
}

customElements.define('parley-task', Task);
