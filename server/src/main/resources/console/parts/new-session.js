import { html, nothing, render } from 'lit';
import { get } from '../lib/api.js';
import { Outbox } from '../lib/outbox.js';
import { go } from '../lib/route.js';
import { sessionAt } from './session-row.js';

const MOST_FOLDERS = 20;

/** Asks with whom and where, opens a session and goes there. @param {string[]} folders where sessions work already */
export async function newSession(folders) {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-labelledby', 'opened');
    document.body.append(dialog);
    dialog.addEventListener('close', () => dialog.remove());
    const page = await get('/api/agents?limit=500').catch(() => ({ items: [] }));
    const agents = page.items.filter((/** @type {any} */ agent) => agent.hosted).map((/** @type {any} */ agent) => agent.agent);
    const others = page.items.filter((/** @type {any} */ agent) => !agent.hosted).map((/** @type {any} */ agent) => agent.agent);
    draw(dialog, new Outbox(), agents, others, folders, '');
    dialog.showModal();
}

/** @param {HTMLDialogElement} dialog @param {Outbox} outbox @param {string[]} hosted @param {string[]} others @param {string[]} folders @param {string} fault */
function draw(dialog, outbox, hosted, others, folders, fault) {
    /** @param {SubmitEvent} event */
    const open = async event => {
        event.preventDefault();
        if (outbox.busy) {
            return;
        }
        const form = Object.fromEntries([...new FormData(/** @type {HTMLFormElement} */ (event.target))].filter(([, value]) => String(value).trim()));
        try {
            const session = await outbox.send('/api/sessions', form);
            dialog.close();
            go(sessionAt(session.sessionId));
        } catch (refused) {
            draw(dialog, outbox, hosted, others, folders, /** @type {Error} */ (refused).message);
        }
    };
    /** Enter opens it from every field. @param {KeyboardEvent} event */
    const typed = event => {
        const field = /** @type {HTMLElement} */ (event.target);
        if (event.key === 'Enter' && !event.shiftKey && !event.isComposing && /^(SELECT|TEXTAREA)$/.test(field.tagName)) {
            event.preventDefault();
            field.closest('form')?.requestSubmit();
        }
    };
    const known = folders.filter((one, n) => folders.indexOf(one) === n).slice(0, MOST_FOLDERS);
    render(
        html`<form @submit=${open} @keydown=${typed}>
            <h2 id="opened">A new session</h2>
            <label>Agent
                <select name="agent" required autofocus>
                    ${hosted.length ? html`<optgroup label="The hub runs">${hosted.map(name => html`<option>${name}</option>`)}</optgroup>` : nothing}
                    ${others.length ? html`<optgroup label="Run themselves">${others.map(name => html`<option>${name}</option>`)}</optgroup>` : nothing}
                </select>
            </label>
            <label>Folder<input name="cwd" list="folders" autocomplete="off" placeholder="where the hub was started" /></label>
            <datalist id="folders">${known.map(folder => html`<option value=${folder}></option>`)}</datalist>
            <label>Model<input name="model" autocomplete="off" placeholder="the agent's own" /></label>
            <label>First message<textarea name="initialMessage" rows="3" placeholder="Enter opens the session, Shift+Enter makes a new line"></textarea></label>
            ${fault ? html`<p class="bad" role="alert">${fault}</p>` : nothing}
            <div class="buttons">
                <button type="button" @click=${() => dialog.close()}>Cancel</button>
                <button class="primary">Open</button>
            </div>
        </form>`,
        dialog,
    );
}
