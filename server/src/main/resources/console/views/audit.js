import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announceNew } from '../lib/announce.js';
import { Problem, get, query } from '../lib/api.js';
import { may } from '../lib/me.js';
import { filter } from '../lib/route.js';
import { clockTime, wholeTime } from '../lib/time.js';
import { chip } from '../parts/chip.js';
import '../parts/chain.js';
import { empty } from '../parts/empty.js';
import { Expanding } from '../parts/expand.js';
import { brief, principal, runLink } from '../parts/principal.js';
import { attempt } from '../parts/toast.js';

const MOST = 1000;
const PAGE = 50;
const REFRESH = 10_000;
/** How long somebody who types a name is waited for. */
const TYPING = 400;
/** @type {[label: string, seconds: number][]} */
const SPANS = [['last hour', 3600], ['last day', 86_400], ['last week', 604_800]];

/** What was refused and what people did, newest first: to be filtered, exported, and held against its chain. */
class Audit extends Expanding {
    /** @type {any[]} */
    items = [];
    /** @type {string | null} */
    next = null;
    /** @type {Record<string, Set<string>>} names that were seen, to choose from */
    #known = {};
    #typing = 0;
    /** Why this caller sees nothing. */
    barred = '';

    follow() {
        this.every(REFRESH, () => this.#refresh());
    }

    disconnectedCallback() {
        super.disconnectedCallback();
        clearTimeout(this.#typing);
    }

    /** @param {AbortSignal} signal */
    async load(signal) {
        try {
            const page = await get(this.#address({ limit: PAGE }), signal);
            this.items = page.items;
            this.next = page.next;
            this.barred = '';
        } catch (fault) {
            if (!(fault instanceof Problem && fault.status === 403)) {
                throw fault;
            }
            this.barred = fault.message;
        }
    }

    /** @param {{limit?: number, after?: string, format?: string}} place */
    #address(place) {
        const asked = this.route.query;
        return `/api/audit${query({ principal: asked.get('principal')?.trim(), action: asked.get('action')?.trim(), since: asked.get('since'), ...place })}`;
    }

    /** Entries are told by no stream, so the newest are looked at again. */
    async #refresh() {
        const address = this.#address({ limit: PAGE });
        const page = this.barred ? null : await get(address).catch(() => null);
        if (address !== this.#address({ limit: PAGE })) {
            return; // another filter is asked for by now
        }
        const newest = this.items[0]?.n ?? 0;
        const fresh = (page?.items ?? []).filter((/** @type {any} */ item) => item.n > newest);
        if (fresh.length) {
            fresh.forEach(() => announceNew('entry', 'entries'));
            this.items = fresh.length < PAGE ? [...fresh, ...this.items].slice(0, MOST) : fresh;
            this.next = fresh.length < PAGE ? this.next : page.next;
            this.requestUpdate();
        }
    }

    async #older() {
        await attempt(async () => {
            const after = this.next ?? '';
            const address = this.#address({ limit: PAGE, after });
            const page = await get(address);
            if (address === this.#address({ limit: PAGE, after }) && after === this.next) {
                this.items = [...this.items, ...page.items].slice(-MOST);
                this.next = page.next;
            }
        });
        this.requestUpdate();
    }

    body() {
        if (this.barred) {
            return html`<h1>Audit</h1><p class="muted">The audit is for people and the owner: ${this.barred}.</p>`;
        }
        return html`
            <div class="bar">
                <h1>Audit</h1>
                ${this.#field('principal', 'Who', 'agent:bob', true)} ${this.#field('action', 'Action', 'POST /api/runs', false)}
                ${this.#since()} <span class="muted">whole names are compared</span>
                <a class="end" download="parley-audit.ndjson" href=${this.#address({ format: 'ndjson' })}>Export NDJSON</a>
            </div>
            ${may('operate') ? html`<parley-chain></parley-chain>` : nothing}
            ${this.items.length ? this.#table() : this.#empty()}
        `;
    }

