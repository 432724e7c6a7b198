package dev.parley.session;

import dev.parley.access.Principal;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.Part;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.run.Payloads;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Where the words of a message stand, whoever wrote it. */
public final class Wording {
    /** What is longer stands in the payload, which may become a blob. */
    private static final int MAX_PART = 16_384;

    private static final String PAYLOAD = "message";

    /** Where payloads have their words. */
    private static final List<String> FIELDS =
            List.of(PAYLOAD, "task", "question", "answer", "result", "text");

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
        var parts =
                message.parts().stream()
                        .map(Part::text)
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining("\n"));
        if (!parts.isEmpty()) {
            return parts;
        }
        var payload = payloads.whole(reader.space(), message);
        return FIELDS.stream()
                .map(payload::path)
                .filter(field -> field.isTextual())
                .map(field -> field.textValue())
                .findFirst()
                .orElse(message.summary());
    }
}
