package dev.parley.session;

import dev.parley.protocol.Act;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.run.Entry;
import dev.parley.run.Verdicts;
import dev.parley.run.Wording;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.VerdictTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Has a report judged before the agent that asked for it is told. */
final class Judging {
    /** An assignment, and what was asked for anew since. */
    private static final int MAX_ASSIGNMENTS = 4;

    private final Troupe.Base base;
    private final Verdicts verdicts;
    private final Wording wording;

    Judging(Troupe.Base base) {
        this.base = base;
        this.verdicts = new Verdicts(base.store());
        this.wording = new Wording(base.payloads());
    }

    /** What the agent is told beside the report: why it is not what was asked for. */
    String on(SessionRow session, Message report) throws InterruptedException {
        var run = session.key().run();
        var ruled = Optional.ofNullable(verdicts.on(run, List.of(report)).get(report.seq()));
        if (ruled.isEmpty()) {
            return "";
        }
        var verdict =
                ruled.get().by().equals(Verdicts.RULE)
                        ? anew(session, report, ruled.get())
                        : ruled.get();
        return verdict.completed()
                ? ""
                : "\n\n[judged: not completed, because " + verdict.reason() + "]";
    }

    private VerdictTable.Row anew(SessionRow session, Message report, VerdictTable.Row ruled)
            throws InterruptedException {
        var reader = Performing.agent(session.key());
        var tasks = new ArrayList<String>();
        for (var task : assignments(session.key().run(), report)) {
            tasks.addFirst(wording.read(reader, task));
        }
        if (tasks.isEmpty()) {
            return ruled;
        }
        var opinion =
                base.judge()
                        .judge(
                                new Judge.Case(
                                        session,
                                        report,
                                        String.join("\n\n", tasks),
                                        wording.read(reader, report)));
        return opinion.isEmpty()
                ? ruled
                : verdicts.amend(ruled.key(), opinion.get().completed(), opinion.get().reason());
    }

    /** What was asked for, the newest first: each follow-up is about a report on the one before. */
    private List<Message> assignments(RunKey run, Message report) {
        var found = new ArrayList<Message>();
        var task = find(run, report.parentId(), Act.ASSIGN);
        while (task.isPresent() && found.size() < MAX_ASSIGNMENTS) {
            found.add(task.get());
            task =
                    find(run, task.get().parentId(), Act.RESULT)
                            .flatMap(before -> find(run, before.parentId(), Act.ASSIGN));
        }
        return found;
    }

    private Optional<Message> find(RunKey run, @Nullable MessageId id, Act act) {
        return id == null
                ? Optional.empty()
                : base.store()
                        .read(sql -> MessageTable.TABLE.find(sql, new MessageTable.Key(run, id)))
                        .map(Entry::message)
                        .filter(message -> message.act() == act);
    }
}
