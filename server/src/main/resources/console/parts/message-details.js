import { html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { pretty } from '../lib/text.js';
import { clockTime, wholeTime } from '../lib/time.js';
import { chip, who } from './chip.js';
import { copy, curl } from './copy.js';

/**
 * @typedef {import('../lib/message.js').Envelope} Envelope
 * @typedef {import('../lib/timeline.js').Entry} Entry
 */

/** @param {Envelope} message */
const linkTo = message => '/ui' + at`/runs/${message.run_id}` + `?at=${message.seq}`;

/**
 * Everything that is known of a message: facts, receipts, payload, raw JSON, and how to send it again.
 *
 * @param {Entry} entry
 * @param {any[] | undefined} receipts
 * @param {readonly Envelope[]} log what is held of the log
 */
export function details({ message, result }, receipts, log) {
    return html`<div class="details">
        <dl class="facts">
            ${fact('message', html`<code>${message.message_id}</code>`)} ${fact('seq', message.seq)} ${fact('when', wholeTime(message.created_at))}
            ${fact('sender', message.sender)} ${fact('visibility', message.visibility.replaceAll('_', ' '))} ${fact('priority', message.priority === 'normal' ? undefined : message.priority)}
            ${fact('thread', message.thread_id === message.message_id ? undefined : message.thread_id)} ${fact('correlation', message.correlation_id)}
            ${fact('about', message.parent_id ? parent(message.parent_id, log) : undefined)} ${fact('until', message.deadline_at ? wholeTime(message.deadline_at) : undefined)}
        </dl>
        ${receipts?.length ? html`<h3>Receipts</h3>${receipts.map(receipt => steps(message, receipt, log))}` : nothing}
        ${payload('Payload', message)} ${result ? payload('Result', result) : nothing}
        <details>
            <summary>Raw JSON</summary>
            <pre tabindex="0"><code>${pretty(message)}</code></pre>
        </details>
        <div class="buttons">
            <a href=${linkTo(message)}>Link to this message</a>
            <button class="small" @click=${() => copy(location.origin + linkTo(message))}>Copy link</button>
            <button class="small" @click=${() => copy(JSON.stringify(message))}>Copy JSON</button>
            <button class="small" @click=${() => copy(again(message))}>Copy as curl</button>
        </div>
    </div>`;
}

/** @param {string} name @param {unknown} value */
function fact(name, value) {
    return value === undefined || value === null ? nothing : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** @param {string} id @param {readonly Envelope[]} log */
function parent(id, log) {
    const found = log.find(message => message.message_id === id);
    return found ? html`<a href=${linkTo(found)}>${found.kind} by ${found.from_agent}, seq ${found.seq}</a>` : html`<code>${id}</code>`;
}

/** @param {string} title @param {Envelope} message */
function payload(title, message) {
    const size = Object.keys(message.payload ?? {}).length;
    return html`${size ? html`<h3>${title}</h3><pre tabindex="0"><code>${pretty(message.payload)}</code></pre>` : nothing}
    ${message.payload_ref ? html`<p class="muted">The payload is kept as blob <code>${message.payload_ref.blob_id}</code>, ${message.payload_ref.size} bytes.</p>` : nothing}`;
}

/**
 * What became of it for one recipient, step by step; a step without a known time has none.
 *
 * @param {Envelope} message
 * @param {any} receipt
 * @param {readonly Envelope[]} log
 */
function steps(message, receipt, log) {
    const reply = log.find(one => one.parent_id === message.message_id && (one.sender === `agent:${receipt.recipient}` || one.from_agent === receipt.recipient) && /^(result|answer|decide|say|user_answer)$/.test(one.act));
    const again = log.filter(one => one.payload?.unacked === message.seq && one.payload?.recipient === receipt.recipient).length;
    const made = [['queued', message.created_at], ['delivered', receipt.delivered_at], ['acked', receipt.acked_at]];
    if (receipt.state === 'answered') {
        made.push(['answered', reply?.created_at ?? receipt.acked_at]);
    } else if (receipt.state === 'timed_out' || receipt.state === 'dead') {
        made.push([receipt.state, undefined]);
    }
    return html`<div class="steps">
        ${who(receipt.recipient)}
        <ol>
            ${made.filter(([state, when], n) => n === 0 || when || state === receipt.state).map(([state, when]) => html`<li>${chip(state)} ${when ? html`<span class="time muted">${clockTime(when)}</span>` : nothing}</li>`)}
        </ol>
        ${again || receipt.attempt > 1 ? html`<span class="warn">came ${receipt.attempt ?? again + 1} times</span>` : nothing}
    </div>`;
}

/** The call that would send the message again; a line of the hub can only be read again. @param {Envelope} message */
export function again(message) {
    if (message.kind === 'tool_intent' && message.act === 'system' && message.payload?.tool) {
        return curl('POST', at`/api/runs/${message.run_id}/tools/${message.payload.tool}`, { arguments: message.payload.arguments ?? {} });
    }
    if (message.act === 'system') {
        return curl('GET', at`/api/runs/${message.run_id}/messages/${message.message_id}`);
    }
    const { to_agent, kind, summary, payload, payload_ref, visibility, priority, requires_ack, correlation_id, parent_id } = message;
    const body = { to_agent, kind, summary, payload, payload_ref, visibility, priority, requires_ack: requires_ack || undefined, correlation_id: correlation_id ?? undefined, parent_id: parent_id ?? undefined };
    return curl('POST', at`/api/runs/${message.run_id}/messages`, payload_ref ? { ...body, payload: undefined } : body);
}
