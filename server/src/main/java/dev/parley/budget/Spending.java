package dev.parley.budget;

import dev.parley.model.Model;
import dev.parley.model.ModelRef;
import dev.parley.model.Tokens;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.store.Command;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.Usage;
import dev.parley.store.table.UsageTable;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps count of what models use, as it happens, in every run that bears it; and refuses where
 * nothing is left.
 */
public final class Spending {
    private static final String RUN = "budgets.run";
    private static final String AGENT_DAY = "budgets.agent-day";

    private final Store store;
    private final InstantSource clock;
    private final Budgets budgets;

    /**
     * How much may be used.
     *
     * @param run by a run and all that is done on its behalf
     * @param agent by an agent in a day, unless it has a budget of its own
     */
    public record Budgets(Budget run, Budget agent) {
        public static final Budgets NONE = new Budgets(Budget.NONE, Budget.NONE);
    }

    public Spending(Store store, InstantSource clock, Budgets budgets) {
        this.store = store;
        this.clock = clock;
        this.budgets = budgets;
    }

    /** Who bears what a turn uses. */
    public Account account(SessionRow session, Message asked, @Nullable Budget own) {
        var agent = session.key().agent();
        var runs = store.read(sql -> Descent.of(sql, session, asked));
        var space = session.key().run().space();
        return own == null
                ? new Account(space, agent, runs, budgets.agent, AGENT_DAY)
                : new Account(space, agent, runs, own, "agents." + agent + ".budget");
    }

    /** Who bears what is used outside of turns: the agent that wants it and the run it is for. */
    public Account account(Space space, @Nullable AgentName agent, @Nullable RunId run) {
        var runs = run == null ? List.<RunKey>of() : List.of(new RunKey(space, run));
        return new Account(space, agent, runs, budgets.agent, AGENT_DAY);
    }

    /**
     * Refuses when one of those who would bear it has nothing left, or when nobody would know what
     * a model costs that may cost so much.
     */
    public void requireLeft(Account account, Model model) {
        if (!model.hasPrice()) {
            requireNoBound(account, model.ref());
        }
        var why = store.read(sql -> spent(sql, account));
        if (why.isPresent()) {
            throw new ParleyException(Problem.BUDGET_SPENT, why.get() + " in parley.yaml");
        }
    }

    private void requireNoBound(Account account, ModelRef model) {
        boolean isRunBound = budgets.run.cost() != null && !account.runs().isEmpty();
        boolean isAgentBound = account.budget().cost() != null && account.agent() != null;
        if (isRunBound || isAgentBound) {
            throw new ParleyException(
                    Problem.AGENT_FAILED,
                    "model %s has no price, and %s.cost bounds what may be spent; name its price under models.%s.prices in parley.yaml"
                            .formatted(model, isRunBound ? RUN : account.key(), model.provider()));
        }
    }

    private Optional<String> spent(Sql sql, Account account) throws SQLException {
        for (var run : account.runs()) {
            var used = UsageTable.TABLE.find(sql, UsageTable.Key.of(run)).all();
            var why = budgets.run.spent(used, RUN);
            if (why.isPresent()) {
                return Optional.of(run.run() + " has used " + why.get());
            }
        }
        var today = today(account, clock.instant());
        if (today == null) {
            return Optional.empty();
        }
        return account.budget()
                .spent(UsageTable.TABLE.find(sql, today).all(), account.key())
                .map(words -> account.agent() + " has used " + words + " for a day");
    }

    /** Notes what a call has used. */
    public void add(Account account, Tokens used) {
        var usage = new Usage(1, used.input(), used.output(), used.cost());
        store.write(new Note(account, usage, today(account, clock.instant())));
    }

    private static UsageTable.@Nullable Key today(Account account, Instant now) {
        var agent = account.agent();
        var day = LocalDate.ofInstant(now, ZoneOffset.UTC);
        return agent == null ? null : UsageTable.Key.of(account.space(), agent, day);
    }

    private record Note(Account account, Usage used, UsageTable.@Nullable Key today)
            implements Command<Boolean> {
        @Override
        public void touches(Touches touches) {
            if (today != null) {
                touch(touches, today);
            }
            account.runs().forEach(run -> touch(touches, UsageTable.Key.of(run)));
        }

        private static void touch(Touches touches, UsageTable.Key key) {
            touches.lock(key.lock());
            touches.row(UsageTable.TABLE, key);
        }

        @Override
        public Boolean decide(Tx tx) throws SQLException {
            if (today != null) {
                add(tx, today, used, Usage.NONE);
            }
            boolean isOwn = true;
            for (var run : account.runs()) {
                var key = UsageTable.Key.of(run);
                add(tx, key, isOwn ? used : Usage.NONE, isOwn ? Usage.NONE : used);
                isOwn = false;
            }
            return true;
        }

        private static void add(Tx tx, UsageTable.Key key, Usage own, Usage below)
                throws SQLException {
            var rows = tx.rows(UsageTable.TABLE);
            var row = rows.find(key).orElseGet(() -> UsageTable.Row.none(key));
            rows.put(new UsageTable.Row(key, row.own().plus(own), row.below().plus(below)));
        }
    }
}
