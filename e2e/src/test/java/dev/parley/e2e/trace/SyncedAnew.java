package dev.parley.e2e.trace;

import java.util.List;

/** Whether a start has put what it found in the write-ahead log safely into the database. */
public final class SyncedAnew {
    private static final String DATABASE = "parley.db";

    private SyncedAnew() {}

    /** Looks at what came before the program first wrote this text, to whatever file. */
    public static boolean before(List<Syscall> calls, String text) {
        var earlier = calls.stream().takeWhile(call -> !call.holds(text)).toList();
        int written = -1;
        for (var call : earlier) {
            if (call.isTo(DATABASE) && call.isWrite()) {
                written = call.ended();
            } else if (call.isTo(DATABASE) && call.isSync() && call.begun() > written) {
                return written >= 0;
            }
        }
        return false;
    }
}
