package dev.parley.inbox;

import dev.parley.protocol.InstanceId;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.ShareTable;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which instance gets what is for its agent: whoever asks first, unless it is addressed to
 * another or another that is there has it. Tells what the reader now holds of it; nothing at all
 * when another reader has moved the frontier meanwhile.
 *
 * @param frontier from where the inbox was read; null when a run was
 */
record Take(
        InboxCursorTable.Key reader, @Nullable Long frontier, List<Offered> offered, Living living)
        implements Command<Optional<Set<ReceiptTable.Key>>> {
    @Override
    public void touches(Touches touches) {
        new Share(reader.inbox()).touches(touches);
        offered.forEach(one -> touches.lock(one.receipt().run().lock()));
    }

    @Override
    public int weight() {
        return 128 * (offered.size() + 1);
    }

    @Override
    public Optional<Set<ReceiptTable.Key>> decide(Tx tx) throws SQLException {
        var share = new Share(reader.inbox()).decide(tx);
        if (frontier != null && frontier != share.frontier()) {
            return Optional.empty();
        }
        var taken = new HashSet<ReceiptTable.Key>();
        for (var one : offered) {
            var holder = holder(tx, share, one);
            if (holder.isPresent()) {
                hold(tx, one, holder.get());
            }
            if (holder.filter(own()::equals).isPresent()) {
                taken.add(one.receipt());
            }
        }
        if (frontier != null && !offered.isEmpty()) {
            tx.rows(ShareTable.TABLE)
                    .put(
                            new ShareTable.Row(
                                    share.key(), offered.getLast().position(), share.since()));
        }
        return Optional.of(taken);
    }

    private Optional<InstanceId> holder(Tx tx, ShareTable.Row share, Offered one)
            throws SQLException {
        var receipt = tx.rows(ReceiptTable.TABLE).find(one.receipt()).orElseThrow();
        var held = tx.rows(HeldTable.TABLE).find(one.receipt());
        if (held.filter(row -> row.instance().equals(own())).isPresent()) {
            return Optional.of(own());
        }
        if (Release.isDone(receipt)) {
            return Optional.empty();
        }
        boolean isOpen =
                held.isPresent()
                        || receipt.state() == ReceiptState.QUEUED
                        || (one.attempt() > 1 && receipt.needsAck());
        var handed = receipt.deliveredAt();
        boolean isUnnameds =
                !isOpen && one.position() > 0 && handed != null && handed.isBefore(share.since());
        if (!isOpen && !isUnnameds) {
            return Optional.empty();
        }
        if (one.addressed().isPresent()) {
            return one.addressed();
        }
        if (isUnnameds) {
            return Optional.of(unnamed(tx));
        }
        var other = held.map(HeldTable.Row::instance);
        return other.isPresent() && living.has(tx, reader.inbox(), other.get())
                ? other
                : Optional.of(own());
    }

    /** What was handed out before there were names went to the instance that has none. */
    private InstanceId unnamed(Tx tx) throws SQLException {
        return living.has(tx, reader.inbox(), InstanceId.ONLY) ? InstanceId.ONLY : own();
    }

    private void hold(Tx tx, Offered one, InstanceId holder) throws SQLException {
        var rows = tx.rows(HeldTable.TABLE);
        long known = rows.find(one.receipt()).map(HeldTable.Row::position).orElse(0L);
        rows.put(
                new HeldTable.Row(
                        one.receipt(),
                        holder,
                        Math.max(known, one.position()),
                        one.addressed().isPresent()));
    }

    private InstanceId own() {
        return new InstanceId(reader.instance());
    }
}
