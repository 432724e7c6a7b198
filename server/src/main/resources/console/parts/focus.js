/** @param {HTMLElement} host */
const rowsOf = host => /** @type {HTMLElement[]} */ ([...host.querySelectorAll('article[data-row]')]);

/**
 * Changes the rows of a view; the focus stays where it is, or goes to the row that took the place.
 *
 * @param {import('lit').LitElement} host
 * @param {() => void} change
 */
export async function changeRows(host, change) {
    const row = /** @type {HTMLElement | null} */ (document.activeElement?.closest('article[data-row]'));
    const place = row ? rowsOf(host).indexOf(row) : -1;
    change();
    host.requestUpdate();
    await host.updateComplete;
    await new Promise(requestAnimationFrame); // the elements within have updated too
    if (place >= 0 && (!document.activeElement || document.activeElement === document.body)) {
        const left = rowsOf(host);
        (row?.isConnected ? row : (left[Math.min(place, left.length - 1)] ?? document.querySelector('main')))?.focus();
    }
}
