package dev.parley.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where a subscriber's frames go; whatever blocks here blocks nobody else. */
interface Outlet {
    Traffic.Kind kind();

    void send(Frame frame) throws IOException;

    /** An event from which nobody resumes. */
    void tell(Event event) throws IOException;

    /** A sign of life, with the id up to which everything has been told if that is known. */
    void pulse(@Nullable String id) throws IOException;

    /** Nothing more is at hand: what was sent must go out now. */
    void flush() throws IOException;

    /** The hub ends it: says goodbye. */
    void end() throws IOException;

    /** Breaks it off, on any thread, so that nobody is stuck in one of the others. */
    void cut();
}
