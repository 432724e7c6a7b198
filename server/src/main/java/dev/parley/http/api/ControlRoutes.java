package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Control;
import dev.parley.run.IntentDraft;
import dev.parley.run.Intents;
import dev.parley.run.Steering;
import dev.parley.store.table.RunTable;
import java.io.IOException;

/** How people and managers lead a run, over HTTP. */
public final class ControlRoutes {
    private final Control control;
    private final Steering steering;
    private final Intents intents;

    public ControlRoutes(Control control, Steering steering, Intents intents) {
        this.control = control;
        this.steering = steering;
        this.intents = intents;
    }

    /** Takes a person's word in {@code message}; answers how much waits, or how the run ended. */
    Answer steer(Call call) throws IOException {
        var in = Fields.of(call.json());
        var text = in.requiredText("message", "text");
        if (text.length() > Draft.MAX_SUMMARY) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "message may have at most "
                            + Draft.MAX_SUMMARY
                            + " characters; post a message with a payload instead");
        }
        var named = in.id(MessageId::new, "message_id");
        var said =
                new Steering.Said(
                        text,
                        in.address("to_agent", "to"),
                        named == null ? Idempotency.messageId(call) : named);
        var steered = steering.steer(call.caller(), run(call), said);
        var posted = steered.posted();
        var body = Json.object().put("status", Wire.name(steered.status()));
        if (posted == null) {
            return Answer.ok(body);
        }
        body.put("queued", steered.queued())
                .put("message_id", posted.messageId().value())
                .put("seq", posted.seq());
        return Answer.createdOnce(body, posted.duplicate());
    }

    Answer pause(Call call) throws IOException {
        return Answer.ok(standing(control.pause(call.caller(), run(call), Words.reason(call))));
    }

    Answer resume(Call call) {
        return Answer.ok(standing(control.resume(call.caller(), run(call))));
    }

    Answer cancel(Call call) throws IOException {
        return Answer.ok(standing(control.cancel(call.caller(), run(call), Words.reason(call))));
    }

    Answer intent(Call call) {
        return Answer.ok(snapshot(intents.get(call.caller(), run(call))));
    }

    Answer putIntent(Call call) throws IOException {
        var body = call.json();
        var expected = Fields.of(body).integer("version");
        return Answer.ok(
                snapshot(intents.put(call.caller(), run(call), IntentDraft.of(body), expected)));
    }

    private static ObjectNode snapshot(Intents.Snapshot snapshot) {
        var body = Json.object().put("version", snapshot.version());
        body.setAll(snapshot.intent());
        return body;
    }

    private static ObjectNode standing(RunTable.Row row) {
        return RunRoutes.standing(
                Json.object().put("run_id", row.key().run().value()), row.standing());
    }

    private static RunId run(Call call) {
        return new RunId(call.path("run"));
    }
}
