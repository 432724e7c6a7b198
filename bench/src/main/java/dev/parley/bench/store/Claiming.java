package dev.parley.bench.store;

import dev.parley.bench.report.Demand;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.report.Row;
import dev.parley.protocol.Capabilities;
import java.nio.file.Path;

/** Claims a second from queues in which much else lies, beside one in which nothing does. */
public final class Claiming {
    private static final Demand HARDLY_SLOWER = new Demand.AtLeast(0.7);

    /** How many of a thousand tasks each of sixteen workers claims in one go. */
    private static final int PART = 20;

    private final String database;
    private final Bases bases;
    private final Queues queues;

    /** Where databases come from. */
    private interface Bases {
        Base named(String name) throws Exception;
    }

    /** Makes a queue. */
    private interface Filling {
        void fill(Base base) throws Exception;
    }

    private Claiming(String database, Bases bases, int mine, int sets) {
        this.database = database;
        this.bases = bases;
        this.queues = new Queues(mine, sets);
    }

    /**
     * @param mine how many tasks the claimers may claim; its square is how many others there are
     */
    public static Claiming onSqlite(Path folder, int mine, int sets) {
        return new Claiming("SQLite", name -> Base.inFolder(Folders.in(folder, name)), mine, sets);
    }

    public static Claiming onPostgres(PostgresServer server, int mine, int sets) {
        return new Claiming("PostgreSQL", server::database, mine, sets);
    }

    public void measure(Rounds rounds, Report report) throws Exception {
        var small = filled("small", queues::small);
        compare(
                "%,d queued, most for others".formatted(queues.mine() * queues.mine()),
                filled("others", queues::others),
                Queues.JAVA,
                small,
                rounds,
                report);
        var sets = filled("sets", queues::manySets);
        var distinct = "%,d capability sets queued, ".formatted(queues.sets());
        compare(distinct + "one fits", sets, Queues.JAVA, small, rounds, report);
        compare(distinct + "all fit", sets, Queues.EVERYTHING, small, rounds, report);
        compare(
                "%,d completed".formatted(queues.mine() * queues.mine()),
                filled("done", queues::done),
                Queues.JAVA,
                small,
                rounds,
                report);
    }

    private Base filled(String name, Filling filling) throws Exception {
        var base = bases.named(name);
        filling.fill(base);
        return base;
    }

    private void compare(
            String what, Base large, Capabilities has, Base small, Rounds rounds, Report report)
            throws Exception {
        try (var ours = large.open();
                var bare = small.open()) {
            int turn = Math.max(1, queues.mine() / PART);
            var many = new Claimers(ours, has, turn);
            var few = new Claimers(bare, Queues.JAVA, turn);
            var pairs = rounds.interleave(many::claim, (time, _) -> few.claim(time));
            report.add(
                    Row.of(
                            "%s, %s, claims/s".formatted(database, what),
                            pairs,
                            Sample::rowsPerSecond,
                            HARDLY_SLOWER));
        }
    }
}
