import { LitElement, html, nothing } from 'lit';
import { at } from '../lib/api.js';
import { Outbox } from '../lib/outbox.js';
import { copyButton, curl } from './copy.js';

/** A form that publishes an event: a person's own, or for the owner also an agent's. */
class Publish extends LitElement {
    static properties = { word: { attribute: false }, agent: { attribute: false }, fault: { state: true }, sent: { state: true }, data: { state: true } };

    #outbox = new Outbox();

    constructor() {
        super();
        /** What the event is called to begin with. */
        this.word = '';
        /** In whose name it is published to begin with. */
        this.agent = '';
        this.fault = '';
        /** @type {any} */
        this.sent = undefined;
        this.data = '{"test": true}';
    }

    createRenderRoot() {
        return this;
    }

    /** @param {SubmitEvent} event */
    async #publish(event) {
        event.preventDefault();
        if (this.#outbox.busy) {
            return;
        }
        this.fault = '';
        this.sent = undefined;
        try {
            this.sent = await this.#outbox.send('/api/events', this.#body());
            this.dispatchEvent(new Event('published'));
        } catch (fault) {
            this.fault = fault instanceof SyntaxError ? `The data is no JSON: ${fault.message}` : /** @type {Error} */ (fault).message;
        }
    }

    #body() {
        return { event_type: this.word.trim(), data: JSON.parse(this.data || '{}'), ...(this.agent.trim() ? { agent: this.agent.trim() } : {}) };
    }

    /** The same as a command, once it can be said. */
    #command() {
        try {
            return curl('POST', '/api/events', this.#body());
        } catch {
            return '';
        }
    }

    render() {
        const command = this.#command();
        return html`<form class="panel publish" @submit=${this.#publish} aria-label="Publish an event">
            <div class="bar">
                <label>Event <input name="event" required autocomplete="off" placeholder="build.finished" .value=${this.word} @input=${(/** @type {any} */ e) => (this.word = e.target.value)} /></label>
                <label>As agent <input name="agent" autocomplete="off" placeholder="yourself" .value=${this.agent} @input=${(/** @type {any} */ e) => (this.agent = e.target.value)} /></label>
            </div>
            <label>Data, as a JSON object<textarea name="data" rows="3" spellcheck="false" .value=${this.data} @input=${(/** @type {any} */ e) => (this.data = e.target.value)}></textarea></label>
            <div class="buttons start"><button class="primary">Publish</button>${command ? copyButton(command, 'Copy as curl') : nothing}
                <span role="status">${this.sent ? html`<span class="ok">✓</span> Published on <a class="id" href=${'/ui' + at`/topics/${this.sent.topic}`}>${this.sent.topic}</a> at position ${this.sent.position}` : nothing}</span>
                ${this.fault ? html`<span class="bad" role="alert">${this.fault}</span>` : nothing}
            </div>
        </form>`;
    }
}

customElements.define('parley-publish', Publish);
