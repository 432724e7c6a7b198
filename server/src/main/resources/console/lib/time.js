/** Times as people read them. The hub's are seconds since 1970. */

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** @param {number} seconds */
export const clockTime = seconds => clock.format(seconds * 1000);

/** @param {number} seconds */
export const wholeTime = seconds => day.format(seconds * 1000);

/** How long: "4 s", "12 min", "3 h 5 min", "2 d". @param {number} seconds */
export function span(seconds) {
    const s = Math.max(0, Math.round(seconds));
    if (s < 60) {
        return `${s} s`;
    }
    if (s < 3600) {
        return `${Math.floor(s / 60)} min`;
    }
    if (s < 86_400) {
        const minutes = Math.floor((s % 3600) / 60);
        return `${Math.floor(s / 3600)} h${minutes ? ` ${minutes} min` : ''}`;
    }
    return `${Math.floor(s / 86_400)} d`;
}

/** How long ago. @param {number} seconds */
export const ago = seconds => span(Date.now() / 1000 - seconds);
