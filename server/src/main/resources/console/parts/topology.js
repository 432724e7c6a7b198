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
    const seen = edges.filter(edge => edge.from !== edge.to && byName.has(edge.from) && byName.has(edge.to));
    const families = shown.filter(one => byName.has(one.parent ?? ''));
    const size = crowded ? '-460 -360 920 720' : '-460 -250 920 500';
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Topology"><svg class="topology" viewBox=${size} role="group" aria-label="Who writes to whom; the table below says the same">
            <defs>${tip('agent')}${tip('person')}</defs>
            <g aria-hidden="true">
                ${families.map(one => parentLine(/** @type {Node} */ (byName.get(one.parent)), /** @type {Node} */ (byName.get(one.agent))))}
                ${seen.map(edge => arrow(edge, /** @type {Node} */ (byName.get(edge.from)), /** @type {Node} */ (byName.get(edge.to))))}
            </g>
            ${nodes.map(node => dot(node, all.find(one => one.agent === node.name), crowded))}
        </svg></div>
        ${all.length > shown.length ? html`<p class="muted">${all.length - shown.length} more agents are in the list only.</p>` : nothing}`;
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
    return svg`<line class="family" x1=${parent.x} y1=${parent.y} x2=${child.x} y2=${child.y} />`;
}

/** @param {Edge} edge @param {Node} from @param {Node} to */
function arrow(edge, from, to) {
    const tone = [edge.from, edge.to].some(name => side(name) === 'person') ? 'person' : 'agent';
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy) || 1;
    // Each way bends to its own side, so that both can be seen.
    const bend = Math.min(34, length / 6);
    const cx = (from.x + to.x) / 2 - (dy / length) * bend;
    const cy = (from.y + to.y) / 2 + (dx / length) * bend;
    const start = rim(from, cx, cy, RADIUS);
    const end = rim(to, cx, cy, RADIUS + 3);
    const width = Math.min(6, 1 + Math.log2(edge.messages) * 0.7);
    const [lx, ly] = [(start.x + 2 * cx + end.x) / 4, (start.y + 2 * cy + end.y) / 4];
    return svg`<path class="edge ${tone}" d="M${start.x} ${start.y}Q${cx} ${cy} ${end.x} ${end.y}" stroke-width=${width.toFixed(1)} marker-end="url(#tip-${tone})" />
        <text class="count ${tone}" x=${lx} y=${ly + 4}>${edge.messages}</text>`;
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
