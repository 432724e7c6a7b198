package dev.parley.inbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Clocks;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.UnreadTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * How an answer uses its room.
 *
 * @param whole shown with their bodies
 * @param digested shown without
 * @param older digests of what was told of before
 */
record Layout(List<Shown> whole, List<Shown> digested, List<ObjectNode> older) {
    /** What an answer takes beside what it lists. */
    private static final long FRAME_BYTES = 256;

    static Layout of(Found found, Look look) {
        long room = look.bytes() - FRAME_BYTES;
        var older = new ArrayList<ObjectNode>();
        long left = found.coming().isEmpty() ? room : room / Selection.DIGEST_SHARE;
        for (var listed : found.unread()) {
            if (listed.isAcked()) {
                continue;
            }
            var digest = Json.parseTrusted(listed.row().digest());
            left -= Shown.bytes(digest);
            if (left < 0) {
                break;
            }
            older.add(digest);
        }
        long used = older.stream().mapToLong(Shown::bytes).sum();
        var selection =
                look.maxTokens() == null
                        ? Selection.all(found.coming().size())
                        : Selection.within(
                                found.coming().stream().map(Shown::size).toList(),
                                room - used,
                                found.room());
        var whole = new ArrayList<Shown>();
        var digested = new ArrayList<Shown>();
        for (int i = 0; i < selection.length(); i++) {
            (selection.whole().get(i) ? whole : digested).add(found.coming().get(i));
        }
        return new Layout(whole, digested, older);
    }

    InboxPage page(Found found) {
        long end =
                Stream.concat(whole.stream(), digested.stream())
                        .mapToLong(Shown::position)
                        .max()
                        .orElse(found.after());
        return new InboxPage(
                whole.stream().map(Shown::whole).toList(),
                Stream.concat(older.stream(), digested.stream().map(Shown::digest)).toList(),
                end,
                found.head());
    }

    /** What must be noted of it, a bounded number of entries at a time. */
    List<HandedOver> handedOver(Found found, Clocks clocks) {
        var known = new HashSet<>(found.toldAgain());
        var handed = new ArrayList<Fresh>();
        var done = new ArrayList<ReceiptTable.Key>();
        for (var shown : whole) {
            if (shown.delivery().state() == ReceiptState.QUEUED
                    || found.redelivered().contains(shown.receipt())) {
                handed.add(shown.fresh());
            }
            if (known.contains(shown.receipt())) {
                done.add(shown.receipt());
            }
        }
        found.unread().stream()
                .filter(UnreadTable.Listed::isAcked)
                .forEach(listed -> done.add(listed.row().key()));
        var told =
                digested.stream()
                        .filter(shown -> shown.delivery().ackedAt() == null)
                        .filter(shown -> !known.contains(shown.receipt()))
                        .map(Shown::unread)
                        .toList();
        var commands = new ArrayList<HandedOver>();
        int entries = Math.max(handed.size(), Math.max(told.size(), done.size()));
        for (int from = 0; from < entries; from += HandedOver.MAX) {
            commands.add(
                    new HandedOver(
                            found.inbox(),
                            found.isShared(),
                            slice(handed, from),
                            slice(told, from),
                            slice(done, from),
                            clocks));
        }
        return commands;
    }

    private static <E> List<E> slice(List<E> list, int from) {
        return list.subList(
                Math.min(from, list.size()), Math.min(from + HandedOver.MAX, list.size()));
    }
}
