package dev.parley.question;

import dev.parley.run.Asked;
import dev.parley.store.table.RunKey;
import java.util.Optional;

/** Whoever can tell whether words answer a question. */
@FunctionalInterface
public interface Examiner {
    /** Why they do not; nothing when they do, or when it has no opinion. */
    Optional<String> objection(RunKey run, Asked asked, String words);
}
