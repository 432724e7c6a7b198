package dev.parley.session;

import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Source;
import dev.parley.protocol.codec.Envelope;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.run.Wording;
import dev.parley.store.table.SessionRow;
import java.util.Optional;

/**
 * Puts an agent's plain words into the kind of message that its place in the run asks for. Where
 * nothing is asked for, because others are still at it, they are a note and no message.
 */
final class Replying {
    private static final String REPORT = "REPORT";

    private final SessionRow session;
    private final Message asked;
    private final Place place;
    private final MessageId id;

    Replying(Turn turn, Place place, MessageId id) {
        this.session = turn.session();
        this.asked = turn.message();
        this.place = place;
        this.id = id;
    }

    /** The message that says these words; the same one however often it is composed. */
    Optional<Draft> draft(String words) {
        return switch (asked.act()) {
            case ASSIGN -> Optional.of(result(asked, words));
            case ASK -> Optional.of(answer(asked, words));
            default ->
                    place.protocol().isFree()
                            ? Optional.of(answer(asked, Envelope.DEFAULT_KIND, words))
                            : inItsPlace(words);
        };
    }

    private Optional<Draft> inItsPlace(String words) {
        if (asked.act() == Act.BLOCKED) {
            return Optional.of(answer(asked, "clarification_reply", words));
        }
        if (asked.fromAgent().isUser() && place.owes().isPresent()) {
            return Optional.of(answer(place.owes().get(), words));
        }
        var helper = place.helper();
        if (asked.act() == Act.SAY && place.leads() && helper.isPresent()) {
            return Optional.of(decision(helper.get(), words));
        }
        if (place.objection().isPresent()) {
            return Optional.of(followUp(words));
        }
        if (place.waits()) {
            return Optional.empty();
        }
        return place.holds()
                .map(assignment -> result(assignment, words))
                .or(() -> place.leads() ? Optional.of(last(words)) : Optional.empty());
    }

    /** What reports on an assignment, in the words in which it was given. */
    static String resultKind(Message assignment) {
        return assignment.kind().equals("DELEGATE") ? REPORT : "result_bundle";
    }

    private Draft result(Message assignment, String words) {
        var kind = resultKind(assignment);
        var draft =
                begin(assignment.fromAgent(), kind)
                        .parent(assignment.messageId())
                        .correlation(assignment.correlationId());
        return kind.equals(REPORT)
                ? draft.summary(OneLine.summary(words))
                        .payload(Json.object().put("status", "completed").put("result", words))
                        .build()
                : Wording.write(draft, words).build();
    }

    private Draft answer(Message question, String words) {
        return answer(question, answerKind(question), words);
    }

    private Draft answer(Message question, String kind, String words) {
        var draft =
                begin(question.fromAgent(), kind)
                        .parent(question.messageId())
                        .correlation(question.correlationId());
        return kind.equals("ANSWER")
                ? draft.summary(OneLine.summary(words))
                        .payload(Json.object().put("answer", words))
                        .build()
                : Wording.write(draft, words).build();
    }

    /** What a person says to the leader while others work becomes the leader's word to them. */
    private Draft decision(Address helper, String words) {
        return begin(helper, "decision")
                .parent(asked.messageId())
                .summary(OneLine.summary(words))
                .payload(Json.object().put("decision", "change_scope").put("message", words))
                .build();
    }

    /** What was not brought is asked for anew, of the same and about the same. */
    private Draft followUp(String words) {
        boolean isReport = asked.kind().equals(REPORT);
        var draft =
                begin(asked.fromAgent(), isReport ? "DELEGATE" : "intent_brief")
                        .parent(asked.messageId());
        return isReport
                ? draft.summary(OneLine.summary(words))
                        .payload(Json.object().put("task", words))
                        .build()
                : Wording.write(draft, words).build();
    }

    private Draft last(String words) {
        return Wording.write(begin(Address.USER, "final_response"), words).build();
    }

    private Draft.Builder begin(Address to, String kind) {
        boolean isToItself = to.equals(place.name()) || isOwn(to);
        return Draft.to(isToItself ? Address.BROADCAST : to, kind)
                .messageId(id)
                .source(Source.AGENT)
                .fromSession(session.id());
    }

    private boolean isOwn(Address to) {
        return to.agent().filter(session.key().agent()::equals).isPresent();
    }

    private String answerKind(Message question) {
        return switch (question.kind()) {
            case "QUERY" -> "ANSWER";
            case "status_check" -> "status_reply";
            case "clarification_request", "blocker" -> "clarification_reply";
            default -> place.protocol().isFree() ? Envelope.DEFAULT_KIND : "ANSWER";
        };
    }
}