    /** @param {string} key @param {string} label @param {string} example @param {boolean} first */
    #field(key, label, example, first) {
        const known = (this.#known[key] ??= new Set());
        this.items.forEach(item => known.size < MOST && known.add(item[key]));
        const ask = (/** @type {any} */ event) => {
            const act = () => filter({ [key]: event.target.value.trimStart() });
            clearTimeout(this.#typing);
            event.type === 'change' ? act() : (this.#typing = window.setTimeout(act, TYPING));
        };
        return html`<input ?data-filter=${first} type="search" list=${`known-${key}`} autocomplete="off" aria-label=${label} placeholder=${`${label}: ${example}`} .value=${this.route.query.get(key) ?? ''} @input=${ask} @change=${ask} />
            <datalist id=${`known-${key}`}>${[...known].sort().map(value => html`<option value=${value}></option>`)}</datalist>`;
    }

    #since() {
        const since = Number(this.route.query.get('since'));
        const choose = (/** @type {any} */ event) => {
            const seconds = Number(event.target.value);
            filter({ since: seconds ? String(Math.floor(Date.now() / 1000) - seconds) : null });
        };
        return html`<select aria-label="Since" @change=${choose}>
                <option value="" ?selected=${!since}>any time</option>
                ${since ? html`<option value=${`at ${since}`} selected>since ${when(since)}</option>` : nothing}
                ${SPANS.map(([label, seconds]) => html`<option value=${seconds}>${label}</option>`)}
            </select>`;
    }

    #empty() {
        return [...this.route.query.keys()].length
            ? empty('Nothing in the audit fits this filter. Names are compared whole. On the command line:', './parley audit')
            : empty('Nothing was refused and nobody did anything yet. This is refused, and stands here then:', `curl -s "${location.origin}/api/tokens"`);
    }

    #table() {
        return html`<div class="scroll" tabindex="0" role="region" aria-label="Audit">
                <table>
                    <thead><tr><th>When</th><th>Action</th><th>Who</th><th>Target</th><th>Outcome</th><th class="number">Times</th></tr></thead>
                    <tbody>${repeat(this.items, item => item.n, item => this.#row(item))}</tbody>
                </table>
            </div>
            ${this.next ? html`<button class="older" @click=${() => this.#older()}>Older entries</button>` : nothing}`;
    }

    /** @param {any} item */
    #row(item) {
        return html`<tr>
                <td class="time" title=${wholeTime(item.created_at)}>${when(item.created_at)}</td>
                <td>${this.expander(String(item.n), html`<code>${item.action}</code>`)}</td>
                <td>${principal(item.principal)}</td>
                <td>${target(item.target)}</td>
                <td>${item.outcome === 'ok' ? chip('done', 'ok') : chip('denied', item.outcome.replaceAll('-', ' '))}</td>
                <td class="number">${item.count > 1 ? item.count : nothing}</td>
            </tr>
            ${this.opening(String(item.n), 6, () => sheet(item))}`;
    }
}

/** The time alone if it was today. @param {number} seconds */
const when = seconds => (new Date(seconds * 1000).toDateString() === new Date().toDateString() ? clockTime(seconds) : wholeTime(seconds));

/** What was acted on; a run by its address. @param {string} words */
function target(words) {
    const [, run, seq, rest = ''] = /^(run_\w+)(?:\.(\d+))?(?:\/(.*))?$/.exec(words) ?? [];
    if (!run) {
        return html`<code title=${words}>${brief(words)}</code>`;
    }
    return html`${runLink(run, seq ? Number(seq) : undefined, seq ? `${brief(run)}.${seq}` : undefined)} ${rest ? html`<code>${rest}</code>` : nothing}`;
}

/** @param {any} item */
function sheet(item) {
    /** @type {[string, unknown][]} */
    const rows = [['entry', item.n], ['at', wholeTime(item.created_at)], ['space', item.space], ['token', item.token_id], ['target', item.target], ['outcome', item.outcome], ['detail', item.detail], ['hash', item.hash], ['hash before', item.previous]];
    return html`<dl class="listing">${rows.filter(([, value]) => value !== '').map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>`;
}

customElements.define('parley-audit', Audit);
