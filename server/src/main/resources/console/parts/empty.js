import { html } from 'lit';
import { copyable } from './copy.js';

/** What stands where nothing is: why, and the command that would fill it. @param {string} words @param {string} command */
export function empty(words, command) {
    return html`<div class="empty">
        <p>${words}</p>
        ${copyable(command)}
    </div>`;
}
