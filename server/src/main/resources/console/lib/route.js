/**
 * Where the reader is: /ui/VIEW/ID?FILTER. Every view has an address, and its filter stands in the query.
 *
 * @typedef {{view: string, id: string, query: URLSearchParams}} Route
 */

export const moved = new EventTarget();

/** @returns {Route} */
export function here() {
    const [, , view = '', ...rest] = location.pathname.split('/');
    return { view: view || 'runs', id: decodeURIComponent(rest.join('/')), query: new URLSearchParams(location.search) };
}

/** @param {string} address */
export function go(address) {
    history.pushState(null, '', address);
    moved.dispatchEvent(new Event('moved'));
}

/**
 * Sets some of the filter, without a step back in the history for every letter; null or '' leaves a key out.
 *
 * @param {Record<string, string | null>} changes
 */
export function filter(changes) {
    const query = new URLSearchParams(location.search);
    for (const [key, value] of Object.entries(changes)) {
        if (value) {
            query.set(key, value);
        } else {
            query.delete(key);
        }
    }
    const text = query.toString();
    history.replaceState(null, '', location.pathname + (text ? `?${text}` : '') + location.hash);
    moved.dispatchEvent(new Event('moved'));
}

/** Links of the console move within the page. @param {MouseEvent} click */
function follow(click) {
    const link = /** @type {Element} */ (click.target).closest?.('a[href^="/ui/"]');
    const plain = click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.defaultPrevented;
    if (link && plain && !link.hasAttribute('download')) {
        click.preventDefault();
        go(link.getAttribute('href') ?? '/ui/');
    }
}

document.addEventListener('click', follow);
addEventListener('popstate', () => moved.dispatchEvent(new Event('moved')));
