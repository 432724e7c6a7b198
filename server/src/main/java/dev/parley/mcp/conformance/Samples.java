package dev.parley.mcp.conformance;

import dev.parley.mcp.Content;
import dev.parley.mcp.ResourceText;

/** The smallest picture, sound and resource there can be. */
final class Samples {
    static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5E"
                    + "rkJggg==";

    static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

    static final Content IMAGE = Content.image("image/png", PNG);
    static final Content AUDIO = Content.audio("audio/wav", WAV);

    private Samples() {}

    static Content embedded(String uri, String mimeType, String text) {
        return Content.resource(ResourceText.text(uri, mimeType, text));
    }
}
