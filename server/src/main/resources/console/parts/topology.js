import { html, nothing, svg } from 'lit';
import { at } from '../lib/api.js';
import { short } from '../lib/text.js';
import { side, who } from './chip.js';

/**
 * A picture of who speaks with whom: everybody on one ring, families side by side, so that the same agents always
 * stand in the same places.
 *
 * @typedef {{from: string, to: string, messages: number}} Edge
 * @typedef {{name: string, x: number, y: number, angle: number}} Node
 */

/** How many agents the picture has room for. */
export const MOST_NODES = 40;
const RADIUS = 13;
/** How far from the middle lines bend: 1 is straight. */
const INWARDS = 0.6;
/** From so many on the names stand along the spokes, where they do not meet. */
const CROWD = 13;

/** @param {any[]} agents @param {Edge[]} edges */
export function topology(agents, edges) {
    const names = new Set(agents.map(one => one.agent));
    const strangers = [...new Set(edges.flatMap(edge => [edge.from, edge.to]))].filter(name => name !== 'user' && !names.has(name)).sort();
    const all = [...agents, ...strangers.map(agent => ({ agent, online: false, parent: null }))];
    const shown = inFamilies(busiest(all, edges));
    const crowded = shown.length >= CROWD;
    const nodes = ring(['user', ...shown.map(one => one.agent)], crowded);
    const byName = new Map(nodes.map(node => [node.name, node]));
    const drawn = edges
        .filter(edge => edge.from !== edge.to && byName.has(edge.from) && byName.has(edge.to))
        .map(edge => /** @type {[Edge, Node, Node]} */ ([edge, byName.get(edge.from), byName.get(edge.to)]));
    const families = shown.filter(one => byName.has(one.parent ?? ''));
    const size = crowded ? '-460 -360 920 720' : '-460 -250 920 500';
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Topology"><svg class="topology" viewBox=${size} role="group" aria-label="Who writes to whom; the table below says the same">
            <defs>${tip('agent')}${tip('person')}</defs>
            <g aria-hidden="true">
                ${families.map(one => parentLine(/** @type {Node} */ (byName.get(one.parent)), /** @type {Node} */ (byName.get(one.agent))))}
                ${drawn.map(([edge, from, to]) => arrow(edge, from, to))} ${drawn.map(([edge, from, to]) => number(edge, from, to))}
            </g>
            ${nodes.map(node => dot(node, all.find(one => one.agent === node.name), crowded))}
        </svg></div>
        ${all.length > shown.length ? html`<p class="muted">${all.length - shown.length} more in the list only.</p>` : nothing}`;
}

/** The same for those who do not see the picture. @param {Edge[]} edges */
export function trafficTable(edges) {
    if (!edges.length) {
        return html`<p class="muted">Nobody has written to anybody in the last 5 minutes.</p>`;
    }
    return html`<table class="traffic">
        <caption class="muted">Messages in the last 5 minutes</caption>
        <thead><tr><th>From</th><th>To</th><th class="number">Messages</th></tr></thead>
        <tbody>
            ${edges.toSorted((a, b) => b.messages - a.messages).map(edge => html`<tr><td>${who(edge.from)}</td><td>${who(edge.to)}</td><td class="number">${edge.messages}</td></tr>`)}
        </tbody>
    </table>`;
}

/** Those for whom there is room: who speaks first, then who is there. @param {any[]} agents @param {Edge[]} edges @returns {any[]} */
function busiest(agents, edges) {
    const speaking = new Set(edges.flatMap(edge => [edge.from, edge.to]));
    /** @param {any} one */
    const rank = one => (speaking.has(one.agent) ? 2 : 0) + (one.online ? 1 : 0);
    return agents.toSorted((a, b) => rank(b) - rank(a) || a.agent.localeCompare(b.agent)).slice(0, MOST_NODES);
}

/** Children follow their parents; otherwise by name. @param {any[]} agents @returns {any[]} */
function inFamilies(agents) {
    const names = new Set(agents.map(one => one.agent));
    /** @type {(parent: string | null) => any[]} */
    const under = parent =>
        agents
            .filter(one => (names.has(one.parent) ? one.parent : null) === parent)
            .sort((a, b) => a.agent.localeCompare(b.agent))
            .flatMap(one => [one, ...under(one.agent)]);
    return under(null);
}

/** @param {string[]} names @param {boolean} crowded @returns {Node[]} */
function ring(names, crowded) {
    const [rx, ry] = crowded ? [230, 230] : [270, 185];
    return names.map((name, n) => {
        const angle = (2 * Math.PI * n) / names.length - Math.PI / 2;
        return { name, angle, x: Math.round(rx * Math.cos(angle)), y: Math.round(ry * Math.sin(angle)) };
    });
}

/** @param {'agent' | 'person'} tone */
function tip(tone) {
    return svg`<marker id="tip-${tone}" class="tip ${tone}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>`;
}

