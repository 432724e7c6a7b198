package dev.parley.inbox;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.run.Clocks;
import dev.parley.run.Runs;
import dev.parley.run.Speaker;
import dev.parley.store.Store;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.ReceiptTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An agent's inbox in a run: a cursor over what is addressed to it. */
public final class Inbox {
    /** How often others may be quicker before the answer is that there is nothing. */
    private static final int MAX_TRIES = 100;

    private final Store store;
    private final Waits waits;
    private final Runs runs;
    private final Sharing sharing;
    private final Clocks clocks;
    private final Sorting sorting;

    public Inbox(Store store, Waits waits, Runs runs, Sharing sharing, Clocks clocks) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
        this.sharing = sharing;
        this.clocks = clocks;
        this.sorting = new Sorting(store);
    }

    /**
     * Hands out what comes next. With a place of its own the caller gets everything after it, as
     * often as it asks; without one, the agent's cursor moves and nothing is handed out twice.
     */
    public Pulled pull(Principal caller, RunId id, InstanceId instance, Pull pull) {
        var run = runs.facts(caller, id);
        var agent = Speaker.reader(caller, run.members(), pull.agent());
        var puller = Puller.of(run.row().key(), agent, instance);
        var topics =
                Set.of(new Topic.Run(caller.space(), id), new Topic.Inbox(caller.space(), agent));
        long deadline = System.nanoTime() + pull.patience().toNanos();
        if (!puller.isOnly()) {
            sharing.takeOver(puller.reader());
        }
        for (int tries = 1; ; tries++) {
            var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            var bag =
                    waits.on(caller, topics, left)
                            .until(() -> sorting.read(puller, pull), found -> !found.isEmpty());
            var handed = hand(puller, pull, bag);
            if (handed.isPresent()) {
                return handed.get();
            }
            if (tries >= MAX_TRIES) {
                return new Pulled(List.of(), List.of(), bag.from());
            }
        }
    }

    /** Notes what is handed out; nothing when another pull was quicker. */
    private Optional<Pulled> hand(Puller puller, Pull pull, Mailbag read) {
        var bag =
                read.isShared()
                        ? read.with(take(puller, read.letters()), take(puller, read.anew()))
                        : read;
        if (bag.isEmpty() && !read.isEmpty()) {
            return Optional.empty();
        }
        var fresh =
                bag.all()
                        .filter(Letter::isFresh)
                        .map(letter -> fresh(puller, letter))
                        .distinct()
                        .toList();
        boolean own = pull.after() == null;
        long cursor = own ? bag.end() : bag.from();
        var done = bag.isShared() ? done(puller, bag, pull.after()) : List.<ReceiptTable.Key>of();
        boolean isHanded = true;
        if (!fresh.isEmpty() || cursor > bag.cursor() || !done.isEmpty()) {
            var handed =
                    new Handed(
                            puller.place(),
                            own ? bag.cursor() : null,
                            cursor,
                            bag.isShared() ? null : puller.reader().inbox(),
                            fresh,
                            clocks);
            isHanded = store.write(new Settled(handed, new Done(puller.reader().instance(), done)));
        }
        return isHanded ? Optional.of(bag.pulled()) : Optional.empty();
    }

    private static Fresh fresh(Puller puller, Letter letter) {
        return new Fresh(puller.receipt(letter), letter.message().createdAt());
    }

    /** Of what was read, what no other instance has taken meanwhile. */
    private List<Letter> take(Puller puller, List<Letter> letters) {
        if (letters.isEmpty()) {
            return letters;
        }
        var offered =
                letters.stream()
                        .map(
                                letter ->
                                        new Offered(
                                                puller.receipt(letter),
                                                0,
                                                0,
                                                Offered.addressed(letter.message())))
                        .toList();
        var taken =
                store.write(new Take(puller.reader(), null, offered, sharing.living()))
                        .orElseThrow();
        return letters.stream().filter(letter -> taken.contains(puller.receipt(letter))).toList();
    }

    /** Without a place of its own it has done with all that it gets, else with what lies before. */
    private List<ReceiptTable.Key> done(Puller puller, Mailbag bag, @Nullable Long after) {
        if (after == null) {
            return bag.all().map(puller::receipt).distinct().toList();
        }
        var run = puller.place().run();
        return store
                .read(sql -> HeldTable.TABLE.ofRun(sql, run, puller.reader(), after, Done.MAX))
                .stream()
                .map(HeldTable.Row::key)
                .toList();
    }

    /** Says that a message has arrived; saying it again changes nothing. */
    public Acked ack(Principal caller, RunId id, @Nullable Address agent, MessageId message) {
        var run = runs.facts(caller, id);
        var recipient = Speaker.reader(caller, run.members(), agent);
        var acked = runs.message(caller, id, message);
        var draft =
                Draft.to(acked.fromAgent(), "ack")
                        .from(new Address(recipient))
                        .parent(message)
                        .build();
        var receipt = new ReceiptTable.Key(run.row().key(), recipient, acked.seq());
        return store.write(new Ack(receipt, message, runs.append(caller, run, draft)));
    }
}
