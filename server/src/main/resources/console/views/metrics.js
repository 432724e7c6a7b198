import { html, nothing } from 'lit';
import { get } from '../lib/api.js';
import { filter } from '../lib/route.js';
import { gauge, growth, quantile, rate, since, take } from '../lib/samples.js';
import { clockTime, span } from '../lib/time.js';
import { View } from '../lib/view.js';
import '../parts/spark.js';

const STEP = 5000;
/** @type {[key: string, label: string, seconds: number][]} */
const SPANS = [['15m', '15 min', 900], ['1h', '1 h', 3600], ['24h', '24 h', 86_400]];

const count = (/** @type {number} */ value) => (Number.isInteger(value) ? String(value) : value.toPrecision(value < 10 ? 2 : 3));
const seconds = (/** @type {number} */ value) => (value < 1 ? `${count(Math.round(value * 10_000) / 10)} ms` : value < 60 ? `${count(Math.round(value * 10) / 10)} s` : span(value));
const bytes = (/** @type {number} */ value) => `${Math.round(value / 1_048_576)} MiB`;

/** @typedef {(pair: [import('../lib/samples.js').Sample, import('../lib/samples.js').Sample]) => number | null} Measure */
/** @type {{name: string, say: (value: number) => string, lines: [label: string, measure: Measure][]}[]} */
const CHARTS = [
    { name: 'Messages a second', say: count, lines: [['', rate('parley_messages_total')]] },
    { name: 'Delivery', say: seconds, lines: [['p50', quantile('parley_delivery_seconds', 0.5)], ['p99', quantile('parley_delivery_seconds', 0.99)]] },
    { name: 'Ack time-outs', say: count, lines: [['', growth('parley_acks_timed_out_total')]] },
    { name: 'Tasks queued', say: count, lines: [['', gauge('parley_tasks queued')]] },
    { name: 'Oldest queued task', say: seconds, lines: [['', gauge('parley_tasks_oldest_queued_seconds')]] },
    { name: 'Streams open', say: count, lines: [['', gauge('parley_streams_open')]] },
    { name: 'Store latency', say: seconds, lines: [['p50', quantile('parley_store_commit_seconds', 0.5)], ['p99', quantile('parley_store_commit_seconds', 0.99)]] },
    { name: 'Memory (heap)', say: bytes, lines: [['', gauge('jvm_memory_used_bytes heap')]] },
];

/** How busy and how quick the hub is: eight small charts over a quarter of an hour, an hour or a day. */
class Metrics extends View {
    follow() {
        this.every(STEP, () => this.#look().catch(() => {}));
    }

    /** The span is applied to what was read. */
    addressed() {
        return 'metrics';
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        await this.#look(signal);
    }

    /** @param {AbortSignal} [signal] */
    async #look(signal) {
        take(await get('/metrics', signal), Date.now() / 1000);
        this.requestUpdate();
    }

    body() {
        const chosen = SPANS.find(([key]) => key === this.route.query.get('span')) ?? SPANS[0];
        const to = Date.now() / 1000;
        const from = to - chosen[2];
        const pairs = since(from);
        return html`
            <div class="bar">
                <h1>Metrics</h1>
                <div class="tabs" role="group" aria-label="Span">
                    ${SPANS.map(([key, label]) => html`<button aria-pressed=${key === chosen[0]} @click=${() => filter({ span: key })}>${label}</button>`)}
                </div>
                <a class="end" href="/metrics" target="_blank" rel="noopener">All figures, for Prometheus</a>
            </div>
            <div class="sparks">
                ${CHARTS.map(chart => html`<parley-spark .chart=${{ name: chart.name, say: chart.say, from, to, times: pairs.map(([, now]) => now.at), lines: chart.lines.map(([label, measure]) => ({ label, values: pairs.map(measure) })) }}></parley-spark>`)}
            </div>
            <p class="muted">Looked at every ${STEP / 1000} seconds while this page is open${pairs.length ? html`, since ${clockTime(pairs[0][0].at)}` : nothing}.</p>
        `;
    }
}

customElements.define('parley-metrics', Metrics);
