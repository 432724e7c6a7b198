package dev.parley.bench.store;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.bench.report.Demand;
import dev.parley.bench.report.Pair;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.report.Row;
import dev.parley.inbox.Look;
import dev.parley.inbox.Pull;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.run.Append;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;

/**
 * Pulling from an inbox in which much is unread, and between whose messages lie very many for
 * others, beside pulling from small ones.
 */
public final class Inboxes {
    private static final int PAGE = 10;
    private static final int OTHERS = 9;
    private static final int AT_BROADCASTS = 4;
    private static final int MOST_PULLS = 1_500;

    /** As many pages in a row as are looked at before it begins again. */
    private static final int WALK = 1_000;

    private static final String ME = "me";

    private final Path folder;
    private final int unread;
    private final int before;
    private final int between;
    private final int smallInboxes;

    /** With an n-th of the hundred thousand messages, and of the million between two of them. */
    public Inboxes(Path folder, int part) {
        this.folder = folder;
        this.unread = 100_000 / part;
        this.before = unread / 20;
        this.between = 1_000_000 / part;
        this.smallInboxes = unread / PAGE;
    }

    public void measure(Rounds rounds, Report report) throws Exception {
        var place = Folders.in(folder, "inboxes");
        List<Template> templates;
        try (var engine = Engine.open(place)) {
            templates = engine.begin(2, Appends.BODY_BYTES);
        }
        fill(place, templates.getFirst().first(), templates.getLast().first());
        try (var engine = Engine.open(place)) {
            var looked = new AtomicInteger();
            var looks =
                    rounds.interleave(
                            time -> look(engine, time, () -> ME, this::walked),
                            (time, _) -> look(engine, time, () -> small(looked), _ -> 0));
            report.add(row("a page of 10 of an inbox, %,d unread beside 10, us", looks));
            int pulls = Math.min(MOST_PULLS, smallInboxes / (rounds.count() + 1));
            var large = templates.getFirst().first().run().run();
            var small = templates.getLast().first().run().run();
            var next = new AtomicInteger();
            var pulled =
                    rounds.interleave(
                            _ -> pull(engine, large, pulls, () -> ME),
                            (_, _) -> pull(engine, small, pulls, () -> small(next)));
            report.add(row("pull of 10 in a run, delivered, %,d unread beside 10, us", pulled));
            report.note(
                    "inboxes: %,d messages for others between two of mine; every tenth of mine is a broadcast; %,d small inboxes"
                            .formatted(between, smallInboxes));
        }
    }

    private Row row(String what, List<Pair<Sample>> pairs) {
        return Row.of(what.formatted(unread), pairs, Sample::microsPerRow, new Demand.AtMost(1.5));
    }

    /** One run with everything that is mine in it, and one for the small inboxes. */
    private void fill(Path place, Append large, Append small) throws Exception {
        var dialect = Engine.dialect(place);
        dialect.prepare();
        try (var sql = dialect.openWriter()) {
            var mail = new Mail(sql);
            int all = unread + between;
            mail.messages(large, all);
            var mine = "(i <= %d OR i > %d)".formatted(before, before + between);
            mail.receipts(large.run(), "'" + ME + "'", all, mine);
            for (int other = 0; other < OTHERS; other++) {
                var theirs = "NOT " + mine + " AND i % " + OTHERS + " = " + other;
                var broadcast = other < AT_BROADCASTS ? " OR " + mine + " AND i % 10 = 0" : "";
                mail.receipts(large.run(), "'other" + other + "'", all, theirs + broadcast);
            }
            mail.messages(small, smallInboxes * PAGE);
            var each = "'small' || ((i - 1) / " + PAGE + ")";
            mail.receipts(small.run(), each, smallInboxes * PAGE, "true");
            mail.inboxes();
        } finally {
            dialect.close();
        }
    }

    private String small(AtomicInteger next) {
        return "small" + next.getAndIncrement() % smallInboxes;
    }

    /** Begins with the page in whose midst the others' messages lie. */
    private long walked(int pages) {
        int walk = Math.min(WALK, (unread - before) / PAGE);
        return before - PAGE / 2 + (long) (pages % walk) * PAGE;
    }

    private static Sample look(
            Engine engine, Duration time, Supplier<String> whose, IntToLongFunction after) {
        var inbox = engine.agentInbox();
        int pages = 0;
        long begun = System.nanoTime();
        for (long end = begun + time.toNanos(); System.nanoTime() < end; pages++) {
            var look = new Look(after.applyAsLong(pages), PAGE, Duration.ZERO, null);
            require(inbox.look(Engine.OWNER, whose.get(), InstanceId.ONLY, look).items().size());
        }
        return new Sample(pages, 1, System.nanoTime() - begun, 0);
    }

    /** Hands out what nobody was handed yet; small inboxes are pulled once each. */
    private static Sample pull(Engine engine, RunId run, int pulls, Supplier<String> whose) {
        var inbox = engine.inbox();
        long begun = System.nanoTime();
        for (int i = 0; i < pulls; i++) {
            var name = new AgentName(whose.get());
            var who = new Principal("tok_bench", Space.DEFAULT, Role.WORKER, name.value(), name);
            var pulled =
                    inbox.pull(
                            who, run, InstanceId.ONLY, new Pull(null, PAGE, null, Duration.ZERO));
            require(pulled.messages().size());
        }
        return new Sample(pulls, 1, System.nanoTime() - begun, 0);
    }

    private static void require(int found) {
        if (found != PAGE) {
            throw new IllegalStateException("a page has " + found + " messages");
        }
    }
}
