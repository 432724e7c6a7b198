package dev.parley.model;

import dev.langchain4j.data.message.AiMessage;

/**
 * What a model has answered.
 *
 * @param isCut whether it had more to say than it may
 */
public record Said(AiMessage message, boolean isCut) {
    public String words() {
        var text = message.text();
        return text == null ? "" : text;
    }
}
