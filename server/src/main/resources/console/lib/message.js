/**
 * What an envelope tells at a glance.
 *
 * @typedef {{message_id: string, run_id: string, seq: number, from_agent: string, to_agent: string, kind: string, act: string,
 *     summary: string, payload: any, visibility: string, created_at: number, requires_ack: boolean, expects_reply: boolean,
 *     correlation_id: string | null, parent_id: string | null, thread_id: string, priority: string, deadline_at?: number,
 *     sender?: string, session_id?: string, payload_ref?: any, attempt?: number}} Envelope
 */

/** How a status or change that went wrong is called. */
const FAILURES = new Map(Object.entries({
    failed: 'failed',
    error: 'failed',
    rejected: 'rejected',
    denied: 'denied',
    refused: 'refused',
    timed_out: 'timed out',
    timeout: 'timed out',
    expired: 'expired',
    unknown: 'outcome unknown',
    given_up: 'given up',
    unacked: 'not acked',
}));

/** The word for what went wrong with a message, or ''. @param {Envelope} message */
export function failure(message) {
    if (message.act === 'blocked') {
        return 'blocker';
    }
    const told = message.payload ?? {};
    if (message.kind === 'question') {
        return told.guard && told.change === 'opened' && told.guard !== 'tool-approval' ? 'stopped' : '';
    }
    return FAILURES.get(told.status) ?? FAILURES.get(told.change) ?? '';
}

/** The agent of `agent/instance`. @param {string} name */
export const agentOf = name => name.split('/')[0] ?? name;

/** Whether the message is the hub's word about a tool that its sender calls. @param {Envelope} message */
export const ofTool = message => message.kind === 'tool_intent' || message.kind === 'tool_result';

/** Whether a person wrote it or is meant by it ('person'), the hub told it ('hub'), or agents are among themselves ('agent'). @param {Envelope} message */
export function tone(message) {
    if (message.from_agent === 'system') {
        return 'hub';
    }
    return message.from_agent === 'user' || message.to_agent === 'user' ? 'person' : 'agent';
}

/** What the message says in a line, whatever dialect it was written in. @param {Envelope} message */
export function says(message) {
    const told = message.payload ?? {};
    return words(message.summary || told.question || told.text || told.message || told.reason);
}

/** Whatever an agent put there, as text. @param {unknown} value */
export function words(value) {
    return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}
