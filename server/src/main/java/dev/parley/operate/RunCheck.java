package dev.parley.operate;

import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Wire;
import dev.parley.run.Entry;
import dev.parley.run.Members;
import dev.parley.store.Sql;
import dev.parley.store.table.BlobKey;
import dev.parley.store.table.CursorTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ParticipantTable;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Checks one run: follows its log from the beginning and compares what ought to follow from it. */
final class RunCheck {
    private static final int PAGE = 500;

    private final Sql sql;
    private final RunTable.Row run;
    private final References references;
    private final Findings findings;
    private final Tally inboxes;
    private final Tally expected = new Tally();
    private final Replay replay;
    private final TimedOut timedOut = new TimedOut();
    private final TaskCheck task = new TaskCheck();
    private final Set<String> absent = new HashSet<>();
    private long internal;
    private long spoken;

    /**
     * A check of one run.
     *
     * @param inboxes counts what the inboxes ought to hold
     */
    RunCheck(
            Sql sql,
            RunTable.Row run,
            Kinds kinds,
            References references,
            Tally inboxes,
            Findings findings) {
        this.replay = new Replay(run, kinds);
        this.sql = sql;
        this.run = run;
        this.references = references;
        this.inboxes = inboxes;
        this.findings = findings;
    }

    void examine() throws SQLException {
        findings.count("runs", 1);
        var members = new Members(ParticipantTable.TABLE.of(sql, run.key()));
        if (members.size() != run.roster()) {
            report("it has " + members.size() + " roles but says " + run.roster());
        }
        for (var entry : MessageTable.TABLE.ofKind(sql, run.key(), "participant")) {
            joining(Entry.message(entry)).ifPresent(absent::add);
        }
        long seq = followLog(members);
        if (seq != run.head()) {
            report("its log ends at " + seq + " but its head says " + run.head());
        }
        if (internal != run.internal() || spoken != run.spoken()) {
            report(
                    "it has "
                            + internal
                            + " internal messages and was last spoken in at "
                            + spoken
                            + " but says "
                            + run.internal()
                            + " and "
                            + run.spoken());
        }
        compareReceipts();
        replay.differences(sql).forEach(this::report);
        task.differences(sql, run).forEach(this::report);
        SessionCheck.differences(sql, run.key()).forEach(this::report);
        CursorTable.TABLE
                .of(sql, run.key(), Integer.MAX_VALUE)
                .forEach(
                        (agent, cursor) -> {
                            if (cursor > run.head()) {
                                report(
                                        "the cursor of "
                                                + agent
                                                + " is ahead of the log: "
                                                + cursor);
                            }
                        });
    }

    private long followLog(Members members) throws SQLException {
        long seq = 0;
        while (true) {
            var page = MessageTable.TABLE.after(sql, run.key(), seq, PAGE);
            for (var row : page) {
                if (row.seq() != seq + 1) {
                    report("seq " + (seq + 1) + " is missing; the next is " + row.seq());
                }
                seq = row.seq();
                follow(row, members);
            }
            if (page.isEmpty()) {
                return seq;
            }
        }
    }

    private void follow(MessageTable.Row row, Members members) throws SQLException {
        findings.count("messages", 1);
        var id = row.key().message();
        if (row.checksum() != Entry.checksum(id.value(), row.kind(), row.body())) {
            report("message " + id + " (seq " + row.seq() + ") is not what was written");
            return;
        }
        try {
            follow(Entry.message(row), members);
        } catch (ParleyException unreadable) {
            report("message " + id + " cannot be read: " + unreadable.detail());
        }
    }

