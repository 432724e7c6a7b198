package dev.parley.protocol.codec;

import dev.parley.protocol.Act;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The six objects of the parent and child protocol.
 *
 * <p>Each has a text, an act that it stands for, a second field of its own where it says more, and
 * either a flag that it waits for a reply or the id of what it replies to.
 */
enum ProtocolType {
    DELEGATE(Act.ASSIGN, "task", "context", "requires_response"),
    REPORT(Act.RESULT, "result", "status", null),
    REQUEST_USER_INPUT(Act.ASK_USER, "question", "context", "awaiting_response"),
    USER_RESPONSE(Act.USER_ANSWER, "answer", null, null),
    QUERY(Act.ASK, "question", null, "requires_response"),
    ANSWER(Act.ANSWER, "answer", null, null);

    private final Act act;
    private final String textField;
    private final @Nullable String secondField;
    private final @Nullable String waitFlag;

    ProtocolType(
            Act act, String textField, @Nullable String secondField, @Nullable String waitFlag) {
        this.act = act;
        this.textField = textField;
        this.secondField = secondField;
        this.waitFlag = waitFlag;
    }

    static Optional<ProtocolType> named(@Nullable String name) {
        return Arrays.stream(values()).filter(type -> type.name().equals(name)).findFirst();
    }

    static Optional<ProtocolType> of(Act act) {
        return Arrays.stream(values()).filter(type -> type.act == act).findFirst();
    }

    String textField() {
        return textField;
    }

    @Nullable String secondField() {
        return secondField;
    }

    /** Null for those that reply, and so must say to what. */
    @Nullable String waitFlag() {
        return waitFlag;
    }
}