/** @param {Node} parent @param {Node} child */
function parentLine(parent, child) {
    const { start, over, end } = curve(parent, child);
    return svg`<path class="family" d="M${start.x} ${start.y}Q${over.x} ${over.y} ${end.x} ${end.y}" />`;
}

/** @param {Edge} edge */
const toneOf = edge => ([edge.from, edge.to].some(name => side(name) === 'person') ? 'person' : 'agent');

/** Where the line begins, bends and ends: past those between, and each way on its own side. @param {Node} from @param {Node} to */
function curve(from, to) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy) || 1;
    const bend = Math.min(24, length / 8);
    const x = Math.round(((from.x + to.x) / 2) * INWARDS - (dy / length) * bend);
    const y = Math.round(((from.y + to.y) / 2) * INWARDS + (dx / length) * bend);
    return { start: rim(from, x, y, RADIUS), over: { x, y }, end: rim(to, x, y, RADIUS + 3) };
}

/** @param {Edge} edge @param {Node} from @param {Node} to */
function arrow(edge, from, to) {
    const { start, over, end } = curve(from, to);
    const width = Math.min(6, 1 + Math.log2(edge.messages) * 0.7);
    return svg`<path class="edge ${toneOf(edge)}" d="M${start.x} ${start.y}Q${over.x} ${over.y} ${end.x} ${end.y}" stroke-width=${width.toFixed(1)} marker-end="url(#tip-${toneOf(edge)})" />`;
}

/** How many, on the sender's half of the line and above all lines. @param {Edge} edge @param {Node} from @param {Node} to */
function number(edge, from, to) {
    const { start, over, end } = curve(from, to);
    const t = 0.36;
    /** @param {'x' | 'y'} axis */
    const along = axis => Math.round((1 - t) ** 2 * start[axis] + 2 * t * (1 - t) * over[axis] + t ** 2 * end[axis]);
    return svg`<text class="count ${toneOf(edge)}" x=${along('x')} y=${along('y') + 4}>${edge.messages}</text>`;
}

/** Where a line towards a point leaves a node. @param {Node} node @param {number} x @param {number} y @param {number} radius */
function rim(node, x, y, radius) {
    const length = Math.hypot(x - node.x, y - node.y) || 1;
    return { x: Math.round(node.x + ((x - node.x) / length) * radius), y: Math.round(node.y + ((y - node.y) / length) * radius) };
}

/** @param {Node} node @param {any} agent nothing for people @param {boolean} crowded */
function dot(node, agent, crowded) {
    const address = agent ? '/ui' + at`/agents/${node.name}` : '/ui/inbox';
    const tone = agent ? 'agent' : 'person';
    const standing = agent ? (agent.online ? 'online' : 'offline') : 'you and other people';
    return svg`<a href=${address} class="node ${tone} ${agent && !agent.online ? 'away' : ''}">
        <title>${node.name}, ${standing}</title>
        <circle cx=${node.x} cy=${node.y} r=${RADIUS} />
        ${agent && !agent.online ? nothing : svg`<circle class="here" cx=${node.x} cy=${node.y} r="5" />`}
        ${label(node, crowded)}
    </a>`;
}

/** @param {Node} node @param {boolean} crowded */
function label(node, crowded) {
    const words = short(node.name, 22);
    const left = Math.cos(node.angle) < -0.01;
    if (crowded) {
        const turn = ((node.angle + (left ? Math.PI : 0)) * 180) / Math.PI;
        return svg`<text x=${left ? -22 : 22} y="4" text-anchor=${left ? 'end' : 'start'} transform="translate(${node.x} ${node.y}) rotate(${turn.toFixed(1)})">${words}</text>`;
    }
    if (Math.abs(Math.cos(node.angle)) < 0.3) {
        return svg`<text x=${node.x} y=${node.y + (node.y < 0 ? -22 : 32)} text-anchor="middle">${words}</text>`;
    }
    return svg`<text x=${node.x + (left ? -20 : 20)} y=${node.y + 4} text-anchor=${left ? 'end' : 'start'}>${words}</text>`;
}
