package dev.parley.inbox;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.run.Clocks;
import dev.parley.run.Entry;
import dev.parley.run.Runs;
import dev.parley.run.Speaker;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.CursorTable;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An agent's inbox in a run: a cursor over what is addressed to it. */
public final class Inbox {
    /** States in which somebody still has to do with a message. */
    private static final Set<ReceiptState> UNDER_WAY =
            EnumSet.of(ReceiptState.QUEUED, ReceiptState.DELIVERED);

    /** How often others may be quicker before the answer is that there is nothing. */
    private static final int MAX_TRIES = 100;

    private final Store store;
    private final Waits waits;
    private final Runs runs;
    private final Sharing sharing;
    private final Clocks clocks;

    public Inbox(Store store, Waits waits, Runs runs, Sharing sharing, Clocks clocks) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
        this.sharing = sharing;
        this.clocks = clocks;
    }

    /** Who pulls: its place in the run, and which instance of the agent it is. */
    private record Puller(CursorTable.Key place, InboxCursorTable.Key reader) {
        InstanceId instance() {
            return new InstanceId(reader.instance());
        }

        ReceiptTable.Key receipt(long seq) {
            return new ReceiptTable.Key(place.run(), place.recipient(), seq);
        }
    }

    /**
     * What may be handed out.
     *
     * @param isAnew whether it was delivered before, and is to be handed over anew
     */
    private record Letter(Message message, ReceiptState state, boolean isAnew) {
        boolean isFresh() {
            return isAnew || state == ReceiptState.QUEUED;
        }
    }

    /**
     * What was read on behalf of one pull.
     *
     * @param end up to where it was read
     * @param letters what of that the puller may have
     * @param anew what of it was delivered before and is to be handed over anew
     * @param isShared whether that has to be decided among the agent's instances
     */
    private record Page(
            long from,
            long cursor,
            long end,
            List<Letter> letters,
            List<Letter> anew,
            boolean isShared) {
        boolean isEmpty() {
            return letters.isEmpty() && anew.isEmpty();
        }
    }

    /**
     * Hands out what comes next. With a place of its own the caller gets everything after it, as
     * often as it asks; without one, the agent's cursor moves and nothing is handed out twice.
     */
    public Pulled pull(Principal caller, RunId id, InstanceId instance, Pull pull) {
        var run = runs.facts(caller, id);
        var agent = Speaker.reader(caller, run.members(), pull.agent());
        var named = agent.equals(Address.USER.value()) ? InstanceId.ONLY : instance;
        var puller =
                new Puller(
                        new CursorTable.Key(
                                run.row().key(),
                                named.equals(InstanceId.ONLY) ? agent : agent + "/" + named),
                        new InboxCursorTable.Key(
                                new InboxKey(caller.space(), agent), named.value()));
        var topics =
                Set.of(new Topic.Run(caller.space(), id), new Topic.Inbox(caller.space(), agent));
        long deadline = System.nanoTime() + pull.patience().toNanos();
        takeOver(puller);
        for (int tries = 1; ; tries++) {
            var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            var page =
                    waits.on(caller, topics, left)
                            .until(() -> read(puller, pull), found -> !found.isEmpty());
            var handed = hand(puller, pull, page);
            if (handed.isPresent()) {
                return handed.get();
            }
            if (tries >= MAX_TRIES) {
                return new Pulled(List.of(), List.of(), page.from);
            }
        }
    }

    private void takeOver(Puller puller) {
        if (!puller.reader.instance().isEmpty()) {
            sharing.takeOver(puller.reader);
        }
    }

    /** Goes on where a whole page was for other instances. */
    private Page read(Puller puller, Pull pull) {
        var page = store.read(sql -> read(sql, puller, pull, null));
        while (page.isEmpty() && page.end > page.from) {
            long end = page.end;
            var next = store.read(sql -> read(sql, puller, pull, end));
            boolean isLast = next.end == end;
            page =
                    new Page(
                            page.from,
                            page.cursor,
                            next.end,
                            next.letters,
                            next.anew,
                            next.isShared);
            if (isLast) {
                break;
            }
        }
        return page;
    }

    private Page read(Sql sql, Puller puller, Pull pull, @Nullable Long goingOn)
            throws SQLException {
        var place = puller.place;
        long cursor = CursorTable.TABLE.seq(sql, place);
        long from = pull.after() == null ? cursor : pull.after();
        Runs.requireReached(RunTable.TABLE.head(sql, place.run()), from);
        boolean isShared =
                !puller.instance().equals(InstanceId.ONLY)
                        || Sharing.isShared(sql, puller.reader.inbox());
        var deliveries =
                MessageTable.TABLE.forRecipient(
                        sql,
                        place.run(),
                        place.recipient(),
                        goingOn == null ? from : goingOn,
                        pull.maxItems());
        var letters = new ArrayList<Letter>();
        long end = goingOn == null ? from : goingOn;
        for (var delivery : deliveries) {
            var letter = new Letter(Entry.message(delivery.message()), delivery.state(), false);
            end = letter.message.seq();
            if (mayHave(sql, puller, letter, isShared)) {
                letters.add(letter);
            }
        }
        return new Page(
                from, cursor, end, letters, anew(sql, puller, pull, end, isShared), isShared);
    }

    private List<Letter> anew(Sql sql, Puller puller, Pull pull, long end, boolean isShared)
            throws SQLException {
        var letters = new ArrayList<Letter>();
        var place = puller.place;
        long after = 0;
        while (true) {
            var page =
                    AckClockTable.TABLE.toHand(
                            sql, place.run(), place.recipient(), after, end, pull.maxItems());
            for (var row : page) {
                var letter = new Letter(Entry.message(row), ReceiptState.DELIVERED, true);
                if (mayHave(sql, puller, letter, isShared)) {
                    letters.add(letter);
                }
            }
            if (page.isEmpty() || !letters.isEmpty()) {
                return letters;
            }
            after = page.getLast().seq();
        }
    }

    private boolean mayHave(Sql sql, Puller puller, Letter letter, boolean isShared)
            throws SQLException {
        boolean isForAnother =
                Offered.addressed(letter.message)
                        .filter(other -> !other.equals(puller.instance()))
                        .isPresent();
        return !isForAnother && (!isShared || mayHave(sql, puller, letter));
    }

    /** What somebody holds is for no other until it is released. */
    private boolean mayHave(Sql sql, Puller puller, Letter letter) throws SQLException {
        var held = HeldTable.TABLE.find(sql, puller.receipt(letter.message.seq()));
        return held.map(HeldTable.Row::instance)
                .map(puller.instance()::equals)
                .map(isOwn -> isOwn && UNDER_WAY.contains(letter.state))
                .orElse(letter.isFresh());
    }

    /** Notes what is handed out; nothing when another pull was quicker. */
    private Optional<Pulled> hand(Puller puller, Pull pull, Page page) {
        var letters = page.isShared ? take(puller, page.letters) : page.letters;
        var anew = page.isShared ? take(puller, page.anew) : page.anew;
        if (letters.isEmpty() && anew.isEmpty() && !page.isEmpty()) {
            return Optional.empty();
        }
        var fresh =
                Stream.concat(letters.stream(), anew.stream())
                        .filter(Letter::isFresh)
                        .map(letter -> fresh(puller, letter.message))
                        .distinct()
                        .toList();
        boolean own = pull.after() == null;
        long cursor = own ? page.end : page.from;
        var done =
                page.isShared
                        ? done(puller, Stream.concat(letters.stream(), anew.stream()), pull.after())
                        : List.<ReceiptTable.Key>of();
        boolean isHanded = true;
        if (!fresh.isEmpty() || cursor > page.cursor || !done.isEmpty()) {
            var handed =
                    new Handed(
                            puller.place,
                            own ? page.cursor : null,
                            cursor,
                            page.isShared ? null : puller.reader.inbox(),
                            fresh,
                            clocks);
            isHanded = store.write(new Settled(handed, new Done(puller.reader.instance(), done)));
        }
        return isHanded ? Optional.of(pulled(page, letters, anew)) : Optional.empty();
    }

    /** What comes anew stands in its order for those who have not passed it. */
    private static Pulled pulled(Page page, List<Letter> letters, List<Letter> anew) {
        var ahead = new TreeMap<Long, Message>();
        Stream.concat(letters.stream(), anew.stream())
                .map(Letter::message)
                .filter(message -> message.seq() > page.from)
                .forEach(message -> ahead.put(message.seq(), message));
        return new Pulled(
                List.copyOf(ahead.values()),
                anew.stream()
                        .map(Letter::message)
                        .filter(message -> message.seq() <= page.from)
                        .toList(),
                page.end);
    }

    private static Fresh fresh(Puller puller, Message message) {
        return new Fresh(puller.receipt(message.seq()), message.createdAt());
    }

    private List<Letter> take(Puller puller, List<Letter> letters) {
        if (letters.isEmpty()) {
            return letters;
        }
        var offered =
                letters.stream()
                        .map(
                                letter ->
                                        new Offered(
                                                puller.receipt(letter.message.seq()),
                                                0,
                                                0,
                                                Offered.addressed(letter.message)))
                        .toList();
        var taken =
                store.write(new Take(puller.reader, null, offered, sharing.living())).orElseThrow();
        return letters.stream()
                .filter(letter -> taken.contains(puller.receipt(letter.message.seq())))
                .toList();
    }

    /** Without a place of its own it has done with all that it gets, else with what lies before. */
    private List<ReceiptTable.Key> done(
            Puller puller, Stream<Letter> letters, @Nullable Long after) {
        return after == null
                ? letters.map(letter -> puller.receipt(letter.message.seq())).distinct().toList()
                : store
                        .read(
                                sql ->
                                        HeldTable.TABLE.ofRun(
                                                sql,
                                                puller.place.run(),
                                                puller.reader,
                                                after,
                                                Done.MAX))
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
