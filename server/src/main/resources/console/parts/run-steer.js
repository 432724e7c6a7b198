import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { Outbox } from '../lib/outbox.js';
import { attempt } from './toast.js';

/** @type {WeakMap<HTMLFormElement, Outbox>} */
const outboxes = new WeakMap();

/**
 * A box to tell whoever leads the run, or somebody in it, what to do.
 *
 * @param {any} run
 */
export function steer(run) {
    const agents = [...new Set(Object.values(run.participants ?? {}))];
    /** @param {HTMLFormElement} form */
    const send = async form => {
        const outbox = outboxes.get(form) ?? new Outbox();
        outboxes.set(form, outbox);
        const written = form.message.value;
        const message = written.trim();
        const to = form.to?.value;
        if (!message || outbox.busy) {
            return;
        }
        form.ariaBusy = 'true';
        const sent = await attempt(() => outbox.send(at`/api/runs/${run.run_id}/steer`, to ? { message, to } : { message }), 'Sent');
        form.ariaBusy = null;
        if (sent && form.message.value === written) {
            form.message.value = '';
        }
    };
    /** @param {KeyboardEvent} event */
    const typed = event => {
        if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            send(/** @type {HTMLFormElement} */ (/** @type {HTMLElement} */ (event.target).closest('form')));
        }
    };
    return html`<form
        class="steer"
        @submit=${(/** @type {any} */ event) => {
            event.preventDefault();
            send(event.target);
        }}
    >
        <textarea name="message" rows="1" maxlength="4096" aria-label="Steer the run" placeholder="Steer the run …" @keydown=${typed}></textarea>
        ${agents.length > 1
            ? html`<select name="to" aria-label="To">
                  <option value="">to whoever leads</option>
                  ${agents.map(agent => html`<option value=${String(agent)}>${agent}</option>`)}
              </select>`
            : nothing}
        <button class="primary">Send</button>
    </form>`;
}
