/**
 * The course of the hub's figures, as far as this page has looked at /metrics.
 *
 * @typedef {{at: number, sums: Map<string, number>, buckets: Map<string, [bound: number, count: number][]>}} Sample
 */

const MOST = 720;
const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;

/** @type {Sample[]} */
const samples = [];

/** Takes one look in, as Prometheus's text format has it. @param {string} text @param {number} at seconds since 1970 */
export function take(text, at) {
    const sums = new Map();
    const buckets = new Map();
    for (const line of text.split('\n')) {
        const [, name, labels = '', figure] = LINE.exec(line) ?? [];
        if (!name) {
            continue;
        }
        const bound = /\ble="([^"]+)"/.exec(labels)?.[1];
        if (bound) {
            const list = buckets.get(name) ?? [];
            list.push([bound === '+Inf' ? Infinity : Number(bound), Number(figure)]);
            buckets.set(name, list);
        } else {
            const narrow = /\b(?:state|area)="([^"]+)"/.exec(labels)?.[1];
            for (const key of narrow ? [name, `${name} ${narrow}`] : [name]) {
                sums.set(key, (sums.get(key) ?? 0) + Number(figure));
            }
        }
    }
    samples.push({ at, sums, buckets });
    samples.splice(0, samples.length - MOST);
}

/** The looks since a time, with the one before each. @param {number} from @returns {[Sample, Sample][]} */
export function since(from) {
    return samples
        .slice(1)
        .map((sample, n) => /** @type {[Sample, Sample]} */ ([samples[n], sample]))
        .filter(([, sample]) => sample.at >= from);
}

/** @param {string} name */
export const gauge = name => (/** @type {[Sample, Sample]} */ [, now]) => now.sums.get(name) ?? null;

/** How much a count has grown; a hub that was started anew begins at nothing. @param {string} name */
export const growth = name => (/** @type {[Sample, Sample]} */ [before, now]) => {
    const [was, is] = [before.sums.get(name) ?? 0, now.sums.get(name)];
    return is === undefined ? null : is >= was ? is - was : is;
};

/** @param {string} name */
export const rate = name => (/** @type {[Sample, Sample]} */ pair) => {
    const grown = growth(name)(pair);
    return grown === null ? null : grown / (pair[1].at - pair[0].at || 1);
};

/** The value below which such a part of what was measured in between lies, guessed within its bucket. @param {string} name @param {number} part */
export const quantile = (name, part) => (/** @type {[Sample, Sample]} */ [before, now]) => {
    const was = new Map(before.buckets.get(`${name}_bucket`) ?? []);
    const grown = (now.buckets.get(`${name}_bucket`) ?? []).map(([bound, count]) => [bound, count - (was.get(bound) ?? 0)]);
    const total = grown.at(-1)?.[1] ?? 0;
    if (total <= 0) {
        return null;
    }
    const place = grown.findIndex(([, count]) => count >= part * total);
    const [low, below] = grown[place - 1] ?? [0, 0];
    const [high, upTo] = grown[place];
    return high === Infinity ? low : low + ((part * total - below) / (upTo - below || 1)) * (high - low);
};
