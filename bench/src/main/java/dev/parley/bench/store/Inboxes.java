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
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Pulling from an inbox in which much is unread, and between whose messages lie very many for
 * others, beside pulling from small ones.
 */
public final class Inboxes {
    private static final int PAGE = 10;
    private static final int SMALL = 2_000;
    private static final int OTHERS = 9;
    private static final int AT_BROADCASTS = 4;
    private static final int MAX_PULLS = 300;
    private static final String ME = "me";

    private final Path folder;
    private final long unread;
    private final long before;
    private final long between;

    /** With an n-th of the hundred thousand messages, and of the million between two of them. */
    public Inboxes(Path folder, int part) {
        this.folder = folder;
        this.unread = 100_000 / part;
        this.before = unread / 20;
        this.between = 1_000_000 / part;
    }

    public void measure(Rounds rounds, Report report) throws Exception {
        var place = Folders.in(folder, "inboxes");
        List<RunId> runs;
        try (var engine = Engine.open(place)) {
            runs = fill(place, engine.begin(2, Appends.BODY_BYTES));
        }
        try (var engine = Engine.open(place)) {
            var looks =
                    rounds.interleave(
                            time -> look(engine, time, true),
                            (time, _) -> look(engine, time, false));
            report.add(row("a page of 10 of an inbox, %,d unread beside 10, us", looks));
            long enough = Math.min(SMALL, unread / PAGE) / (rounds.count() + 1);
            int pulls = (int) Math.min(MAX_PULLS, enough);
            int[] done = {0, 0};
            var pulled =
                    rounds.interleave(
                            _ -> pull(engine, runs.getFirst(), pulls, done, true),
                            (_, _) -> pull(engine, runs.getLast(), pulls, done, false));
            report.add(row("pull of 10 in a run, delivered, %,d unread beside 10, us", pulled));
            report.note(
                    "inboxes: %,d messages for others between two of mine; every tenth of mine is a broadcast; %,d small inboxes"
                            .formatted(between, SMALL));
        }
    }

    private Row row(String what, List<Pair<Sample>> pairs) {
        return Row.of(what.formatted(unread), pairs, Sample::microsPerRow, new Demand.AtMost(1.5));
    }

    /** One run with everything that is mine in it, and one for the small inboxes. */
    private List<RunId> fill(Path place, List<Template> templates) throws Exception {
        var large = templates.getFirst().first();
        var small = templates.getLast().first();
        var dialect = Engine.dialect(place);
        try (var sql = dialect.openWriter()) {
            var mail = new Mail(sql);
            long all = unread + between;
            mail.messages(large, all);
            var mine = "(i <= %d OR i > %d)".formatted(before, before + between);
            mail.receipts(large.run(), "'" + ME + "'", all, mine);
            for (int other = 0; other < OTHERS; other++) {
                var theirs = "NOT " + mine + " AND i % " + OTHERS + " = " + other;
                var broadcast = other < AT_BROADCASTS ? " OR " + mine + " AND i % 10 = 0" : "";
                mail.receipts(large.run(), "'other" + other + "'", all, theirs + broadcast);
            }
            mail.messages(small, (long) SMALL * PAGE);
            var each = "'small' || ((i - 1) / " + PAGE + ")";
            mail.receipts(small.run(), each, (long) SMALL * PAGE, "true");
            mail.inboxes();
        } finally {
            dialect.close();
        }
        return List.of(large.run().run(), small.run().run());
    }

    private static String small(int i) {
        return "small" + i;
    }

    /** Looks at pages at one place after the other, that at the gap among them. */
    private Sample look(Engine engine, Duration time, boolean isLarge) {
        var inbox = engine.agentInbox();
        long pages = 0;
        long begun = System.nanoTime();
        for (long end = begun + time.toNanos(); System.nanoTime() < end; pages++) {
            long step = pages * 7_919 % (unread - PAGE);
            long after = isLarge ? pages % 2 == 0 ? before - PAGE / 2 : step : 0;
            var whose = isLarge ? ME : small((int) (pages % SMALL));
            var found = inbox.look(Engine.OWNER, whose, new Look(after, PAGE, Duration.ZERO, null));
            require(found.items().size());
        }
        return new Sample(pages, 1, System.nanoTime() - begun, 0);
    }

    /** Hands out what nobody was handed yet; small inboxes are pulled once each. */
    private static Sample pull(Engine engine, RunId run, int pulls, int[] done, boolean isLarge) {
        var inbox = engine.inbox();
        long begun = System.nanoTime();
        for (int i = 0; i < pulls; i++) {
            var name = isLarge ? ME : small(done[1]);
            done[isLarge ? 0 : 1]++;
            var who =
                    new Principal(
                            "tok_" + name,
                            new Space("default"),
                            Role.WORKER,
                            name,
                            new AgentName(name));
            var pulled = inbox.pull(who, run, new Pull(null, PAGE, null, Duration.ZERO));
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
