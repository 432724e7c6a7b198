/**
 * What whoever is signed in may ever do here, by their role. What they may not is not offered; the hub decides for itself.
 *
 * @typedef {'send' | 'control' | 'operate'} Deed to say or change something; to lead runs and answer; to look after the hub
 */

/** @type {Record<Deed, string[]>} */
const ROLES = { send: ['owner', 'person', 'manager', 'worker'], control: ['owner', 'person'], operate: ['owner'] };

let role = '';

/** @param {{role: string}} me as the hub describes the token */
export function entered(me) {
    role = me.role;
}

/** @param {Deed} deed */
export const may = deed => ROLES[deed].includes(role);

/** Why something is not offered, for the head of the page; '' where all is. @param {{role: string, name: string}} me */
export function barred(me) {
    if (me.role === 'observer') {
        return 'You are here as an observer: you see everything and change nothing, so nothing is offered that would.';
    }
    return ROLES.control.includes(me.role) ? '' : `You are here as the agent ${me.name}: to lead runs and to answer is for people, so it is not offered.`;
}
