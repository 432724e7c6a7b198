import { html } from 'lit';

/**
 * How something stands: a word and a shape, never colour alone.
 *
 * @type {Record<string, [shape: string, tone: string]>}
 */
const LOOKS = {
    running: ['▶', 'live'],
    streaming: ['▶', 'live'],
    executing: ['▶', 'live'],
    analyzing: ['◐', 'live'],
    busy: ['▶', 'live'],
    start: ['▶', 'live'],
    open: ['○', 'warn'],
    waiting: ['◔', 'warn'],
    waiting_for_user: ['◔', 'warn'],
    waiting_for_child: ['◔', 'quiet'],
    waiting_for_parent: ['◔', 'quiet'],
    needs_input: ['◔', 'warn'],
    needs_auth: ['◔', 'warn'],
    paused: ['❚❚', 'warn'],
    queued: ['…', 'quiet'],
    delivered: ['→', 'quiet'],
    acked: ['✓', 'ok'],
    answered: ['✓✓', 'ok'],
    completed: ['✓', 'ok'],
    done: ['✓', 'ok'],
    met: ['✓', 'ok'],
    approved: ['✓', 'ok'],
    online: ['●', 'ok'],
    idle: ['○', 'quiet'],
    offline: ['○', 'quiet'],
    cancelled: ['⊘', 'quiet'],
    interrupted: ['⊘', 'warn'],
    waived: ['⊘', 'quiet'],
    rejected: ['✕', 'bad'],
    denied: ['✕', 'bad'],
    failed: ['✕', 'bad'],
    error: ['✕', 'bad'],
    timed_out: ['◷', 'bad'],
    dead: ['✕', 'bad'],
};

/** @param {unknown} state whatever stands there, also where an agent wrote it @param {string} [words] what to say instead */
export function chip(state, words) {
    const name = typeof state === 'string' ? state : 'unknown';
    const [shape, tone] = (Object.hasOwn(LOOKS, name) && LOOKS[name]) || ['·', 'quiet'];
    return html`<span class="chip ${tone}"><span aria-hidden="true">${shape}</span> ${words ?? name.replaceAll('_', ' ')}</span>`;
}

/** An agent's name: purple; a person's: blue; the hub's: grey. @param {string} name */
export function who(name) {
    return html`<span class="who ${side(name)}">${name}</span>`;
}

/** Whether a name is a person's, the hub's or an agent's. @param {string} name */
export function side(name) {
    return name === 'user' || name.startsWith('person:') || name.startsWith('owner:') ? 'person' : name === 'system' || name === 'broadcast' ? 'hub' : 'agent';
}
