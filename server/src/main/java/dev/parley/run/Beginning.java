package dev.parley.run;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.RunKey;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Begins a run, with its first message if there is one; as part of something larger. */
public record Beginning(RunKey key, Command<Run> begin, @Nullable Append first)
        implements Command<Optional<Posted>> {
    @Override
    public void touches(Touches touches) {
        touches.lock(key.lock());
        if (first != null) {
            first.touches(touches);
        }
    }

    @Override
    public int weight() {
        return first == null ? begin.weight() : first.weight();
    }

    @Override
    public Optional<Posted> decide(Tx tx) throws SQLException {
        begin.decide(tx);
        return first == null ? Optional.empty() : Optional.of(first.decide(tx).requireAdded());
    }
}
