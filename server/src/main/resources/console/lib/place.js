/** For how long what the reader did counts as the cause of a move, in milliseconds. */
const TOUCH = 1000;

/**
 * Where the reader is in a long page, whose parts above may change: what is read stays where it is.
 *
 * The page has a `.strip` that stays at the top, a `.dock` that stays at the foot, and a `.timeline` of cards that
 * ends with `.timeline-end`.
 */
export class Place {
    /** @type {{element: Element, top: number} | undefined} what has to stay where it is */
    #anchor;
    #y = 0;
    /** When the reader last did something that may scroll. */
    #moved = 0;

    /** @param {HTMLElement} page */
    constructor(page) {
        this.page = page;
    }

    /** The reader turned the wheel, touched, pressed a key or the scroll bar. */
    touched() {
        this.#moved = Date.now();
    }

    /** How many pixels the end of the timeline is below what is seen. */
    below() {
        const end = this.page.querySelector('.timeline-end')?.getBoundingClientRect();
        const dock = this.page.querySelector('.dock')?.getBoundingClientRect();
        return end && dock ? end.top - dock.top : 0;
    }

    /** How many pixels the beginning of the timeline is above what is seen. */
    above() {
        const top = this.page.querySelector('.timeline')?.getBoundingClientRect().top ?? 0;
        return Math.max(0, -top);
    }

    toEnd() {
        const below = this.below();
        if (Math.abs(below) > 1) {
            scrollBy(0, below);
            this.#y = scrollY;
        }
    }

    /** Whether the reader went up since this was last asked; the page itself may, when what is above gets shorter. */
    wentUp() {
        const up = this.#y - scrollY;
        this.#y = scrollY;
        return up > innerHeight || (up > 1 && Date.now() - this.#moved < TOUCH);
    }

    /** Remembers the first card that is seen. */
    hold() {
        const bar = this.page.querySelector('.strip')?.getBoundingClientRect().bottom ?? 0;
        const element = [...this.page.querySelectorAll('.timeline > parley-message')].find(one => one.getBoundingClientRect().bottom > bar);
        this.#anchor ??= element && { element, top: element.getBoundingClientRect().top };
    }

    /** Moves the page so that the card is where it was. */
    restore() {
        if (this.#anchor?.element.isConnected) {
            scrollBy(0, this.#anchor.element.getBoundingClientRect().top - this.#anchor.top);
        }
        this.#anchor = undefined;
    }

    /** Has focus and links stop short of what stays. */
    measure() {
        const [top, foot] = ['.strip', '.dock'].map(part => this.page.querySelector(part)?.clientHeight ?? 0);
        this.page.style.setProperty('--strip', `${top}px`);
        document.documentElement.style.scrollPadding = `${top}px 0 ${foot}px`;
    }

    leave() {
        document.documentElement.style.scrollPadding = '';
    }

    /** Brings a card, or the last one ahead of it, into the middle, and the one among the agents into view. @param {number} seq */
    reveal(seq) {
        const cards = /** @type {any[]} */ ([...this.page.querySelectorAll('.timeline > parley-message')]);
        (cards.find(card => card.marked) ?? cards.findLast(card => card.entry.message.seq <= seq) ?? cards[0])?.scrollIntoView({ block: 'center' });
        const box = this.page.querySelector('.thread-log');
        const marked = box?.querySelector('.marked')?.getBoundingClientRect();
        if (box && marked) {
            box.scrollTop += marked.top - box.getBoundingClientRect().top - box.clientHeight / 3;
        }
    }
}
