import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { at } from '../lib/api.js';
import { ago, wholeTime } from '../lib/time.js';
import { chip } from './chip.js';
import { principal } from './principal.js';

/**
 * A topic that something was published on, and a subscription that follows some.
 *
 * @typedef {{topic: string, events: number, newest: number, newest_at: number | null}} Topic
 * @typedef {{name: string, topics: string[], position: number, holder: string, behind: number, created_at: number}} Subscription
 */

/** Whether a pattern takes a topic in: * is any one word, ** any number of them. @param {string} pattern @param {string} topic */
export function takes(pattern, topic) {
    /** @type {(wanted: string[], words: string[]) => boolean} */
    const fits = ([first, ...rest], words) => {
        if (first === undefined) {
            return words.length === 0;
        }
        if (first === '**') {
            return fits(rest, words) || (words.length > 0 && fits([first, ...rest], words.slice(1)));
        }
        return words.length > 0 && (first === '*' || first === words[0]) && fits(rest, words.slice(1));
    };
    return fits(pattern.split('.'), topic.split('.'));
}

/** Those who follow a topic. @param {Subscription[]} subscriptions @param {string} topic */
export const followers = (subscriptions, topic) => subscriptions.filter(one => one.topics.some(pattern => takes(pattern, topic)));

/** @param {Topic[]} topics @param {Subscription[]} subscriptions */
export function topicTable(topics, subscriptions) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Topics">
        <table>
            <thead><tr><th class="number">Events</th><th>Topic</th><th>Followed by</th><th class="number">Newest at</th><th class="number">Age</th></tr></thead>
            <tbody>
                ${repeat(
                    topics,
                    topic => topic.topic,
                    topic => html`<tr>
                        <td class="number">${topic.events}</td>
                        <td><a data-row class="id" href=${'/ui' + at`/topics/${topic.topic}`}>${topic.topic}</a></td>
                        <td>${followerNames(followers(subscriptions, topic.topic))}</td>
                        <td class="number">${topic.newest}</td>
                        <td class="number" title=${topic.newest_at ? wholeTime(topic.newest_at) : ''}>${topic.newest_at ? ago(topic.newest_at) : '–'}</td>
                    </tr>`,
                )}
            </tbody>
        </table>
    </div>`;
}

/** @param {Subscription[]} list */
function followerNames(list) {
    const most = 4;
    return list.length
        ? html`${list.slice(0, most).map((one, n) => html`${n ? ', ' : ''}${one.name}`)}${list.length > most ? ` and ${list.length - most} more` : ''}`
        : html`<span class="muted">no subscription</span>`;
}

/** Subscriptions, and how far behind each is. @param {Subscription[]} subscriptions @param {number} counted of how many events that is told */
export function subscriptionTable(subscriptions, counted) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Subscriptions">
        <table>
            <thead><tr><th>Subscription</th><th>Topics</th><th>Lag</th><th>Whose</th><th class="number">Has had up to</th></tr></thead>
            <tbody>
                ${repeat(
                    subscriptions,
                    one => `${one.holder} ${one.name}`,
                    one => html`<tr data-row tabindex="-1">
                        <td>${one.name}</td>
                        <td>${one.topics.map((pattern, n) => html`${n ? ', ' : ''}<code>${pattern}</code>`)}</td>
                        <td>${one.behind ? chip('waiting', `${one.behind}${one.behind >= counted ? ' or more' : ''} behind`) : chip('done', 'has everything')}</td>
                        <td>${principal(one.holder)}</td>
                        <td class="number">${one.position}</td>
                    </tr>`,
                )}
            </tbody>
        </table>
    </div>`;
}
