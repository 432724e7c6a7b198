package dev.parley.access;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.LoginTable;
import dev.parley.store.table.LoginTable.Kind;
import java.sql.SQLException;
import java.util.function.Function;

/** Takes a link, and lets in whoever it was made for. */
record Redeem(String link, long now, Function<LoginTable.Row, Admit> opening)
        implements Command<Logins.Opened> {
    @Override
    public void touches(Touches touches) {
        touches.row(LoginTable.TABLE, link);
    }

    @Override
    public Logins.Opened decide(Tx tx) throws SQLException {
        var opened =
                tx.rows(LoginTable.TABLE)
                        .find(link)
                        .filter(row -> row.isGood(Kind.LINK, now))
                        .orElseThrow(Redeem::tooLate);
        tx.hold(Logins.lock(opened.tokenId()));
        Logins.remove(tx, opened);
        return opening.apply(opened).decide(tx);
    }

    private static ParleyException tooLate() {
        return new ParleyException(
                Problem.UNAUTHENTICATED,
                "this link was used already or is too old; ./parley console makes another");
    }
}
