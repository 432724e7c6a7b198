package dev.parley.store.postgres;

import dev.parley.store.Sql;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Finds out what became of a commit whose answer was lost with its connection. */
final class CommitOutcome {
    private static final int ATTEMPTS = 20;
    private static final long PAUSE_MILLIS = 250;

    private final DataSource source;

    /** Nobody can say whether the batch was kept. */
    static final class Unknown extends SQLException {
        Unknown(SQLException cause) {
            super("the outcome of a commit is unknown", cause.getSQLState(), cause);
        }
    }

    CommitOutcome(DataSource source) {
        this.source = source;
    }

    /** Returns when the transaction turns out to be committed; throws what it was otherwise. */
    void settle(Sql sql, String transaction, SQLException broken) throws SQLException {
        if (!isCutOff(broken) || transaction.equals("null")) {
            throw broken;
        }
        sql.close();
        switch (ask(transaction, broken)) {
            case "committed" -> {}
            case "aborted" -> throw broken;
            default -> throw new Unknown(broken);
        }
    }

    /**
     * A server that shuts down may say so in place of the answer to a commit it has carried out.
     */
    private static boolean isCutOff(SQLException broken) {
        var state = String.valueOf(broken.getSQLState());
        return state.startsWith("08") || state.startsWith("57P");
    }

    private String ask(String transaction, SQLException broken) throws Unknown {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try (var sql = new Sql(source.getConnection())) {
                var status =
                        sql.row(
                                        "SELECT pg_xact_status(?::text::xid8)",
                                        row -> String.valueOf(row.getString(1)),
                                        transaction)
                                .orElse("unknown");
                if (!status.equals("in progress")) {
                    return status;
                }
            } catch (SQLException unreachable) {
                broken.addSuppressed(unreachable);
            }
            pause(broken);
        }
        return "unknown";
    }

    private static void pause(SQLException broken) throws Unknown {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new Unknown(broken);
        }
    }
}
