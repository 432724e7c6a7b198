package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.agent.Presence;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.inbox.AgentInbox;
import dev.parley.inbox.DeadLetters;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Dispatch;
import dev.parley.run.LogPage;
import dev.parley.run.LogView;
import dev.parley.run.Posted;
import dev.parley.run.Runs;
import dev.parley.run.Sent;
import dev.parley.run.Verdicts;
import dev.parley.store.Command;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.VerdictTable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The log of a run over HTTP. */
public final class MessageRoutes {
    private static final int EXPORT_PAGE = 500;

    private final Store store;
    private final Runs runs;
    private final AgentInbox inbox;
    private final Dispatch dispatch;
    private final DeadLetters deadLetters;
    private final Presence presence;

    public MessageRoutes(
            Store store,
            Runs runs,
            AgentInbox inbox,
            Dispatch dispatch,
            DeadLetters deadLetters,
            Presence presence) {
        this.store = store;
        this.runs = runs;
        this.inbox = inbox;
        this.dispatch = dispatch;
        this.deadLetters = deadLetters;
        this.presence = presence;
    }

    /** Takes a message in any of the dialects; one that cannot be taken becomes a dead letter. */
    Answer post(Call call) throws IOException {
        var run = run(call);
        try {
            var body = call.json();
            var draft = Format.of(body).draft(body);
            return answer(
                    runs.post(
                            call.caller(),
                            call.caller(),
                            run,
                            draft,
                            append -> noted(call, append, run)));
        } catch (ParleyException refused) {
            deadLetters.keep(call.caller(), run, call.sent(), refused);
            throw refused;
        }
    }

    /**
     * The same for whoever does not know the run: {@code ?run}, else where what it replies to
     * stands, else one that is opened for it.
     */
    Answer send(Call call) throws IOException {
        var named = call.query("run").map(RunId::new).orElse(null);
        try {
            var body = call.json();
            var format = Format.of(body);
            return answer(
                    dispatch.send(
                            call.caller(),
                            call.caller(),
                            named,
                            format,
                            format.draft(body),
                            append -> noted(call, append, named)));
        } catch (ParleyException refused) {
            deadLetters.keep(call.caller(), named, call.sent(), refused);
            throw refused;
        }
    }

    /** A person's message is in the audit by its run, or by its own id; a repetition is not. */
    private static Command<Posted> noted(Call call, Command<Posted> append, @Nullable RunId named) {
        return call.noted(
                append,
                posted -> {
                    var id = posted.messageId().value();
                    return posted.isNew() ? (named == null ? id : named.value()) : null;
                });
    }

    static Answer answer(Sent sent) {
        var posted = sent.posted();
        var body =
                Json.object()
                        .put("message_id", posted.messageId().value())
                        .put("run_id", sent.run().value())
                        .put("seq", posted.seq());
        return answer(posted, body);
    }

    private static Answer answer(Posted posted) {
        return answer(
                posted,
                Json.object()
                        .put("message_id", posted.messageId().value())
                        .put("seq", posted.seq()));
    }

    /** Where the message stands, beside whom it reaches. */
    private static Answer answer(Posted posted, ObjectNode body) {
        var reach = posted.reach();
        reach.recipients().ifPresent(count -> body.put("recipients", count));
        reach.note().ifPresent(note -> body.put("note", note));
        return Answer.createdOnce(body, posted.duplicate());
    }

    Answer list(Call call) {
        call.query("epoch").ifPresent(epoch -> Cursor.requireEpoch(store.epoch(), epoch));
        var format = format(call);
        LogPage log;
        try (var _ = waiting(call)) {
            log =
                    runs.log(
                            call.caller(),
                            run(call),
                            view(call),
                            Duration.ofSeconds(call.waitSeconds()));
        }
        var verdicts = verdicts(call, log.messages());
        ObjectNode page =
                Pages.page(
                        log.messages(),
                        message ->
                                judged(format, format.write(message), verdicts.get(message.seq())),
                        Pages.seq(log.next()));
        page.set("previous", Pages.seq(log.previous()));
        return Answer.ok(page.put("last_seq", log.head()).put("epoch", store.epoch()));
    }

    /** Which page: behind {@code after}, ahead of {@code before}, or the {@code latest}. */
    private static LogView view(Call call) {
        boolean isBackwards = call.flag("latest") || call.query("before").isPresent();
        var visibility =
                call.query("visibility")
                        .map(word -> Wire.read(Visibility.class, "visibility", word))
                        .orElse(null);
        if (isBackwards && call.query("after").isPresent()) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "say either after, before or latest, not two of them");
        }
        if (call.waitSeconds() > 0 && (isBackwards || visibility != null)) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "wait goes with after alone: leave the others out");
        }
        return isBackwards
                ? new LogView(
                        LogView.Side.BEFORE,
                        call.number("before", Long.MAX_VALUE, 1, Long.MAX_VALUE),
                        Pages.limit(call),
                        visibility)
                : new LogView(
                        LogView.Side.AFTER,
                        call.number("after", 0, 0, Long.MAX_VALUE),
                        Pages.limit(call),
                        visibility);
    }

    /** The whole log as lines of JSON, in order; begins at {@code after}. */
    Answer export(Call call) {
        var format = format(call);
        var caller = call.caller();
        var run = run(call);
        long first = call.number("after", 0, 0, Long.MAX_VALUE);
        var head = runs.log(caller, run, first, 1, Duration.ZERO).head();
        return Answer.stream(
                "application/x-ndjson",
                out -> {
                    for (long after = first; after < head; ) {
                        var page = runs.log(caller, run, after, EXPORT_PAGE, Duration.ZERO);
                        for (var message : page.messages()) {
                            out.write(Json.bytes(format.write(message)));
                            out.write('\n');
                            after = message.seq();
                        }
                    }
                });
    }

    /** Whoever waits for messages is there; a look at the log alone says nothing about that. */
    private Presence.Held waiting(Call call) {
        return call.waitSeconds() > 0
                ? presence.hold(call.caller(), call.instance())
                : Presence.NOTHING;
    }

    Answer get(Call call) {
        var message =
                inbox.fetch(
                        call.caller(),
                        run(call),
                        new MessageId(call.path("message")),
                        call.instance());
        var verdict = verdicts(call, List.of(message)).get(message.seq());
        var format = format(call);
        return Answer.ok(judged(format, format.write(message), verdict));
    }

    private Map<Long, VerdictTable.Row> verdicts(Call call, List<Message> messages) {
        return new Verdicts(store).on(new RunKey(call.caller().space(), run(call)), messages);
    }

    /** A report with whether it is what was asked for; other formats are read back as sent. */
    private static ObjectNode judged(
            Format format, ObjectNode message, VerdictTable.@Nullable Row verdict) {
        return verdict == null || format != Format.ENVELOPE
                ? message
                : message.set("verdict", Verdicts.json(verdict));
    }

    private static RunId run(Call call) {
        return new RunId(call.path("run"));
    }

    private static Format format(Call call) {
        return call.query("format").map(Format::named).orElse(Format.ENVELOPE);
    }
}
