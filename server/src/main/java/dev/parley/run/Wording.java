package dev.parley.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.access.Principal;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.Part;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Where the words of a message stand, whoever wrote it. */
public final class Wording {
    /** What is longer stands in the payload, which may become a blob. */
    private static final int MAX_PART = 16_384;

    private static final String PAYLOAD = "message";

    /** Where payloads have their words; what answers something may repeat what that was. */
    private static final List<String> FIELDS =
            List.of("result", "answer", "question", "task", PAYLOAD, "text");

    private final Payloads payloads;

    public Wording(Payloads payloads) {
        this.payloads = payloads;
    }

    /** The draft with these words. */
    public static Draft.Builder write(Draft.Builder draft, String words) {
        draft.summary(OneLine.summary(words));
        return words.length() <= MAX_PART
                ? draft.parts(List.of(Part.ofText(words)))
                : draft.payload(Json.object().put(PAYLOAD, words));
    }

    /** The words of a message, whole. */
    public String read(Principal reader, Message message) {
        return parts(message)
                .or(() -> inPayload(payloads.whole(reader.space(), message)))
                .orElse(message.summary());
    }

    /** The same without what stands in a blob. */
    static String inline(Message message) {
        return parts(message).or(() -> inPayload(message.payload())).orElse(message.summary());
    }

    private static Optional<String> parts(Message message) {
        return Optional.of(
                        message.parts().stream()
                                .map(Part::text)
                                .flatMap(Optional::stream)
                                .collect(Collectors.joining("\n")))
                .filter(words -> !words.isEmpty());
    }

    private static Optional<String> inPayload(JsonNode payload) {
        return field(payload).map(name -> payload.path(name).textValue());
    }

    /** The field of a payload that holds its words. */
    public static Optional<String> field(JsonNode payload) {
        return FIELDS.stream().filter(name -> payload.path(name).isTextual()).findFirst();
    }
}
