package dev.parley.mcp.tool;

import dev.parley.inbox.DeadLetters;
import dev.parley.mcp.ToolCall;
import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Envelope;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Dispatch;
import dev.parley.run.Posted;
import dev.parley.run.Runs;
import dev.parley.run.Sent;
import dev.parley.store.Command;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends what a tool has to say, as the HTTP door would, and knows who gets it. */
final class Sending {
    private final Dispatch dispatch;
    private final Runs runs;
    private final DeadLetters deadLetters;
    private final Whereabouts whereabouts;
    private final Doubts doubts;

    Sending(
            Dispatch dispatch,
            Runs runs,
            DeadLetters deadLetters,
            Whereabouts whereabouts,
            Doubts doubts) {
        this.dispatch = dispatch;
        this.runs = runs;
        this.deadLetters = deadLetters;
        this.whereabouts = whereabouts;
        this.doubts = doubts;
    }

    /** A draft that tells where it comes from, and is the same when the call is. */
    static Draft.Builder draft(ToolCall call, String tool, Address to, String kind) {
        return Draft.to(to, kind)
                .messageId(Repetition.messageId(call, tool))
                .fromSession(call.client().session().orElse(null));
    }

    /** Sends it to a run; to the standing one of sender and recipient when none is named. */
    Sent send(ToolCall call, @Nullable RunId run, Draft draft) {
        var caller = call.principal();
        try {
            return dispatch.send(
                    caller, caller, run, Format.EVENT, draft, append -> noted(call, append));
        } catch (ParleyException refused) {
            deadLetters.keep(caller, run, Json.bytes(Envelope.fields(draft)), refused);
            throw Repetition.explained(call, refused);
        }
    }

    private static Command<Posted> noted(ToolCall call, Command<Posted> append) {
        return call.noted(append, posted -> posted.isNew() ? posted.messageId().value() : null);
    }

    /** Where somebody is whom a run may know by a role. */
    Whereabouts.Seen whereabouts(ToolCall call, RunId run, Address to) {
        var caller = call.principal();
        var members = runs.facts(caller, run).members();
        var known =
                to.agent()
                        .map(members::agent)
                        .map(Address::of)
                        .filter(_ -> to.instance().isEmpty());
        return whereabouts.of(caller.space(), known.orElse(to));
    }

    /** What whoever sent it had better know beside. */
    Optional<String> note(ToolCall call, Sent sent, Address to) {
        return doubts.about(call.principal().space(), sent, to);
    }
}
