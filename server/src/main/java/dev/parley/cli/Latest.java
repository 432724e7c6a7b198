package dev.parley.cli;

/** The end of a text that others go on writing. */
final class Latest {
    private final StringBuilder text = new StringBuilder();
    private final int most;
    private boolean isCut;

    Latest(int most) {
        this.most = most;
    }

    synchronized void add(String piece) {
        text.append(piece);
        if (text.length() > most) {
            int from = text.length() - most;
            boolean isPairSplit = Character.isLowSurrogate(text.charAt(from));
            text.delete(0, isPairSplit ? from + 1 : from);
            isCut = true;
        }
    }

    /** What came since this was asked last, or the end of it. */
    synchronized String take() {
        var taken = (isCut ? "…" : "") + text;
        text.setLength(0);
        isCut = false;
        return taken;
    }

    synchronized boolean isCut() {
        return isCut;
    }

    @Override
    public synchronized String toString() {
        return text.toString();
    }
}
