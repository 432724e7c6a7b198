package dev.parley.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The text to send: the words of the command line, or standard input for {@code -}. */
final class TextArgument {
    /** What a hub takes in one request; larger things are blobs. */
    private static final int MAX_BYTES = 1 << 20;

    /** Stands in commands that are shown for what somebody has to say. */
    static final String PLACEHOLDER = "TEXT";

    private final Shell shell;

    TextArgument(Shell shell) {
        this.shell = shell;
    }

    String read(List<String> words) {
        if (words.equals(List.of("-"))) {
            return standardInput();
        }
        var text = String.join(" ", words);
        if (text.equals(PLACEHOLDER)) {
            throw new BadUsage("say what you have to say in place of " + PLACEHOLDER);
        }
        if (text.indexOf('\uFFFD') >= 0) {
            throw new BadUsage(
                    "the text cannot be read in this locale: set LC_ALL=C.UTF-8, or pipe it to -");
        }
        return text;
    }

    private String standardInput() {
        if (shell.terminal()) {
            shell.say("type the text; Ctrl-D on a line of its own ends it");
        }
        try {
            var bytes = shell.in().readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new BadUsage("a message may have at most " + Size.of(MAX_BYTES));
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .stripTrailing();
        } catch (CharacterCodingException e) {
            throw new BadUsage("standard input is not UTF-8 text");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
