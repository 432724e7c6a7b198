import { failure, ofTool } from './message.js';
import { IDLE } from './window.js';

/**
 * What of a log is told to people, in which form. Pure.
 *
 * @typedef {import('./message.js').Envelope} Envelope
 * @typedef {{key: string, message: Envelope, result?: Envelope, idle: number, look: 'message' | 'tool' | 'line'}} Entry
 *     `result` of a tool's call; `idle`: for how many seconds nothing was told before
 */

const CARDS = new Set(['tool_intent', 'tool_result', 'build_update', 'artifact']);
const CHECK_INS = new Set(['status_check', 'status_reply']);
const AT_WORK = new Set(['analyzing', 'executing', 'waiting_for_child', 'waiting_for_parent', 'waiting_for_user']);

/** Whether somebody works on the run. @param {any} run as the hub describes it */
export const isActive = run => /^(running|waiting)$/.test(run.status) && Object.values(run.agent_states ?? {}).some(state => AT_WORK.has(state));

/** Whether a line of the hub tells a person something: how the run stands, who takes part, what went wrong, what a guard asks. @param {Envelope} message */
function isTelling(message) {
    const told = message.payload ?? {};
    if (message.kind === 'status') {
        return 'status' in told || 'paused' in told || failure(message) !== '';
    }
    return message.kind === 'participant' || (message.kind === 'question' && told.change === 'opened');
}

/** Whether people see a message without opening the internal thread. @param {Envelope} message @param {boolean} active whether somebody is at work */
export function isShown(message, active) {
    if (message.act === 'ack') {
        return false;
    }
    if (CARDS.has(message.kind) || message.act === 'blocked') {
        return true;
    }
    if (message.from_agent === 'system') {
        return isTelling(message);
    }
    return message.visibility !== 'internal' || (active && CHECK_INS.has(message.kind));
}

/** Whether a message counts among those that only agents are meant to see. @param {Envelope} message */
export const isInternal = message => message.visibility === 'internal' && message.act !== 'ack' && message.act !== 'system';

/** Whether it is a line of the hub that the timeline leaves out. @param {Envelope} message */
export const isNote = message => message.from_agent === 'system' && message.act !== 'ack' && !isInternal(message) && !isShown(message, false);

/** Whether the message is a check-in on a worker. @param {Envelope} message */
export const isCheckIn = message => CHECK_INS.has(message.kind);

/** By what a tool's call and its result know each other. @param {Envelope} message */
const callOf = message => message.payload?.call_id ?? message.correlation_id ?? (message.kind === 'tool_result' ? message.parent_id : message.message_id);

/**
 * The timeline: calls of tools joined with their results, where both are there, unless each message is to stand alone.
 *
 * @param {readonly Envelope[]} messages
 * @param {(message: Envelope) => boolean} wanted
 * @param {boolean} [alone]
 * @returns {Entry[]}
 */
export function entries(messages, wanted, alone = false) {
    /** @type {Entry[]} */
    const made = [];
    /** @type {Map<string, Entry>} calls without a result so far */
    const calls = new Map();
    let before = messages[0]?.created_at ?? 0;
    let idle = 0;
    for (const message of messages) {
        const silence = message.created_at - before;
        idle = Math.max(idle, silence >= IDLE ? silence : 0);
        before = message.created_at;
        if (!wanted(message)) {
            continue;
        }
        const call = message.kind === 'tool_result' && !alone ? (calls.get(callOf(message)) ?? calls.get(message.parent_id ?? '')) : undefined;
        if (call && !call.result && isBySame(call.message, message)) {
            call.result = message;
            continue;
        }
        const look = ofTool(message) ? 'tool' : message.from_agent === 'system' && message.kind !== 'question' ? 'line' : 'message';
        /** @type {Entry} */
        const entry = { key: String(message.seq), message, idle, look };
        if (message.kind === 'tool_intent') {
            calls.set(callOf(message), entry);
            calls.set(message.message_id, entry);
        }
        made.push(entry);
        idle = 0;
    }
    return made;
}

/** Whether two lines have the same writer: nobody completes what another has begun. @param {any} one @param {any} other */
function isBySame(one, other) {
    return one.sender === other.sender && one.from_agent === other.from_agent && one.act === other.act;
}
