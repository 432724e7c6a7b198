import { LitElement, html, nothing, svg } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { agentOf, failure, ofTool, says, tone } from '../lib/message.js';
import { short } from '../lib/text.js';
import { clockTime, span } from '../lib/time.js';
import { IDLE } from '../lib/window.js';
import { side } from './chip.js';

/** @typedef {import('../lib/message.js').Envelope} Envelope */

const MOST = 200;
const MOST_LANES = 24;
const OTHERS = 'others';
const GUTTER = 66;
const LANE = 92;
const ROW = 32;
const GAP = 22;
const LETTER = 6.6;

/**
 * Messages as arrows between those who take part, oldest at the top; the newest only, and at the end unless scrolled.
 * A click or Enter on an arrow tells `pick` with the message as its detail.
 */
export class Sequence extends LitElement {
    static properties = {
        messages: { attribute: false },
        lanes: { attribute: false },
        picked: { attribute: false },
        width: { state: true },
        focused: { state: true },
    };

    #end = true;
    #sizes = new ResizeObserver(([box]) => (this.width = Math.floor(box?.contentRect.width ?? 0)));

    constructor() {
        super();
        /** @type {Envelope[]} in the order they are to be drawn */
        this.messages = [];
        /** @type {string[] | undefined} who takes part, where that is not to be read off the messages */
        this.lanes = undefined;
        /** The id of the message that is marked. */
        this.picked = '';
        this.width = 0;
        /** The key of the arrow that the tab key reaches. */
        this.focused = '';
    }

    createRenderRoot() {
        return this;
    }

    connectedCallback() {
        super.connectedCallback();
        this.#sizes.observe(this);
        this.addEventListener('scroll', this.#scrolled);
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        this.#sizes.disconnect();
        this.removeEventListener('scroll', this.#scrolled);
    }

    #scrolled = () => (this.#end = this.scrollHeight - this.scrollTop - this.clientHeight < 2 * ROW);

    /** @param {Map<string, unknown>} changes */
    updated(changes) {
        this.#end ||= changes.has('picked') && !this.picked;
        const picked = this.querySelector('.arrow.picked')?.getBoundingClientRect();
        const box = this.getBoundingClientRect();
        if (changes.has('picked') && picked && (picked.top < box.top + ROW || picked.bottom > box.bottom)) {
            this.#end = false;
            this.scrollTop += picked.top - box.top - box.height / 2;
        } else if (this.#end) {
            this.scrollTop = this.scrollHeight;
        }
    }

    /** The newest messages, or those around the one that is marked. */
    #shown() {
        const picked = this.picked ? this.messages.findIndex(message => message.message_id === this.picked) : -1;
        const end = picked < 0 ? this.messages.length : Math.max(MOST, Math.min(this.messages.length, picked + MOST / 2));
        return this.messages.slice(Math.max(0, end - MOST), end);
    }

    /** The names above the lines: people first, then whoever is heard first. @param {readonly Envelope[]} shown */
    #names(shown) {
        /** @type {Set<string>} */
        const names = new Set(this.lanes ?? []);
        for (const { from_agent: from, to_agent: to } of shown) {
            names.add(agentOf(from)).add(agentOf(to));
        }
        names.delete('system');
        names.delete('broadcast');
        const agents = [...names].filter(name => name !== 'user');
        const all = names.has('user') ? ['user', ...agents] : agents;
        return all.length > MOST_LANES ? [...all.slice(0, MOST_LANES - 1), OTHERS] : all;
    }

    render() {
        const shown = this.#shown();
        const names = this.#names(shown);
        const lane = Math.max(LANE, (this.width - GUTTER) / Math.max(1, names.length));
        const width = GUTTER + lane * names.length;
        const x = (/** @type {string} */ name) => {
            const n = names.indexOf(agentOf(name));
            return GUTTER + lane * ((n < 0 ? names.length - 1 : n) + 0.5);
        };
        let y = 4;
        const rows = shown.map((message, n) => {
            const idle = n ? message.created_at - /** @type {Envelope} */ (shown[n - 1]).created_at : 0;
            const gap = idle >= IDLE ? y : 0;
            y += gap ? GAP : 0;
            const row = { message, y, gap, idle };
            y += ROW;
            return row;
        });
        const height = y + 10;
        const keys = rows.map(row => keyOf(row.message));
        const focused = keys.includes(this.focused) ? this.focused : keys.at(-1);
        return html`
            <svg class="lanes" width=${width} height="26" aria-hidden="true">
                ${names.map(name => svg`<text class=${side(name)} x=${x(name)} y="17" text-anchor="middle">${short(name, Math.floor(lane / 7.4))}</text>`)}
            </svg>
            <svg class="arrows" width=${width} height=${height} role="list" aria-label="Messages between ${names.join(', ') || 'nobody yet'}" @keydown=${this.#moved}>
                ${names.map(name => svg`<line class="lane" x1=${x(name)} x2=${x(name)} y1="0" y2=${height}></line>`)}
                ${repeat(rows, row => keyOf(row.message), row => this.#row(row, x, width, focused))}
            </svg>
            ${this.messages.length > MOST ? html`<p class="unseen">Only ${MOST} of the messages are drawn.</p>` : nothing}
        `;
    }