    private void follow(Message message, Members members) throws SQLException {
        var parent = message.parentId();
        long about = parent == null ? 0 : earlier(parent, message.seq());
        if (parent != null && about == 0) {
            report(
                    "message "
                            + message.messageId()
                            + " answers "
                            + parent
                            + ", which is not there");
        }
        var blob = message.payloadRef();
        if (blob != null) {
            references.add(new BlobKey(run.key().space(), blob.blobId()));
        }
        var speaker = recipient(message.fromAgent(), members);
        if (parent != null && (message.act() == Act.ACK || isAddressee(speaker, about))) {
            if (isFirst(message, speaker, about)) {
                expected.ack(speaker, about);
            }
        }
        joining(message).ifPresent(absent::remove);
        var heard =
                isForNobody(message)
                        ? Set.<String>of()
                        : recipients(members, message.fromAgent(), message.toAgent());
        for (var recipient : heard) {
            expected.receipt(recipient, message.seq(), message.requiresAck());
        }
        internal += RunTable.Row.isInternal(message.act(), message.visibility()) ? 1 : 0;
        spoken = message.act().isBookkeeping() ? spoken : message.seq();
        timedOut.follow(message);
        task.follow(message);
        replay.follow(message, speaker, heard, about == 0 ? null : about);
    }

    /** Who takes part from this entry on. */
    private static Optional<String> joining(Message message) {
        return message.kind().equals("participant") && message.act() == Act.SYSTEM
                ? Optional.of(message.payload().path("agent").asText())
                : Optional.empty();
    }

    /** Whom a message reached; a broadcast reached those who took part when it was sent. */
    private Set<String> recipients(Members members, Address from, Address to) {
        var all = new LinkedHashSet<>(members.recipients(from, to));
        if (to.isBroadcast()) {
            all.removeAll(absent);
        }
        return all;
    }

    /** Acks are pulled by nobody, and what the hub says to all stands in the log alone. */
    private static boolean isForNobody(Message message) {
        return message.act() == Act.ACK
                || (message.act() == Act.SYSTEM && message.toAgent().isBroadcast());
    }

    /** Whether something was for somebody, whose reply then acks it. */
    private boolean isAddressee(String speaker, long seq) throws SQLException {
        return ReceiptTable.TABLE
                .find(sql, new ReceiptTable.Key(run.key(), speaker, seq))
                .isPresent();
    }

    /** The seq of an entry before another; 0 when there is none. */
    private long earlier(MessageId id, long before) throws SQLException {
        long seq = MessageTable.TABLE.seq(sql, new MessageTable.Key(run.key(), id));
        return seq < before ? seq : 0;
    }

    /** An ack may be said again; the first one was written together with the receipt. */
    private boolean isFirst(Message ack, String recipient, long about) throws SQLException {
        var receipt =
                ReceiptTable.TABLE.find(sql, new ReceiptTable.Key(run.key(), recipient, about));
        var at = receipt.map(ReceiptTable.Row::ackedAt);
        return at.isEmpty() || at.get().equals(ack.createdAt());
    }

    private static String recipient(Address from, Members members) {
        return from.agent().map(members::agent).map(AgentName::value).orElse(from.value());
    }

    private void compareReceipts() throws SQLException {
        var stored = new Tally();
        var recipient = "";
        long seq = 0;
        while (true) {
            var page = ReceiptTable.TABLE.page(sql, run.key(), recipient, seq, PAGE);
            for (var row : page) {
                recipient = row.key().recipient();
                seq = row.key().seq();
                stored.receipt(recipient, seq, row.needsAck());
                inboxes.entry(run.key(), recipient, seq);
                if (row.ackedAt() != null) {
                    stored.ack(recipient, seq);
                    if (SessionCheck.isTaken(sql, row.key())) {
                        expected.ack(recipient, seq);
                    }
                } else if (row.state() == ReceiptState.ACKED) {
                    report(
                            "the receipt of "
                                    + recipient
                                    + " for seq "
                                    + seq
                                    + " is acked at no time");
                }
                if (!timedOut.agrees(row, run.status())) {
                    var state = Wire.name(row.state());
                    report(
                            "the log tells otherwise than that "
                                    + recipient
                                    + "'s seq "
                                    + seq
                                    + " is "
                                    + state);
                }
                findings.count("receipts", 1);
            }
            if (page.isEmpty()) {
                break;
            }
        }
        if (!stored.matches(expected)) {
            report(
                    "its receipts are not what follows from its log: "
                            + stored.differsFrom(expected));
        }
    }

    private void report(String what) {
        findings.report("run " + run.key().run() + " in " + run.key().space() + ": " + what);
    }
}
