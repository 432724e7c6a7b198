package dev.parley.session;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Space;
import dev.parley.run.Recent;
import dev.parley.store.Store;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import java.util.Optional;

/** Sessions as they were when they were last looked at: good for what never changes in them. */
final class Facts {
    private static final int MAX_KNOWN = 10_000;

    private final Store store;
    private final Recent<Named, SessionRow> known = new Recent<>(MAX_KNOWN);

    private record Named(Space space, SessionId id) {}

    Facts(Store store) {
        this.store = store;
    }

    Optional<SessionRow> find(Space space, SessionId id) {
        var name = new Named(space, id);
        var found = known.get(name);
        return found.isPresent()
                ? found
                : store.read(sql -> SessionTable.TABLE.find(sql, space, id))
                        .map(session -> known.put(name, session));
    }

    /** One in whose name somebody may speak. */
    SessionRow own(Principal speaker, SessionId id) {
        return find(speaker.space(), id)
                .filter(session -> isOf(session, speaker))
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.SENDER_MISMATCH,
                                        "session " + id + " is not one of yours"));
    }

    private static boolean isOf(SessionRow session, Principal speaker) {
        boolean isHeldToAnother =
                speaker.heldTo().isPresent() && !speaker.heldTo().get().equals(session.id());
        return !isHeldToAnother
                && (speaker.role() == Role.OWNER
                        || speaker.speaksFor().filter(session.key().agent()::equals).isPresent());
    }
}
