package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.codec.Format;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.OccasionTable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sends what need not name its run: there it goes where it is told to, else where what it replies
 * to stands; a delegation opens a tree, and a direct message goes to its pair's standing run.
 */
public final class Dispatch {
    /** How many runs may have a message with one id before they must be named. */
    private static final int MAX_NAMESAKES = 100;

    private final Store store;
    private final Runs runs;
    private final Standing standing;

    public Dispatch(Store store, Runs runs) {
        this.store = store;
        this.runs = runs;
        this.standing = new Standing(store, runs);
    }

    /**
     * A run that is opened for something.
     *
     * @param key by which the same thing finds the same run; null when it cannot come again
     * @param isStanding whether another follows once it has ended
     */
    private record Occasion(
            OccasionTable.@Nullable Key key, RunProtocol protocol, boolean isStanding) {}

    /** What is to be sent, for whom, and as part of what. */
    private record Post(
            Principal by, Principal caller, Draft draft, UnaryOperator<Command<Posted>> larger) {}

    /**
     * Sends it, as part of something larger.
     *
     * @param by who wants it sent, whoever its sender is
     */
    public Sent send(
            Principal by,
            Principal caller,
            @Nullable RunId run,
            Format format,
            Draft draft,
            UnaryOperator<Command<Posted>> larger) {
        var parent = draft.parentId();
        if (run != null) {
            return new Sent(run, runs.post(by, caller, run, draft, larger));
        }
        if (parent != null) {
            var answered = runOf(caller, parent);
            return new Sent(answered, runs.post(by, caller, answered, draft, larger));
        }
        return open(new Post(by, caller, draft, larger), occasion(caller, format, draft));
    }

    private Sent open(Post post, Occasion wanted) {
        return standing.at(
                wanted.key, run -> there(post, wanted, run), known -> anew(post, wanted, known));
    }

    private Optional<Sent> there(Post post, Occasion wanted, RunId run) {
        try {
            return Optional.of(
                    new Sent(run, runs.post(post.by, post.caller, run, post.draft, post.larger)));
        } catch (ParleyException refused) {
            if (wanted.isStanding && refused.problem() == Problem.RUN_ENDED) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    private Optional<Sent> anew(Post post, Occasion wanted, @Nullable RunId instead) {
        var participants = participants(post.caller, post.draft);
        var begin = runs.begin(post.caller, new NewRun(wanted.protocol, participants, null));
        var posted =
                runs.attempt(
                        post.by,
                        post.caller,
                        begin.run(Instant.EPOCH),
                        post.draft,
                        first -> post.larger.apply(new Opening(wanted.key, instead, begin, first)));
        return posted.isStale()
                ? Optional.empty()
                : Optional.of(new Sent(begin.key().run(), posted.requireAdded()));
    }

    private static Occasion occasion(Principal caller, Format format, Draft draft) {
        if (format == Format.PROTOCOL && draft.kind().equals("DELEGATE")) {
            var id = draft.messageId();
            var key = id == null ? null : key(caller, "delegate", caller.label(), id.value());
            return new Occasion(key, RunProtocol.TREE, false);
        }
        if (format == Format.EVENT && !draft.toAgent().isBroadcast()) {
            var pair =
                    Stream.of(sender(caller, draft), draft.toAgent())
                            .map(Dispatch::name)
                            .sorted()
                            .toList();
            var key = key(caller, "pair", pair.getFirst(), pair.getLast());
            return new Occasion(key, RunProtocol.OPEN, true);
        }
        throw new ParleyException(
                Problem.BAD_VALUE,
                "nothing says which run this belongs to: give a run_id (over HTTP, send it to"
                        + " /api/messages?run=RUN)");
    }

    private static OccasionTable.Key key(Principal caller, String kind, String... parts) {
        return new OccasionTable.Key(caller.space(), kind + "/" + String.join("/", parts));
    }

    private static Address sender(Principal caller, Draft draft) {
        return Speaker.of(caller, new Members(Map.of()), draft.fromAgent());
    }

    private static String name(Address address) {
        return address.agent().map(AgentName::value).orElse(address.value());
    }

    /** A delegated child joins by being delegated to, unless it is the first of the tree. */
    private static Map<String, AgentName> participants(Principal caller, Draft draft) {
        var from = sender(caller, draft);
        boolean isAlone = draft.kind().equals("DELEGATE") && !from.isUser();
        var taking = isAlone ? List.of(from) : List.of(from, draft.toAgent());
        var participants = new TreeMap<String, AgentName>();
        taking.stream()
                .flatMap(address -> address.agent().stream())
                .forEach(agent -> participants.put(agent.value(), agent));
        return participants;
    }

    /** The run of a message that expects a reply, among those that the caller may see. */
    private RunId runOf(Principal caller, MessageId message) {
        var own = caller.speaksFor().map(AgentName::value).orElse(Address.USER.value());
        var found =
                store
                        .read(
                                sql ->
                                        AwaitedTable.TABLE.ofMessage(
                                                sql, caller.space(), message, MAX_NAMESAKES))
                        .stream()
                        .filter(row -> runs.isVisible(caller, row.key().run().run()))
                        .toList();
        var asked = found.stream().filter(row -> row.asked().equals(own)).toList();
        var narrowed = asked.isEmpty() ? found : asked;
        return switch (narrowed.size()) {
            case 1 -> narrowed.getFirst().key().run().run();
            case 0 ->
                    throw new ParleyException(
                            Problem.UNKNOWN_PARENT,
                            "message "
                                    + message
                                    + " awaits no reply in any run of yours; name the run:"
                                    + " /api/messages?run=RUN");
            default ->
                    throw new ParleyException(
                            Problem.CONFLICT,
                            "several runs have a message "
                                    + message
                                    + "; name the one that is meant: /api/messages?run=RUN");
        };
    }
}
