import { html, nothing, render } from 'lit';
import { get } from '../lib/api.js';
import { Outbox } from '../lib/outbox.js';
import { go } from '../lib/route.js';
import { taskAddress } from './task-card.js';
import { toast } from './toast.js';

/** Asks what is to be done and by whom, and queues it. */
export async function createTask() {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-labelledby', 'new-task');
    document.body.append(dialog);
    dialog.addEventListener('close', () => dialog.remove());
    const outbox = new Outbox();
    show(dialog, outbox, [], '');
    dialog.showModal();
    const agents = await get('/api/agents?limit=500').catch(() => ({ items: [] }));
    show(dialog, outbox, agents.items.map((/** @type {any} */ one) => one.agent), '');
}

/** @param {HTMLDialogElement} dialog @param {Outbox} outbox @param {string[]} agents @param {string} fault */
function show(dialog, outbox, agents, fault) {
    /** @param {SubmitEvent} event */
    const send = async event => {
        event.preventDefault();
        if (outbox.busy) {
            return;
        }
        try {
            const task = await outbox.send('/api/tasks', asked(new FormData(/** @type {HTMLFormElement} */ (event.target))));
            dialog.close();
            toast(task.note ? `Queued; ${task.note}` : 'Queued');
            go(taskAddress(task));
        } catch (problem) {
            show(dialog, outbox, agents, /** @type {Error} */ (problem).message);
        }
    };
    render(
        html`<form @submit=${send}>
            <h2 id="new-task">New task</h2>
            <label>What is to be done<textarea name="message" rows="4" required autofocus></textarea></label>
            <label>For this agent only (may stay empty)<input name="target_agent" list="task-agents" autocomplete="off" /></label>
            <datalist id="task-agents">${agents.map(agent => html`<option value=${agent}></option>`)}</datalist>
            <label>Capabilities that it needs, such as python, security<input name="capabilities" autocomplete="off" /></label>
            <div class="fields">
                <label>Priority, higher first<input name="priority" type="number" step="1" value="0" /></label>
                <label>Deadline in minutes<input name="minutes" type="number" min="1" step="1" /></label>
                <label>Attempts at most<input name="max_attempts" type="number" min="1" max="100" value="3" /></label>
            </div>
            <label>Mail this address when it is over<input name="notify_email" type="email" /></label>
            ${fault ? html`<p class="bad" role="alert">${fault}</p>` : nothing}
            <div class="buttons">
                <button type="button" @click=${() => dialog.close()}>Cancel</button>
                <button class="primary">Queue it</button>
            </div>
        </form>`,
        dialog,
    );
}

/** @param {FormData} form */
function asked(form) {
    /** @param {string} name */
    const text = name => String(form.get(name) ?? '').trim() || undefined;
    const capabilities = (text('capabilities') ?? '').split(/[\s,]+/).filter(Boolean);
    return {
        message: text('message'),
        target_agent: text('target_agent'),
        required_capabilities: capabilities.length ? capabilities : undefined,
        priority: Number(text('priority') ?? 0),
        deadline_seconds: text('minutes') ? Number(text('minutes')) * 60 : undefined,
        max_attempts: Number(text('max_attempts') ?? 3),
        notify_email: text('notify_email'),
    };
}
