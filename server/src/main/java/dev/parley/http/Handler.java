package dev.parley.http;

/** What a route does: one call in, one answer out, on a virtual thread that may block. */
@FunctionalInterface
public interface Handler {
    Answer handle(Call call) throws Exception;
}
