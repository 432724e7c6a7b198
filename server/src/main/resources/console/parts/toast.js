/** Short words on what was just done, at the foot of the page; the shell shows them. */
export const toasts = new EventTarget();

/** @param {string} words @param {'ok' | 'bad'} [tone] @param {{label: string, act: () => void}} [undo] */
export function toast(words, tone = 'ok', undo) {
    toasts.dispatchEvent(new CustomEvent('toast', { detail: { words, tone, undo } }));
}

/**
 * Does something and says so; what the hub refuses is said in its words. Answers whether it was done.
 *
 * @param {() => Promise<unknown>} act
 * @param {string} [done]
 */
export async function attempt(act, done) {
    try {
        await act();
        if (done) {
            toast(done);
        }
        return true;
    } catch (fault) {
        toast(/** @type {Error} */ (fault).message, 'bad');
        return false;
    }
}
