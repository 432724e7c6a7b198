package dev.parley.session;

import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.Sha256;
import dev.parley.protocol.Source;
import dev.parley.protocol.codec.Envelope;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.TurnTable;
import java.util.HexFormat;

/** Puts an agent's answer into the words of the run it belongs to. */
final class Replying {
    private static final int ID_LENGTH = 32;

    private Replying() {}

    /** The message that answers; the same one however often it is composed. */
    static Draft draft(SessionRow session, RunProtocol protocol, Turn turn, String words) {
        var asked = turn.message();
        var kind = kind(protocol, asked);
        var to =
                asked.fromAgent().agent().filter(session.key().agent()::equals).isPresent()
                        ? Address.BROADCAST
                        : asked.fromAgent();
        var draft =
                Draft.to(to, kind)
                        .messageId(id(new TurnTable.Key(session.key(), asked.seq()), "answer"))
                        .parent(asked.messageId())
                        .correlation(asked.correlationId())
                        .source(Source.AGENT)
                        .fromSession(session.id());
        return switch (kind) {
            case "REPORT" ->
                    draft.summary(OneLine.summary(words))
                            .payload(Json.object().put("status", "completed").put("result", words))
                            .build();
            case "ANSWER" ->
                    draft.summary(OneLine.summary(words))
                            .payload(Json.object().put("answer", words))
                            .build();
            default -> Wording.write(draft, words).build();
        };
    }

    /** An id that a turn's message of some sort always has. */
    static MessageId id(TurnTable.Key turn, String sort) {
        var session = turn.session();
        var name = session.run().run() + "/" + session.agent() + "/" + turn.seq() + "/" + sort;
        return new MessageId(
                "msg_" + HexFormat.of().formatHex(Sha256.of(name)).substring(0, ID_LENGTH));
    }

    private static String kind(RunProtocol protocol, Message asked) {
        if (asked.act() == Act.ASSIGN) {
            return asked.kind().equals("DELEGATE") ? "REPORT" : "result_bundle";
        }
        if (asked.act() == Act.ASK) {
            return switch (asked.kind()) {
                case "QUERY" -> "ANSWER";
                case "status_check" -> "status_reply";
                case "clarification_request" -> "clarification_reply";
                default -> protocol.isFree() ? Envelope.DEFAULT_KIND : "ANSWER";
            };
        }
        return Envelope.DEFAULT_KIND;
    }
}
