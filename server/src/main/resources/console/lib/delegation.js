import { agentOf } from './message.js';

/**
 * Who gave what to whom, read off a log. Pure.
 *
 * @typedef {import('./message.js').Envelope} Envelope
 * @typedef {{message: Envelope, state: string, ended: number | undefined, outcome: Envelope | undefined, children: Delegation[]}} Delegation
 */

/** The state of what a person merely said: it may lead to work, and nobody has to report on it. */
export const SAID = 'said';

/** How a result says that it is none. */
const ENDS = new Map([
    ['failed', 'failed'],
    ['error', 'failed'],
    ['rejected', 'rejected'],
    ['cancelled', 'cancelled'],
]);

/**
 * Assignments, and what people asked for, each below the one because of which it was given: the one that its
 * `parent_id` leads to, else the newest that its sender holds.
 *
 * @param {readonly Envelope[]} messages
 * @returns {Delegation[]}
 */
export function delegations(messages) {
    /** @type {Delegation[]} */
    const roots = [];
    /** @type {Map<string, Delegation>} by the id of each message that belongs to it */
    const about = new Map();
    /** @type {Map<string, Delegation[]>} what an agent was given, newest last */
    const holds = new Map();
    for (const message of messages) {
        const because = message.parent_id ? about.get(message.parent_id) : undefined;
        if (isGiven(message)) {
            /** @type {Delegation} */
            const given = { message, state: message.act === 'say' ? SAID : 'running', ended: undefined, outcome: undefined, children: [] };
            const held = holds.get(agentOf(message.from_agent)) ?? [];
            const parent = because ?? held.findLast(one => one.ended === undefined) ?? held.at(-1);
            (parent ? parent.children : roots).push(given);
            about.set(message.message_id, given);
            const to = agentOf(message.to_agent);
            holds.set(to, [...(holds.get(to) ?? []), given]);
        } else if (because) {
            about.set(message.message_id, because);
            settle(because, message);
        }
        if (message.act === 'final') {
            end(holds.get(agentOf(message.from_agent))?.findLast(one => one.ended === undefined), message);
        }
    }
    return roots;
}

/** @param {Envelope} message */
const isGiven = message => message.act === 'assign' || message.kind === 'task' || (message.act === 'say' && message.from_agent === 'user');

/** @param {Delegation} given @param {Envelope} message */
function settle(given, message) {
    if (message.act === 'result') {
        end(given, message);
    } else if (message.act === 'cancel') {
        end(given, message, 'cancelled');
    } else if (message.act === 'blocked' && given.ended === undefined) {
        given.state = 'waiting';
    } else if (message.payload?.change === 'timed_out') {
        end(given, message, 'timed_out');
    } else if (given.state === 'waiting') {
        given.state = 'running';
    }
}

/** @param {Delegation | undefined} given @param {Envelope} message @param {string} [state] */
function end(given, message, state) {
    if (given) {
        given.state = state ?? ENDS.get(message.payload?.status) ?? 'completed';
        given.ended = message.created_at;
        given.outcome = message;
    }
}
