package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.protocol.Act;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunAgentTable;
import dev.parley.store.table.RunKey;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns what somebody wants to send into the command that adds it to a run. */
final class Appending {
    /** Acts by which agents have each other work, on the chain of what they do it for. */
    private static final Set<Act> CARRIED_ON = EnumSet.of(Act.ASSIGN, Act.ASK);

    private final Store store;
    private final Composer composer;
    private final Payloads payloads;
    private final Residents residents;

    Appending(Store store, Composer composer, Payloads payloads, Residents residents) {
        this.store = store;
        this.composer = composer;
        this.payloads = payloads;
        this.residents = residents;
    }

    /** The command, if the gate lets it pass. */
    Append append(Principal caller, Run run, Draft draft, Composer.Gate gate) {
        var parent = draft.parentId() == null ? null : parent(run, draft.parentId());
        var id = draft.messageId();
        var from = draft.fromSession() == null ? caller.session() : draft.fromSession();
        var errand =
                from == null
                        ? Optional.<Residents.Errand>empty()
                        : residents.busyWith(caller, from);
        return composer.compose(
                caller,
                run,
                draft,
                gate,
                sent ->
                        payloads.settle(
                                caller, sent, () -> id != null && find(run, id).isPresent()),
                (act, agent) ->
                        errand.or(
                                () ->
                                        CARRIED_ON.contains(act)
                                                ? assignment(run.row().key(), agent)
                                                : Optional.empty()),
                parent);
    }

    /** The newest assignment that an agent holds in a run. */
    private Optional<Residents.Errand> assignment(RunKey run, String agent) {
        return store.read(
                sql -> {
                    var row = RunAgentTable.TABLE.find(sql, new RunAgentTable.Key(run, agent));
                    var holds = row.map(RunAgentTable.Row::holds).orElse(List.of());
                    return holds.isEmpty()
                            ? Optional.empty()
                            : MessageTable.TABLE
                                    .at(sql, run, holds.getLast())
                                    .map(Entry::message)
                                    .map(message -> new Residents.Errand(message, null));
                });
    }

    private MessageTable.Row parent(Run run, MessageId id) {
        return find(run, id)
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.UNKNOWN_PARENT,
                                        "message "
                                                + id
                                                + " is not in run "
                                                + run.row().key().run()));
    }

    Optional<MessageTable.Row> find(Run run, MessageId id) {
        var key = new MessageTable.Key(run.row().key(), id);
        return store.read(sql -> MessageTable.TABLE.find(sql, key));
    }
}
