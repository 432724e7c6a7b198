package dev.parley.protocol;

import com.fasterxml.jackson.databind.JsonNode;

/** One piece of a message's content: its type and whatever the type holds. */
public record Part(String type, JsonNode content) {}
