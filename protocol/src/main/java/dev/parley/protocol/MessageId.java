package dev.parley.protocol;

/** Names one message within its run; sending the same one again changes nothing. */
public record MessageId(String value) {
    public MessageId {
        Names.requireId("message_id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
