package dev.parley.stream;

import dev.parley.store.table.FeedTable.Position;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What lies in a subscriber's queue. */
sealed interface Item permits Frame, Item.Pulse, Item.Nudge, Item.Task, Item.Aside {
    /**
     * A sign of life.
     *
     * @param position up to where a subscriber that listens to the tail has been told everything
     */
    record Pulse(@Nullable Position position) implements Item {}

    /** Something that is not kept; who has no room for it does without. */
    record Aside(Event event) implements Item {}

    /** Something else has changed: look at it. */
    enum Nudge implements Item {
        NUDGE
    }

    /** Something to be done between two frames, by the thread that writes them. */
    non-sealed interface Task extends Item {
        void run() throws IOException;
    }
}
