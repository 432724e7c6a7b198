package dev.parley.cli;

import java.nio.file.Path;

/** Starts hubs, for commands that need one on a data folder where none is running. */
@FunctionalInterface
public interface Hubs {
    /** Starts one that answers on this machine until it is closed. */
    Started start(Path data);

    /** A hub that a command has started for itself. */
    interface Started extends AutoCloseable {
        @Override
        void close();
    }
}
