import { html } from 'lit';

/** @type {Record<string, string>} where a value comes from, in words */
const SOURCES = { flag: 'command line', environment: 'environment', file: 'file', default: 'default' };

/**
 * The configuration in force: each key, its value, and where that comes from.
 *
 * @param {{key: string, value: string, source: string, from: string, about: string}[]} items
 */
export function configTable(items) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Configuration">
        <table class="config">
            <thead><tr><th>Key</th><th>Value</th><th>Source</th><th>What it is</th></tr></thead>
            <tbody>
                ${items.map(
                    item => html`<tr data-row tabindex="-1">
                        <td><code>${item.key}</code></td>
                        <td>${item.value === '' ? html`<span class="muted">empty</span>` : html`<code>${item.value}</code>`}</td>
                        <td>${item.source === 'default' ? html`<span class="muted">default</span>` : html`<strong>${SOURCES[item.source] ?? item.source}</strong> <code>${item.from}</code>`}</td>
                        <td class="muted about">${item.about}</td>
                    </tr>`,
                )}
            </tbody>
        </table>
    </div>`;
}
