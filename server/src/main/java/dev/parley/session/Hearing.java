package dev.parley.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.bus.Asides;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Sha256;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Asked;
import dev.parley.run.Chronicle;
import dev.parley.run.Deed;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Writes down what an agent does in its turn, and passes on what it says. */
record Hearing(Troupe.Base base, Turn turn) implements Ear {
    @Override
    public void step(String kind, String summary, ObjectNode details) {
        var run = turn.session().key().run();
        base.store().write(new Step(run, deed(kind, summary, details), base.chronicle()));
    }

    private Deed deed(String kind, String summary, ObjectNode details) {
        var key = turn.session().key();
        var by = turn.agent();
        var members = base.runs().facts(by, key.run().run()).members();
        return new Deed(
                new MessageId(base.ids().next("msg")),
                members.nameOf(key.agent()),
                by.label(),
                kind,
                Visibility.USER_VISIBLE,
                summary,
                base.payloads().keep(key.run().space(), by.label(), details, "output"),
                turn.message().messageId(),
                Sha256.of(Json.write(details)));
    }

    @Override
    public void said(String words) {
        var key = turn.session().key();
        base.asides()
                .say(
                        new Asides.Aside(
                                key.run().space(),
                                key.run().run(),
                                turn.session().id(),
                                key.agent().value(),
                                turn.message().messageId().value(),
                                words));
    }

    @Override
    public Optional<Leave> asked(String text, String action, ObjectNode arguments, Duration left)
            throws InterruptedException {
        return new Permissions(base.store(), base.wakeups(), base.chronicle())
                .ask(turn, Asked.toApprove(text, context(), action, arguments), left);
    }

    private ObjectNode context() {
        return Permissions.context(turn.session(), turn.message().messageId());
    }

    private record Step(RunKey run, Deed deed, Chronicle chronicle) implements Command<Long> {
        @Override
        public void touches(Touches touches) {
            touches.lock(run.lock());
            touches.row(RunTable.TABLE, run);
        }

        @Override
        public Long decide(Tx tx) throws SQLException {
            var chapter = chronicle.of(tx, run);
            return chapter.run().status().isFinal() ? 0L : chapter.add(deed);
        }
    }
}
