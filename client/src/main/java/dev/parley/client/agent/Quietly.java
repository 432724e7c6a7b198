package dev.parley.client.agent;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** What goes wrong beside the point is told to the log, and nothing else suffers from it. */
final class Quietly {
    private static final Logger LOG = System.getLogger("dev.parley.client");

    private Quietly() {}

    static void note(String sentence) {
        LOG.log(Level.INFO, sentence);
    }

    static void warn(String sentence, Throwable cause) {
        LOG.log(Level.WARNING, sentence, cause);
    }

    static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            warn("could not be closed", e);
        }
    }
}
