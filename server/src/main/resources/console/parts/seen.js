/** When this tab last looked at each session: what came since is news. Nobody else's affair, so it stays in the tab. */

const KEY = 'parley.seen';
const MOST = 500;

/** @type {{since: number, at: Record<string, number>}} */
const seen = { since: Date.now(), at: {}, ...stored() };

function stored() {
    try {
        return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    } catch {
        return {};
    }
}

/** @param {string} session @param {string | undefined} time of the last words that were seen */
export function look(session, time) {
    delete seen.at[session];
    seen.at[session] = time ? Date.parse(time) : Date.now();
    const known = Object.keys(seen.at);
    known.slice(0, Math.max(0, known.length - MOST)).forEach(one => delete seen.at[one]);
    sessionStorage.setItem(KEY, JSON.stringify(seen));
}

/** Whether something was said there since. @param {string} session @param {string | undefined} time of the last words */
export const isNews = (session, time) => !!time && Date.parse(time) > (seen.at[session] ?? seen.since);
