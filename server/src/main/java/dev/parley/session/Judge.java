package dev.parley.session;

import dev.parley.protocol.Message;
import dev.parley.store.table.SessionRow;
import java.util.Optional;

/** Whoever may know better than the rule whether a report is what was asked for. */
@FunctionalInterface
public interface Judge {
    /** Nobody to ask. */
    Judge NONE = _ -> Optional.empty();

    /** What it thinks; nothing when it has no opinion. */
    Optional<Opinion> judge(Case report) throws InterruptedException;

    /**
     * What is to be judged.
     *
     * @param session whose agent has asked for it
     * @param task what it has asked for, follow-ups too
     * @param words what is reported
     */
    record Case(SessionRow session, Message report, String task, String words) {}

    /** What somebody thinks of a report. */
    record Opinion(boolean completed, String reason) {}
}
