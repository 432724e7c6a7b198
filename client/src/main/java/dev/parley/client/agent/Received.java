package dev.parley.client.agent;

import dev.parley.protocol.Message;
import dev.parley.protocol.Part;
import java.util.List;
import java.util.stream.Collectors;

/** A message that came for an agent. */
public record Received(Message message) {
    /** Where the words stand in what is sent without parts. */
    private static final List<String> WORDS =
            List.of("text", "task", "question", "answer", "result");

    /** Who sent it, as their run calls them. */
    public String from() {
        return message.fromAgent().value();
    }

    /** What it says in words. */
    public String text() {
        var parts =
                message.parts().stream()
                        .flatMap(part -> part.text().stream())
                        .collect(Collectors.joining("\n"));
        if (!parts.isEmpty()) {
            return parts;
        }
        return WORDS.stream()
                .map(name -> message.payload().path(name).asText(""))
                .filter(words -> !words.isEmpty())
                .findFirst()
                .orElse(message.summary());
    }

    public List<Part> parts() {
        return message.parts();
    }

    /** Whether it answers something, and so is never answered automatically itself. */
    public boolean isReply() {
        return !Replies.isDue(message);
    }
}