    /**
     * @param {{message: Envelope, y: number, gap: number, idle: number}} row
     * @param {(name: string) => number} x
     * @param {number} width
     * @param {string | undefined} focused
     */
    #row({ message, y, gap, idle }, x, width, focused) {
        const wrong = failure(message);
        const key = keyOf(message);
        const words = label(message, wrong, x, width);
        return svg`<g role="listitem" class="fresh">
            ${gap ? svg`<g class="idle"><line x1=${GUTTER} x2=${width} y1=${gap + 8} y2=${gap + 8}></line><text x="4" y=${gap + 12}>${span(idle)}</text></g>` : nothing}
            <g role="button" tabindex=${key === focused ? 0 : -1} data-key=${key} aria-label=${spoken(message, words)}
                class="arrow ${tone(message)} ${wrong ? 'wrong' : ''} ${message.message_id === this.picked ? 'picked' : ''}"
                @click=${() => this.#pick(message)} @focus=${() => (this.focused = key)}>
                <rect class="hit" x="0" y=${y} width=${width} height=${ROW - 2} rx="4"></rect>
                <text class="time" x="4" y=${y + 13}>${clockTime(message.created_at)}</text>
                ${line(message, y + 22, x, width)}
                <text x=${words.x} y=${y + 13} text-anchor=${words.anchor}><tspan class="kind">${words.kind}</tspan> <tspan class="says">${words.says}</tspan></text>
            </g>
        </g>`;
    }

    /** @param {Envelope} message */
    #pick(message) {
        this.focused = keyOf(message);
        this.dispatchEvent(new CustomEvent('pick', { detail: message, bubbles: true }));
    }

    /** Up, down, first and last arrow; Enter and space pick. @param {KeyboardEvent} event */
    #moved(event) {
        const arrows = /** @type {SVGGElement[]} */ ([...this.querySelectorAll('.arrow')]);
        const n = arrows.findIndex(arrow => arrow === document.activeElement);
        if (n < 0) {
            return;
        }
        const to = { ArrowUp: n - 1, ArrowDown: n + 1, Home: 0, End: arrows.length - 1 }[event.key];
        if (to !== undefined) {
            event.preventDefault();
            arrows[Math.min(arrows.length - 1, Math.max(0, to))]?.focus();
        } else if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            arrows[n]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        }
    }
}

/** @param {Envelope} message */
const keyOf = message => `${message.run_id}.${message.seq}`;

/** What is to be seen, then from whom to whom. @param {Envelope} message @param {{kind: string, says: string}} words */
function spoken(message, words) {
    const way = ofTool(message) ? `by ${message.from_agent}` : `from ${message.from_agent} to ${message.to_agent === 'broadcast' ? 'all' : message.to_agent}`;
    return `${clockTime(message.created_at)} ${words.kind} ${words.says} ${way}`.replace(/ +/g, ' ');
}

/** Where the line of a message begins and ends. @param {Envelope} message @param {(name: string) => number} x @param {number} width */
function ends(message, x, width) {
    if (message.from_agent === 'system') {
        return message.to_agent === 'broadcast' ? [GUTTER, width - 8] : [GUTTER, x(message.to_agent)];
    }
    const from = x(message.from_agent);
    if (ofTool(message) || agentOf(message.from_agent) === agentOf(message.to_agent)) {
        return [from, from];
    }
    return [from, message.to_agent === 'broadcast' ? from : x(message.to_agent)];
}

/** @param {Envelope} message @param {number} y @param {(name: string) => number} x @param {number} width */
function line(message, y, x, width) {
    const [from = 0, to = 0] = ends(message, x, width);
    if (message.to_agent === 'broadcast' && !ofTool(message)) {
        if (message.from_agent === 'system') {
            return svg`<line x1=${GUTTER} x2=${width} y1=${y} y2=${y}></line>`;
        }
        return svg`<line x1=${GUTTER + 4} x2=${width - 8} y1=${y} y2=${y}></line><circle cx=${from} cy=${y} r="3"></circle>
            <path d="M${GUTTER + 10} ${y - 4} L${GUTTER + 4} ${y} L${GUTTER + 10} ${y + 4} M${width - 14} ${y - 4} L${width - 8} ${y} L${width - 14} ${y + 4}" class="open"></path>`;
    }
    if (from === to) {
        return ofTool(message)
            ? svg`<rect class="tool" x=${from - 4} y=${y - 4} width="8" height="8" rx="1"></rect>`
            : svg`<path class="open" d="M${from} ${y - 6} h16 v10 h-14"></path><path d="M${from + 7} ${y} l-6 4 l6 4 z"></path>`;
    }
    const way = to > from ? 1 : -1;
    return svg`<line x1=${from} x2=${to - way * 5} y1=${y} y2=${y}></line><path d="M${to} ${y} l${-way * 8} -4 v8 z"></path>`;
}

/**
 * The kind and what it says, on the side of the arrow that has more room.
 *
 * @param {Envelope} message
 * @param {string} wrong
 * @param {(name: string) => number} x
 * @param {number} width
 */
function label(message, wrong, x, width) {
    const [from = 0, to = 0] = ends(message, x, width);
    const left = Math.min(from, to) + 6;
    const right = Math.max(from, to) - 6;
    const leftwards = right - GUTTER > width - left;
    const room = Math.floor((leftwards ? right - GUTTER : width - left) / LETTER);
    const kind = short(wrong && wrong !== message.kind ? `${wrong} · ${message.kind}` : message.kind, room);
    const rest = room - kind.length - 2;
    return { x: leftwards ? right : left, anchor: leftwards ? 'end' : 'start', kind, says: rest > 6 ? short(says(message), rest) : '' };
}

customElements.define('parley-sequence', Sequence);
