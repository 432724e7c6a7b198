package dev.parley.e2e.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what strace wrote with {@code -f -y -xx}. A call that others interrupt in the trace has two
 * lines there; both count, because only between them was it carried out.
 */
public final class Strace {
    /** Whole pages of the database and whole answers fit. */
    private static final String LONGEST_TEXT = "8192";

    private static final Pattern CALL = Pattern.compile("(\\d+) +(\\w+)\\(\\d+<([^>]*)>(.*)");
    private static final Pattern RESUMED = Pattern.compile("(\\d+) +<\\.\\.\\. \\w+ resumed>.*");
    private static final Pattern TEXT = Pattern.compile("\"((?:\\\\x[0-9a-f]{2})*)\"");
    private static final Pattern RESULT = Pattern.compile(" = (-?\\d+)[^=]*$");
    private static final String UNFINISHED = "<unfinished ...>";

    private Strace() {}

    /** The command that runs a program and writes its writes and syncs into a file. */
    public static String[] command(Path trace) {
        return new String[] {
            "strace",
            "-f",
            "--seccomp-bpf",
            "-y",
            "-xx",
            "-s",
            LONGEST_TEXT,
            "-o",
            trace.toString(),
            "-e",
            "trace=write,pwrite64,writev,pwritev,sendto,sendmsg,fsync,fdatasync"
        };
    }

    public static List<Syscall> read(Path trace) throws IOException {
        return read(Files.readAllLines(trace, ISO_8859_1));
    }

    static List<Syscall> read(List<String> lines) {
        var calls = new ArrayList<Syscall>();
        var open = new HashMap<Integer, Syscall>();
        for (int line = 0; line < lines.size(); line++) {
            var text = lines.get(line);
            var call = CALL.matcher(text);
            var resumed = RESUMED.matcher(text);
            if (call.matches()) {
                var begun = begun(call, line);
                if (text.endsWith(UNFINISHED)) {
                    open.put(begun.thread(), begun);
                } else {
                    calls.add(ended(begun, text, line));
                }
            } else if (resumed.matches()) {
                var begun = open.remove(Integer.valueOf(resumed.group(1)));
                if (begun != null) {
                    calls.add(ended(begun, text, line));
                }
            }
        }
        calls.sort(Comparator.comparingInt(Syscall::begun));
        return calls;
    }

    private static Syscall begun(Matcher call, int line) {
        var data = new StringBuilder();
        var texts = TEXT.matcher(call.group(4));
        while (texts.find()) {
            data.append(bytes(texts.group(1)));
        }
        return new Syscall(
                Integer.parseInt(call.group(1)),
                call.group(2),
                bytes(call.group(3)),
                data.toString(),
                -1,
                line,
                line);
    }

    private static Syscall ended(Syscall begun, String text, int line) {
        var result = RESULT.matcher(text);
        return new Syscall(
                begun.thread(),
                begun.name(),
                begun.file(),
                begun.data(),
                result.find() ? Long.parseLong(result.group(1)) : -1,
                begun.begun(),
                line);
    }

    private static String bytes(String hex) {
        var text = new StringBuilder();
        for (int at = 0; at + 4 <= hex.length(); at += 4) {
            text.append((char) Integer.parseInt(hex, at + 2, at + 4, 16));
        }
        return text.toString();
    }
}
