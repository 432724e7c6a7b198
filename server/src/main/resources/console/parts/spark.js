import { LitElement, html, nothing, svg } from 'lit';
import { clockTime } from '../lib/time.js';

/**
 * What a chart shows: one or two lines over the same times; null where nothing was measured.
 *
 * @typedef {{name: string, lines: {label: string, values: (number | null)[]}[], times: number[], from: number, to: number, say: (value: number) => string}} Chart
 */

const WIDTH = 300;
const HEIGHT = 64;
const PAD = 3;

/** A small chart: its newest value in words, its course as a line, and each value by the arrow keys or the pointer. */
class Spark extends LitElement {
    static properties = { chart: { attribute: false }, at: { state: true } };

    constructor() {
        super();
        /** @type {Chart | undefined} */
        this.chart = undefined;
        /** Which of the values is read; -1 for the newest. */
        this.at = -1;
    }

    createRenderRoot() {
        return this;
    }

    get #place() {
        const last = (this.chart?.times.length ?? 0) - 1;
        return this.at < 0 || this.at > last ? this.#newest : this.at;
    }

    /** Where something was measured last. */
    get #newest() {
        return Math.max(-1, ...(this.chart?.lines ?? []).map(line => line.values.findLastIndex(value => value !== null)));
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const last = (this.chart?.times.length ?? 0) - 1;
        /** @type {Record<string, number>} */
        const steps = { ArrowLeft: this.#place - 1, ArrowDown: this.#place - 1, ArrowRight: this.#place + 1, ArrowUp: this.#place + 1, Home: 0, End: last, PageUp: this.#place + 10, PageDown: this.#place - 10 };
        if (event.key in steps && last >= 0) {
            event.preventDefault();
            this.at = Math.min(last, Math.max(0, steps[event.key]));
        }
    }

    /** @param {PointerEvent} event */
    #point(event) {
        const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
        const chart = /** @type {Chart} */ (this.chart);
        const time = chart.from + ((event.clientX - box.left) / box.width) * (chart.to - chart.from);
        const gap = (/** @type {number} */ n) => Math.abs(chart.times[n] - time);
        this.at = chart.times.reduce((best, _, n) => (gap(n) < gap(best) ? n : best), 0);
    }

    render() {
        const chart = this.chart;
        if (!chart) {
            return nothing;
        }
        const measured = chart.lines.flatMap(line => line.values).filter(value => value !== null);
        const least = Math.min(...measured);
        const most = Math.max(...measured);
        const words = measured.length ? `least ${chart.say(least)}, most ${chart.say(most)}, newest ${this.#reading(chart, this.#newest)}` : 'nothing measured yet';
        const last = Math.max(0, chart.times.length - 1);
        return html`<figure class="spark">
            <figcaption><h2>${chart.name}</h2><span class="reading">${measured.length ? this.#reading(chart, this.#place) : '–'}</span></figcaption>
            <div class="plot" role="slider" tabindex="0" aria-label=${`${chart.name}: ${words}. Arrow keys read each value`} aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${Math.max(0, this.#place)} aria-valuetext=${measured.length ? `${clockTime(chart.times[this.#place])}: ${this.#reading(chart, this.#place)}` : 'nothing measured yet'}
                @keydown=${this.#key} @pointermove=${this.#point} @pointerleave=${() => (this.at = -1)} @blur=${() => (this.at = -1)}>
                <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">
                    <title>${chart.name}</title>
                    <desc>${words}</desc>
                    ${this.#drawn(chart, Math.max(most, 0))}
                </svg>
            </div>
            <p class="muted range"><span>${measured.length ? `0 – ${chart.say(Math.max(most, 0))}` : 'nothing measured yet'}</span><span class="time">${measured.length ? clockTime(chart.times[this.#place]) : nothing}</span></p>
        </figure>`;
    }

    /** All lines at one time, in words. @param {Chart} chart @param {number} n */
    #reading(chart, n) {
        return chart.lines.map(line => `${line.label ? `${line.label} ` : ''}${line.values[n] === null || line.values[n] === undefined ? 'none' : chart.say(/** @type {number} */ (line.values[n]))}`).join(' · ');
    }

    /** @param {Chart} chart @param {number} most */
    #drawn(chart, most) {
        const x = (/** @type {number} */ time) => ((time - chart.from) / (chart.to - chart.from || 1)) * WIDTH;
        const y = (/** @type {number} */ value) => HEIGHT - PAD - (most ? value / most : 0) * (HEIGHT - 2 * PAD);
        const cursor = this.at >= 0 && chart.times.length ? x(chart.times[this.#place]) : undefined;
        return svg`<line class="base" x1="0" x2=${WIDTH} y1=${HEIGHT - PAD} y2=${HEIGHT - PAD} />
            ${chart.lines.map((line, n) => svg`<path class=${n ? 'second' : 'first'} d=${course(chart.times, line.values, x, y)} />`)}
            ${cursor === undefined ? nothing : svg`<line class="cursor" x1=${cursor} x2=${cursor} y1="0" y2=${HEIGHT} />`}`;
    }
}

/**
 * A line through what was measured, broken where nothing was; a lone value is a dot.
 *
 * @param {number[]} times
 * @param {(number | null)[]} values
 * @param {(time: number) => number} x
 * @param {(value: number) => number} y
 */
function course(times, values, x, y) {
    let path = '';
    values.forEach((value, n) => {
        if (value === null) {
            return;
        }
        const joined = n > 0 && values[n - 1] !== null;
        const lone = !joined && (values[n + 1] ?? null) === null;
        const [px, py] = [x(times[n]).toFixed(1), y(value).toFixed(1)];
        path += joined ? `L${px} ${py}` : `M${px} ${py}${lone ? 'h0.01' : ''}`;
    });
    return path;
}

customElements.define('parley-spark', Spark);
