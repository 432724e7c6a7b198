package dev.parley.notice;

import dev.parley.protocol.codec.OneLine;

/** A notice did not get to where it should. */
final class Undelivered extends Exception {
    private final boolean isFinal;

    private Undelivered(String why, boolean isFinal) {
        super(OneLine.summary(why));
        this.isFinal = isFinal;
    }

    /** It may later. */
    static Undelivered forNow(String why) {
        return new Undelivered(why, false);
    }

    /** It never will. */
    static Undelivered forEver(String why) {
        return new Undelivered(why, true);
    }

    String why() {
        return String.valueOf(getMessage());
    }

    boolean isFinal() {
        return isFinal;
    }
}
