package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Kind;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Source;
import dev.parley.protocol.ThreadId;
import dev.parley.protocol.Trace;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.codec.CanonicalJson;
import dev.parley.protocol.codec.Envelope;
import dev.parley.store.table.MessageTable;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes a draft into the message that will stand in the log: fills in what its sender left out. */
final class Composer {
    /** Acts that answer something; they stay on the hop of what they answer. */
    private static final List<String> DECISIONS = List.of("approve", "deny", "change_scope");

    private static final Set<Act> REPLIES =
            EnumSet.of(Act.RESULT, Act.ANSWER, Act.USER_ANSWER, Act.ACK);

    private final Kinds kinds;
    private final Ids ids;
    private final Habits habits;

    Composer(Kinds kinds, Ids ids, Habits habits) {
        this.kinds = kinds;
        this.ids = ids;
        this.habits = habits;
    }

    /** Lets a message pass, or refuses it. */
    interface Gate {
        void pass(Act act, String speaker, Set<String> to);
    }

    /** What an agent does something for when it does not say. */
    interface Cause {
        Optional<Residents.Errand> of(Act act, String agent);
    }

    /**
     * Composes, and refuses what may not be sent before anything is kept for it.
     *
     * @param sent exactly what the sender sent; its digest recognises a repetition
     * @param gate is told before anything is kept for the message
     * @param settle makes it the same with a payload that may stand in the log
     * @param cause is asked about whoever has others work and names nothing that it is for
     */
    Append compose(
            Principal caller,
            Run run,
            Draft sent,
            Gate gate,
            UnaryOperator<Draft> settle,
            Cause cause,
            MessageTable.@Nullable Row parentRow) {
        HubId.refuse(sent.messageId());
        var members = run.members();
        var from = Speaker.of(caller, members, sent.fromAgent());
        var kind = kinds.find(sent.kind());
        var act = act(run.row().protocol(), sent.kind(), kind);
        var parent = Optional.ofNullable(parentRow).map(Entry::message);
        var to = recipient(run, act, from, sent.toAgent());
        if (act == Act.ACK) {
            requireBack(parent, to);
        } else if (to.equals(Address.SYSTEM)) {
            throw new ParleyException(Problem.BAD_VALUE, "nobody reads what is sent to system");
        }
        if (act == Act.DECIDE) {
            requireDecision(sent);
        }
        var speaker = from.agent().map(members::agent).map(AgentName::value).orElse(from.value());
        var recipients = act.isBookkeeping() ? Set.<String>of() : members.recipients(from, to);
        gate.pass(act, speaker, to.isBroadcast() ? Set.of(to.value()) : recipients);
        var draft = settle.apply(sent);
        var id =
                Optional.ofNullable(draft.messageId())
                        .orElseGet(() -> new MessageId(ids.next("msg")));
        var message =
                new Message(
                        id,
                        run.row().key().run(),
                        run.row().session(),
                        Optional.ofNullable(draft.threadId())
                                .or(() -> parent.map(Message::threadId))
                                .orElseGet(() -> new ThreadId(id.value())),
                        0,
                        from,
                        caller.label(),
                        to,
                        draft.kind(),
                        act,
                        draft.summary(),
                        draft.payload(),
                        draft.parts(),
                        Optional.ofNullable(draft.visibility())
                                .or(() -> kind.map(Kind::visibility))
                                .orElse(Visibility.INTERNAL),
                        draft.priority(),
                        !act.isBookkeeping() && Boolean.TRUE.equals(draft.requiresAck()),
                        Optional.ofNullable(draft.expectsReply())
                                .or(() -> kind.map(Kind::expectsReply))
                                .orElse(false),
                        draft.correlationId(),
                        draft.parentId(),
                        draft.deadlineAt(),
                        Instant.EPOCH,
                        Optional.ofNullable(draft.source())
                                .orElse(from.isUser() ? Source.USER : Source.AGENT),
                        Optional.ofNullable(draft.fromSession()).or(caller::heldTo).orElse(null),
                        trace(
                                act,
                                from,
                                id,
                                run.row().session(),
                                parent.isPresent() || from.isUser()
                                        ? parent.map(about -> new Residents.Errand(about, null))
                                        : cause.of(act, speaker)),
                        draft.payloadRef());
        return new Append(
                run.row().key(),
                members,
                Line.of(message, digest(caller, sent), recipients),
                kind,
                speaker,
                draft.messageId() == null,
                parentRow,
                habits);
    }

    /** In a managed run only the manager talks to the user, so it gets what others would ask. */
    private static Address recipient(Run run, Act act, Address from, Address to) {
        var manager = Address.of(Directions.MANAGER);
        boolean isRouted =
                run.row().protocol() == RunProtocol.MANAGED
                        && act == Act.ASK_USER
                        && to.isUser()
                        && !from.equals(manager);
        return isRouted ? manager : to;
    }

    private static void requireBack(Optional<Message> parent, Address to) {
        var acked =
                parent.orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.BAD_VALUE,
                                        "an ack must name the message it acks in parent_id"));
        if (!to.equals(acked.fromAgent())) {
            throw new ParleyException(
                    Problem.WRONG_DIRECTION,
                    "an ack goes back to "
                            + acked.fromAgent()
                            + ", who sent "
                            + acked.messageId()
                            + ", not to "
                            + to);
        }
    }

    private static void requireDecision(Draft draft) {
        var decision = draft.payload().path("decision");
        if (!decision.isMissingNode() && !DECISIONS.contains(decision.asText())) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "payload.decision must be one of " + String.join(", ", DECISIONS));
        }
    }

    private static Act act(RunProtocol protocol, String name, Optional<Kind> kind) {
        if (kind.isEmpty() && !protocol.isFree()) {
            throw new ParleyException(
                    Problem.UNKNOWN_KIND,
                    "kind "
                            + name
                            + " is not known here; a run with protocol open takes any, and"
                            + " kinds: in parley.yaml adds one");
        }
        var act = kind.map(Kind::act).orElse(Act.SAY);
        if (act == Act.SYSTEM) {
            throw new ParleyException(
                    Problem.FORBIDDEN, "kind " + name + " is written by the hub alone");
        }
        return act;
    }

    /** What goes back up to whoever has spawned a session adds no hop; what goes down does. */
    private static Trace trace(
            Act act, Address from, MessageId id, SessionId to, Optional<Residents.Errand> cause) {
        return cause.map(
                        errand -> {
                            var asked = errand.message().trace();
                            boolean isBack = REPLIES.contains(act) || to.equals(errand.forWhom());
                            return new Trace(
                                    asked.traceId(),
                                    asked.hopCount() + (isBack ? 0 : 1),
                                    asked.origin());
                        })
                .orElseGet(() -> new Trace(id.value(), 0, from.value()));
    }

    /** Over what the sender sent and who it is: tells a repetition from a clash of ids. */
    private static byte[] digest(Principal caller, Draft draft) {
        return CanonicalJson.digest(Envelope.fields(draft).put("sender", caller.label()));
    }
}
