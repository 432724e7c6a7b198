package dev.parley.inbox;

import static java.util.stream.Collectors.toSet;

import dev.parley.protocol.InstanceId;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxTable;
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
        if (isWhole(tx)) {
            return Optional.of(offered.stream().map(Offered::receipt).collect(toSet()));
        }
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

    /** Whether the only instance there ever was asks, and nothing is for another. */
    private boolean isWhole(Tx tx) throws SQLException {
        return frontier == null
                && reader.instance().isEmpty()
                && offered.stream().allMatch(one -> one.addressed().isEmpty())
                && tx.rows(ShareTable.TABLE).find(reader.inbox()).isEmpty();
    }

    private Optional<InstanceId> holder(Tx tx, ShareTable.Row share, Offered one)
            throws SQLException {
        var receipt = tx.rows(ReceiptTable.TABLE).find(one.receipt()).orElseThrow();
        if (receipt.isDone() || !isLatest(tx, one, receipt)) {
            return Optional.empty();
        }
        var held = tx.rows(HeldTable.TABLE).find(one.receipt());
        if (held.isPresent()) {
            // Of one who is gone it is taken by a release, which counts how often it came.
            return held.map(HeldTable.Row::instance);
        }
        boolean isOpen = receipt.state() == ReceiptState.QUEUED || isToBeHanded(tx, one);
        var handed = receipt.deliveredAt();
        boolean isUnnameds =
                !isOpen && one.position() > 0 && handed != null && handed.isBefore(share.since());
        if (!isOpen && !isUnnameds) {
            return Optional.empty();
        }
        if (one.addressed().isPresent()) {
            return one.addressed();
        }
        return Optional.of(isUnnameds ? unnamed(tx) : own());
    }

    /** What has come again since stands elsewhere by now. */
    private boolean isLatest(Tx tx, Offered one, ReceiptTable.Row receipt) throws SQLException {
        if (one.position() > 0) {
            return one.position() == receipt.position();
        }
        if (one.attempt() == 0) {
            return true;
        }
        var place = new InboxTable.Key(reader.inbox(), receipt.position());
        return tx.rows(InboxTable.TABLE)
                .find(place)
                .filter(entry -> entry.attempt() == one.attempt())
                .isPresent();
    }

    private static boolean isToBeHanded(Tx tx, Offered one) throws SQLException {
        return tx.rows(AckClockTable.TABLE)
                .find(one.receipt())
                .filter(clock -> !clock.handed())
                .isPresent();
    }

    /** What was handed out before there were names went to the instance that has none. */
    private InstanceId unnamed(Tx tx) throws SQLException {
        return living.has(tx, reader.inbox(), InstanceId.ONLY) ? InstanceId.ONLY : own();
    }

    private static void hold(Tx tx, Offered one, InstanceId holder) throws SQLException {
        long position = tx.rows(ReceiptTable.TABLE).find(one.receipt()).orElseThrow().position();
        tx.rows(HeldTable.TABLE)
                .put(
                        new HeldTable.Row(
                                one.receipt(), holder, position, one.addressed().isPresent()));
    }

    private InstanceId own() {
        return new InstanceId(reader.instance());
    }
}
