package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Message;
import java.util.List;

/** Messages to write and read. */
final class Examples {
    private static final String FULL =
            """
            {
              "message_id": "msg_1",
              "run_id": "run_1",
              "session_id": "ses_1",
              "thread_id": "thr_1",
              "seq": 7,
              "from_agent": "manager",
              "sender": "agent:alice",
              "to_agent": "specialist:pcb",
              "kind": "intent_brief",
              "act": "assign",
              "summary": "Route the board",
              "payload": {"objective": "route", "price": 1.50},
              "parts": [{"type": "text", "content": "Route it", "lang": "en"}],
              "visibility": "internal",
              "priority": "high",
              "requires_ack": true,
              "expects_reply": true,
              "correlation_id": "c-1",
              "parent_id": "msg_0",
              "deadline_at": 1760000600.500,
              "created_at": 1760000000.123,
              "source": "agent",
              "from_session": "ses_0",
              "trace": {"trace_id": "trc_1", "hop_count": 2, "origin": "user"},
              "payload_ref": {"blob_id": "blob_1", "size": 70000, "sha256": "SHA"}
            }
            """
                    .replace("SHA", "0123456789abcdef".repeat(4));

    private Examples() {}

    /** An envelope in which every field has a value. */
    static ObjectNode envelope() {
        return Json.parseObject(FULL);
    }

    static Message message() {
        return Envelope.read(envelope());
    }

    /** The full example with some fields set otherwise, given as a JSON object. */
    static Message messageWith(String changes) {
        var envelope = envelope();
        envelope.setAll(Json.parseObject(changes));
        return Envelope.read(envelope);
    }

    /** What the hub would make of an object that was sent, reduced to what the sender decides. */
    static Message delivered(Format format, ObjectNode sent, String act) {
        var draft = format.draft(sent);
        var envelope = envelope();
        envelope.remove(List.of("parent_id", "parts"));
        envelope.setAll(Envelope.fields(draft));
        if (draft.messageId() != null) {
            envelope.put("message_id", draft.messageId().value());
        }
        return Envelope.read(envelope.put("act", act));
    }
}
