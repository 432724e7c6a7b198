import { html, render } from 'lit';

/**
 * Asks before something cannot be undone; the question names what and how many.
 *
 * @param {string} question
 * @param {string} yes what the button says
 * @param {{reason?: boolean, body?: unknown}} [more] whether to ask for a reason too
 * @returns {Promise<{reason: string} | undefined>}
 */
export function confirm(question, yes, more = {}) {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-labelledby', 'asked');
    document.body.append(dialog);
    render(
        html`<form method="dialog">
            <h2 id="asked">${question}</h2>
            ${more.body ?? ''}
            ${more.reason ? html`<label>Reason<input name="reason" autocomplete="off" autofocus /></label>` : ''}
            <div class="buttons">
                <button value="">Back</button>
                <button class="primary" value="yes" ?autofocus=${!more.reason}>${yes}</button>
            </div>
        </form>`,
        dialog,
    );
    dialog.showModal();
    // Enter in the reason must say yes, not press the first button.
    const field = /** @type {HTMLInputElement | null} */ (dialog.querySelector('input'));
    field?.addEventListener('keydown', event => {
        if (event.key === 'Enter') {
            event.preventDefault();
            dialog.close('yes');
        }
    });
    return new Promise(done =>
        dialog.addEventListener('close', () => {
            const answer = dialog.returnValue === 'yes' ? { reason: field?.value.trim() ?? '' } : undefined;
            dialog.remove();
            done(answer);
        }),
    );
}
