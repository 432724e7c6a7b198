package dev.parley.http;

import java.io.IOException;

/** The client closed or broke its connection: nobody is left to answer. */
public final class ClientGone extends IOException {
    ClientGone(Throwable cause) {
        super("the client is gone", cause);
    }

    /** Whether this is what went wrong, however often it was wrapped on its way up. */
    static boolean isBehind(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < 8; depth++) {
            if (cause instanceof ClientGone) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
