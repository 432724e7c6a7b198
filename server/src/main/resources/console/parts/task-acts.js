import { html } from 'lit';
import { at, patch } from '../lib/api.js';
import { may } from '../lib/me.js';
import { postOnce } from '../lib/once.js';
import { short } from '../lib/text.js';
import { confirm } from './dialog.js';
import { attempt, toast } from './toast.js';

/** What people do with a task. Each answers the task as it is then, or nothing when it was not done. */

/** @param {any} task @param {number} priority @returns {Promise<any>} */
export async function prioritise(task, priority) {
    const before = task.priority;
    let now;
    await attempt(async () => (now = await patch(at`/api/tasks/${task.task_id}`, { priority })));
    if (now) {
        toast(`Its priority is ${priority} now, it was ${before}`);
    }
    return now;
}

/** @param {any} task @returns {Promise<any>} */
export async function cancel(task) {
    const asked = await confirm('Cancel 1 task?', 'Cancel the task', { reason: true, body: html`<p>${short(task.summary ?? task.task_id)}</p>` });
    if (!asked) {
        return;
    }
    let now;
    await attempt(async () => (now = await postOnce(at`/api/tasks/${task.task_id}/cancel`, asked.reason ? { reason: asked.reason } : {})), 'Cancelled');
    return now;
}

/** Queues the same once more as a new task; the one that is over stays as it is. @param {any} task @returns {Promise<any>} */
export async function requeue(task) {
    let now;
    await attempt(async () => (now = await postOnce(at`/api/tasks/${task.task_id}/requeue`)), 'Queued again, as a new task');
    return now;
}

/** Whether a task may be queued again from here. @param {any} task */
export const canRequeue = task => may('send') && ['failed', 'rejected', 'cancelled'].includes(task.state);

/** Whether it may be changed from here while it goes on. */
export const canChange = () => may('send');
