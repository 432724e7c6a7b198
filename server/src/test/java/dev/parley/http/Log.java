package dev.parley.http;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What is logged while it is open. */
public final class Log implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

    private Log() {
        System.setErr(new PrintStream(seen, true, StandardCharsets.UTF_8));
    }

    public static Log capture() {
        return new Log();
    }

    public String text() {
        return seen.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
