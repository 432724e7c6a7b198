package dev.parley.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Act;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Message;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Entry;
import dev.parley.run.Run;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import dev.parley.task.TaskJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An entry of the feed, with what it takes to tell it; the message is parsed when needed. */
final class Change {
    /** What the log tells as well, so that whoever follows one run needs no more than that. */
    private static final Set<String> IN_THE_LOG_TOO = Set.of(FeedTable.RUN, FeedTable.QUESTION);

    private final FeedTable.Entry entry;
    private final Run run;
    private final MessageTable.@Nullable Row row;
    private final @Nullable Work work;
    private @Nullable Message message;

    /** A task that may have become open, as it is now, and the message that says what to do. */
    record Work(TaskRow task, MessageTable.Row asked) {}

    Change(FeedTable.Entry entry, Run run, MessageTable.@Nullable Row row, @Nullable Work work) {
        this.entry = entry;
        this.run = run;
        this.row = row;
        this.work = work;
    }

    FeedTable.Position position() {
        return entry.position();
    }

    /** When the entry of the log that it tells of was added, if it tells of one. */
    Optional<Instant> addedAt() {
        return Optional.ofNullable(row).map(MessageTable.Row::createdAt);
    }

    /** What it belongs to by its run; what comes anew is news only to whom it is addressed. */
    Set<Interest> around() {
        if (isAnew()) {
            return Set.of();
        }
        var around = Interest.around(run);
        if (IN_THE_LOG_TOO.contains(entry.change().type())) {
            around.remove(new Interest.OfRun(run.row().key()));
        }
        openTo(entry).ifPresent(around::add);
        return around;
    }

    /** What a task that has become open belongs to. */
    static Optional<Interest> openTo(FeedTable.Entry entry) {
        if (!entry.change().type().equals(FeedTable.TASK)) {
            return Optional.empty();
        }
        var target = detail(entry).path("open_to");
        return target.isTextual()
                ? Optional.of(new Interest.OfWork(entry.change().run().space(), target.asText()))
                : Optional.empty();
    }

    /** The task that it has opened, if that is still open and was not opened anew since. */
    Optional<TaskRow> work() {
        return Optional.ofNullable(work)
                .map(Work::task)
                .filter(TaskRow::isOpen)
                .filter(task -> task.fence() == detail().path("fence").asLong());
    }

    /** The same as it is told to workers. */
    List<Event> available() {
        return Optional.ofNullable(work)
                .map(
                        told -> {
                            var body = TaskJson.describe(told.task);
                            TaskJson.content(body, Entry.message(told.asked));
                            return List.of(Event.of(Event.WORK, run.row().session().value(), body));
                        })
                .orElse(List.of());
    }

    /** What it belongs to by whom it is addressed to: agents that may see the run. */
    Set<Interest> addressed() {
        var space = run.row().key().space();
        return recipients().stream()
                .filter(recipient -> !AgentName.RESERVED.contains(recipient))
                .map(AgentName::new)
                .filter(agent -> Interest.isOpen(run) || run.members().has(agent))
                .map(agent -> new Interest.OfAgent(space, agent))
                .collect(Collectors.toUnmodifiableSet());
    }

    private Set<String> recipients() {
        return again().map(Set::of)
                .or(
                        () ->
                                message()
                                        .map(
                                                told ->
                                                        run.members()
                                                                .recipients(
                                                                        told.fromAgent(),
                                                                        told.toAgent())))
                .orElse(Set.of());
    }

    private boolean isAnew() {
        return entry.change().type().equals(FeedTable.REDELIVERY);
    }

    /** Whether somebody wants it whomever it is addressed to. */
    boolean isAround(Set<Interest> interests) {
        return around().stream().anyMatch(interests::contains);
    }

    boolean isWantedBy(Set<Interest> interests) {
        return isAround(interests)
                || (interests.stream().anyMatch(Interest.OfAgent.class::isInstance)
                        && addressed().stream().anyMatch(interests::contains));
    }

    /**
     * What clients are told of it, in this order; acks and what this version does not know: not.
     */
    List<Event> events() {
        var session = run.row().session().value();
        return switch (entry.change().type()) {
            case FeedTable.MESSAGE -> message().map(told -> told(told, session)).orElse(List.of());
            case FeedTable.REDELIVERY ->
                    message().map(told -> List.of(anew(told, session))).orElse(List.of());
            case FeedTable.STATE -> List.of(detailed(Event.STATE, session));
            case FeedTable.TASK -> List.of(task(session));
            case FeedTable.SESSION -> List.of(session());
            case FeedTable.QUESTION -> List.of(detailed(Event.QUESTION_STANDS, session));
            case FeedTable.RUN -> List.of(detailed(Event.RUN, session));
            default -> List.of();
        };
    }

    private static List<Event> told(Message message, String session) {
        if (message.act() == Act.ACK) {
            return List.of();
        }
        var events = new ArrayList<Event>();
        var envelope = Event.of(Event.MESSAGE, session, Format.ENVELOPE.write(message));
        events.add(envelope);
        if (message.act() == Act.PROGRESS) {
            events.add(new Event(Event.PROGRESS, session, envelope.data()));
        }
        if (message.act() == Act.ASK_USER) {
            var question = Format.PROTOCOL.write(message).put("run_id", message.runId().value());
            events.add(Event.of(Event.QUESTION, session, question));
        }
        return events;
    }

    private Event anew(Message message, String session) {
        var envelope = Format.ENVELOPE.write(message);
        envelope.set("attempt", detail().path("attempt"));
        return Event.of(Event.MESSAGE, session, envelope);
    }

    private ObjectNode detail() {
        return detail(entry);
    }

    private static ObjectNode detail(FeedTable.Entry entry) {
        var detail = entry.change().detail();
        return detail == null ? Json.object() : Json.parseTrusted(detail);
    }

    /** What the feed itself tells of it. */
    private Event detailed(String name, String session) {
        var data = detail();
        data.put("run_id", entry.change().run().run().value());
        return Event.of(name, session, data.put("seq", entry.change().seq()));
    }

    private Event session() {
        var data = detail();
        data.put("run_id", entry.change().run().run().value());
        return Event.of(Event.SESSION, data.path("session_id").asText(), data.put("seq", seq()));
    }

    private Event task(String session) {
        var detail = detail();
        var data =
                Json.object()
                        .put("task_id", TaskId.of(runKey().run()).value())
                        .put("run_id", runKey().run().value())
                        .put("state", detail.path("state").asText())
                        .put("attempt", detail.path("attempt").asInt())
                        .put("seq", seq());
        return Event.of(Event.TASK, session, data);
    }

    /** The entry of the log that tells it or brought it about. */
    long seq() {
        return entry.change().seq();
    }

    /** To whom alone a message comes again. */
    Optional<String> again() {
        return isAnew() ? Optional.of(detail().path("agent").asText()) : Optional.empty();
    }

    /** Which time of those that the message came. */
    int attempt() {
        return isAnew() ? detail().path("attempt").asInt() : 1;
    }

    RunKey runKey() {
        return entry.change().run();
    }

    /** The message that it tells, if it tells one. */
    Optional<Message> message() {
        if (message == null && row != null) {
            message = Entry.message(row);
        }
        return Optional.ofNullable(message);
    }
}
