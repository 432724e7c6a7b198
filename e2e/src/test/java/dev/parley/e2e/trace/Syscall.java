package dev.parley.e2e.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * One call into the kernel.
 *
 * @param file what the descriptor stands for: a path, or socket:[number]
 * @param data the bytes that were written, one character each
 * @param result what the kernel answered; negative for an error or none
 * @param begun the line of the trace at which it had not been carried out yet
 * @param ended the line of the trace at which it had been carried out
 */
public record Syscall(
        int thread, String name, String file, String data, long result, int begun, int ended) {
    boolean isSync() {
        return (name.equals("fsync") || name.equals("fdatasync")) && result == 0;
    }

    boolean isWrite() {
        return !data.isEmpty() && result > 0;
    }

    boolean isToSocket() {
        return file.startsWith("socket:");
    }

    boolean isTo(String suffix) {
        return file.endsWith(suffix);
    }

    boolean holds(String text) {
        return data.contains(new String(text.getBytes(ISO_8859_1), ISO_8859_1));
    }
}
