package dev.parley.client.agent;

import dev.parley.client.Claim;
import java.util.List;

/**
 * What a worker keeps for the case that it ends before the hub has it: what came of its tasks, and
 * which claims have no answer yet.
 */
interface Spool extends AutoCloseable {
    /** Keeps nothing. */
    Spool NOTHING =
            new Spool() {
                @Override
                public void keep(Finished finished) {}

                @Override
                public void drop(Finished finished) {}

                @Override
                public List<Finished> kept() {
                    return List.of();
                }

                @Override
                public Claim resumed(int slot, Claim fresh) {
                    return fresh;
                }

                @Override
                public void begin(int slot, Claim claim) {}

                @Override
                public void close() {}
            };

    /** Is on disk when this returns, in place of what was kept of the same hold before. */
    void keep(Finished finished);

    /** The hub has it, or wants it no more. */
    void drop(Finished finished);

    /** What was kept and never dropped. */
    List<Finished> kept();

    /** The claim that had no answer when the worker ended, if it asked for the same. */
    Claim resumed(int slot, Claim fresh);

    /** From now on this is the claim that has no answer. */
    void begin(int slot, Claim claim);

    @Override
    void close();
}
