import { html, nothing } from 'lit';
import { Problem, get } from '../lib/api.js';
import { filter } from '../lib/route.js';
import { clockTime, span } from '../lib/time.js';
import { View } from '../lib/view.js';
import { lookAtMemory, memorySince } from '../parts/memory.js';
import '../parts/spark.js';

const SHORTEST_STEP = 5;
/** @type {[key: string, label: string, seconds: number][]} */
const SPANS = [['15m', '15 min', 900], ['1h', '1 h', 3600], ['24h', '24 h', 86_400]];

const count = (/** @type {number} */ value) => (Number.isInteger(value) ? String(value) : value.toPrecision(value < 10 ? 2 : 3));
const seconds = (/** @type {number} */ value) => (value < 60 ? `${count(Math.round(value * 10) / 10)} s` : span(value));
const millis = (/** @type {number} */ value) => (value < 1000 ? `${count(Math.round(value * 10) / 10)} ms` : seconds(value / 1000));
const bytes = (/** @type {number} */ value) => `${Math.round(value / 1_048_576)} MiB`;

/** @type {{name: string, say: (value: number) => string, lines: [label: string, series: string][]}[]} */
const CHARTS = [
    { name: 'Messages a second', say: count, lines: [['', 'messages_per_second']] },
    { name: 'Delivery', say: millis, lines: [['p50', 'delivery_p50_ms'], ['p99', 'delivery_p99_ms']] },
    { name: 'Ack time-outs', say: count, lines: [['', 'ack_timeouts']] },
    { name: 'Tasks queued', say: count, lines: [['', 'tasks_queued']] },
    { name: 'Oldest queued task', say: seconds, lines: [['', 'oldest_task_seconds']] },
    { name: 'Streams open', say: count, lines: [['', 'streams_open']] },
    { name: 'Store latency', say: millis, lines: [['p50', 'commit_p50_ms'], ['p99', 'commit_p99_ms']] },
];

/** How busy and how quick the hub is: eight small charts over a quarter of an hour, an hour or a day. */
class Metrics extends View {
    /** @type {{step_seconds: number, until: number, series: Record<string, (number | null)[]>} | undefined} undefined for those who may not see it */
    past;
    /** Why there is no past to show. */
    barred = '';
    #read = 0;

    follow() {
        this.every(SHORTEST_STEP * 1000, () => {
            lookAtMemory().then(() => this.requestUpdate(), () => {});
            if (!this.barred && Date.now() / 1000 - this.#read >= (this.past?.step_seconds ?? SHORTEST_STEP) - 1) {
                this.#look().then(() => this.requestUpdate(), () => {});
            }
        });
    }

    get #chosen() {
        return SPANS.find(([key]) => key === this.route.query.get('span')) ?? SPANS[0];
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        await Promise.all([this.#look(signal), lookAtMemory(signal)]);
    }

    /** @param {AbortSignal} [signal] */
    async #look(signal) {
        this.#read = Date.now() / 1000;
        try {
            this.past = await get(`/api/metrics/history?span=${this.#chosen[0]}`, signal);
            this.barred = '';
        } catch (fault) {
            if (!(fault instanceof Problem && (fault.status === 403 || fault.status === 404))) {
                throw fault;
            }
            this.barred = fault.message;
        }
    }

    body() {
        const [chosen, , length] = this.#chosen;
        return html`
            <div class="bar">
                <h1>Metrics</h1>
                <div class="tabs" role="group" aria-label="Span">
                    ${SPANS.map(([key, label]) => html`<button aria-pressed=${key === chosen} @click=${() => filter({ span: key })}>${label}</button>`)}
                </div>
                <a class="end" href="/metrics" target="_blank" rel="noopener">All figures, for Prometheus</a>
            </div>
            ${this.barred ? html`<p class="muted">What was measured is shown to people, observers and the owner: ${this.barred}.</p>` : nothing}
            <div class="sparks">${this.past ? this.#charts(this.past, length) : nothing} ${this.#memory(length)}</div>
            <p class="muted">${this.past ? `Each point is ${span(this.past.step_seconds)}, of this hub since it was started; newest ${clockTime(this.past.until)}. p50 is drawn through, p99 dashed.` : nothing} Memory is looked at while this page is open.</p>
        `;
    }

    /** @param {NonNullable<Metrics['past']>} past @param {number} length */
    #charts(past, length) {
        return CHARTS.map(({ name, say, lines }) => {
            const points = lines.map(([label, series]) => ({ label, values: past.series[series] ?? [] }));
            const times = points[0].values.map((_, n, all) => past.until - (all.length - 1 - n) * past.step_seconds);
            return html`<parley-spark .chart=${{ name, say, times, lines: points, from: past.until - length, to: past.until }}></parley-spark>`;
        });
    }

    /** @param {number} length */
    #memory(length) {
        const to = Date.now() / 1000;
        const looks = memorySince(to - length);
        return html`<parley-spark .chart=${{ name: 'Memory (heap)', say: bytes, times: looks.map(look => look.at), lines: [{ label: '', values: looks.map(look => look.bytes) }], from: to - length, to }}></parley-spark>`;
    }
}

customElements.define('parley-metrics', Metrics);
