package dev.parley.store.table;

import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;

/** A run, in the one space that it belongs to. */
public record RunKey(Space space, RunId run) {
    static RunKey of(String space, String run) {
        return new RunKey(new Space(space), new RunId(run));
    }

    /** The name under which nodes hold a run against each other. */
    public String lock() {
        return "run/" + space + "/" + run;
    }
}
