package dev.parley.e2e.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The rule that makes an acknowledgement worth something: between the last write of a message's
 * transaction to the write-ahead log and the first byte of its 201 lies a whole sync of that log.
 *
 * <p>A frame of SQLite's write-ahead log is written as 24 bytes of header and one page; the header
 * of a transaction's last frame holds the size of the database at its bytes 4 to 7, all others hold
 * zero there.
 */
public final class SyncBeforeAnswer {
    private static final String LOG = "parley.db-wal";
    private static final int FRAME_HEADER = 24;

    private final List<Syscall> calls;

    public SyncBeforeAnswer(List<Syscall> calls) {
        this.calls = List.copyOf(calls);
    }

    /** What breaks the rule, one sentence for each of these messages that does. */
    public List<String> violations(List<String> messages) {
        var violations = new ArrayList<String>();
        messages.forEach(id -> violation(id).ifPresent(violations::add));
        return violations;
    }

    private Optional<String> violation(String id) {
        var answer = answer(id);
        if (answer.isEmpty()) {
            return Optional.of(id + " has no 201");
        }
        int answered = answer.get().begun();
        var row = last(call -> isLogWrite(call) && call.holds(id) && call.ended() < answered);
        if (row.isEmpty()) {
            return Optional.of(id + " was answered before its row was written");
        }
        var commit = commit(row.get());
        if (commit.isEmpty()) {
            return Optional.of(id + " is in no whole transaction of the log");
        }
        int written = commit.get().ended();
        var sync =
                first(
                        call ->
                                call.isSync()
                                        && call.isTo(LOG)
                                        && call.begun() > written
                                        && call.ended() < answered);
        return sync.isPresent()
                ? Optional.empty()
                : Optional.of(id + ": no sync between lines " + written + " and " + answered);
    }

    /** The write that began the answer; its head and its body may be two writes. */
    private Optional<Syscall> answer(String id) {
        var body = first(call -> call.isToSocket() && call.holds("\"" + id + "\""));
        return body.flatMap(
                found ->
                        last(
                                call ->
                                        call.file().equals(found.file())
                                                && call.begun() <= found.begun()
                                                && call.holds("HTTP/1.1 201 ")));
    }

    /** The last page of the transaction that this page belongs to. */
    private Optional<Syscall> commit(Syscall page) {
        var writes =
                calls.stream()
                        .filter(call -> isLogWrite(call) && call.thread() == page.thread())
                        .toList();
        for (int at = writes.indexOf(page); at > 0 && at < writes.size(); at += 2) {
            if (isCommit(writes.get(at - 1))) {
                return Optional.of(writes.get(at));
            }
        }
        return Optional.empty();
    }

    private static boolean isCommit(Syscall header) {
        return header.data().length() == FRAME_HEADER
                && !header.data().substring(4, 8).equals("\0\0\0\0");
    }

    private static boolean isLogWrite(Syscall call) {
        return call.isWrite() && call.isTo(LOG);
    }

    private Optional<Syscall> first(Predicate<Syscall> wanted) {
        return calls.stream().filter(wanted).findFirst();
    }

    private Optional<Syscall> last(Predicate<Syscall> wanted) {
        return calls.reversed().stream().filter(wanted).findFirst();
    }
}
