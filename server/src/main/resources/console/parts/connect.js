import { LitElement, html } from 'lit';
import { pretty } from '../lib/text.js';
import { copyable } from './copy.js';

/** @type {Record<string, {name: string, file: string, snippet: (url: string, header: string) => string}>} the coding agents that are known, and what each keeps of a server */
const CLIENTS = {
    claude: { name: 'Claude Code', file: '~/.claude.json', snippet: (url, header) => pretty({ mcpServers: { parley: { type: 'http', url, headers: { Authorization: header } } } }) },
    codex: { name: 'Codex', file: '~/.codex/config.toml', snippet: (url, header) => `[mcp_servers.parley]\nurl = "${url}"\nhttp_headers = { "Authorization" = "${header}" }\ntool_timeout_sec = 120` },
    opencode: { name: 'OpenCode', file: '~/.config/opencode/opencode.json', snippet: (url, header) => pretty({ mcp: { parley: { type: 'remote', url, enabled: true, oauth: false, headers: { Authorization: header } } } }) },
    cursor: { name: 'Cursor', file: '~/.cursor/mcp.json', snippet: (url, header) => pretty({ mcpServers: { parley: { url, headers: { Authorization: header } } } }) },
};

/** How a coding agent is let in: one command on the hub's machine, or an entry in its own file. */
class Connect extends LitElement {
    static properties = { client: { state: true } };

    constructor() {
        super();
        this.client = 'claude';
    }

    createRenderRoot() {
        return this;
    }

    render() {
        const chosen = CLIENTS[this.client];
        return html`<div class="tabs" role="group" aria-label="Coding agent">
                ${Object.entries(CLIENTS).map(([word, client]) => html`<button aria-pressed=${word === this.client} @click=${() => (this.client = word)}>${client.name}</button>`)}
            </div>
            <p>On the hub's machine, this makes a token and writes the entry:</p>
            ${copyable(`./parley connect ${this.client} --write`)}
            <p>Elsewhere, this goes into <code>${chosen.file}</code>, with a token of its own:</p>
            ${copyable(chosen.snippet(`${location.origin}/mcp`, 'Bearer pa_…'))}
            <p class="muted">Then <code>./parley doctor</code> tries whether it gets through.</p>`;
    }
}

customElements.define('parley-connect', Connect);
