package dev.parley.access;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.LoginTable;
import dev.parley.store.table.TokenTable;
import java.sql.SQLException;

/**
 * Keeps one more session or link of a token, and as many of the older ones as there is room for.
 */
record Admit(Secret secret, LoginTable.Row row) implements Command<Logins.Opened> {
    /** A token has no more of a kind. */
    static final int MAX_PER_TOKEN = 100;

    @Override
    public void touches(Touches touches) {
        touches.lock(Logins.lock(row.tokenId()));
    }

    @Override
    public Logins.Opened decide(Tx tx) throws SQLException {
        var sql = tx.settled();
        var token = TokenTable.TABLE.byId(sql, row.tokenId()).orElseThrow(Admit::noToken);
        var caller = Tokens.bearer(token, tx.now()).at(row.loginId());
        var crowd =
                LoginTable.TABLE.olderThanNewest(sql, row.tokenId(), row.kind(), MAX_PER_TOKEN - 1);
        crowd.forEach(old -> Logins.remove(tx, old));
        tx.rows(LoginTable.TABLE).put(row);
        return new Logins.Opened(caller, secret);
    }

    /** What the hub lends to programs is not kept. */
    private static ParleyException noToken() {
        return new ParleyException(
                Problem.UNAUTHENTICATED, "a program's pass does not open the console");
    }
}
