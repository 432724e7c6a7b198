package dev.parley.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.Message;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.Wire;
import dev.parley.run.GivenUp;
import dev.parley.run.Withdrawal;
import dev.parley.run.conduct.Board;
import dev.parley.run.conduct.Conduct;
import dev.parley.run.conduct.Ending;
import dev.parley.run.conduct.Said;
import dev.parley.store.Sql;
import dev.parley.store.table.AwaitedState;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.RunAgentTable;
import dev.parley.store.table.RunStatus;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.Standing;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How everybody in a run ought to stand, worked out from its log alone. */
final class Replay implements Board {
    private static final int PAGE = 500;

    private final RunTable.Row run;
    private final Kinds kinds;
    private final Conduct conduct;
    private final Map<String, RunAgentTable.Row> agents = new TreeMap<>();
    private final Map<Long, AwaitedTable.Row> awaited = new TreeMap<>();

    Replay(RunTable.Row run, Kinds kinds) {
        this.run = run;
        this.kinds = kinds;
        var begun =
                RunTable.Row.begun(
                        run.key(),
                        run.session(),
                        run.protocol(),
                        run.roster(),
                        run.createdBy(),
                        run.createdAt());
        this.conduct = new Conduct(this, begun, Duration.ZERO);
    }

    /** Applies the next entry of the log. */
    void follow(Message message, String speaker, Set<String> heard, @Nullable Long about)
            throws SQLException {
        if (message.act() == Act.SYSTEM) {
            tell(message);
        } else if (!message.fromAgent().equals(Address.SYSTEM)
                && !conduct.standing().status().isFinal()) {
            conduct.follow(new Said(message, speaker, heard, kinds.find(message.kind()), about));
        }
    }

    /** What the hub itself wrote about the run. */
    private void tell(Message message) throws SQLException {
        switch (message.payload().path("change").asText()) {
            case "timed_out" -> {
                conduct.timeOut(message.payload().path("awaited").asLong());
                return;
            }
            case Withdrawal.CHANGE -> {
                conduct.letGo(message.payload().path("agent").asText());
                return;
            }
            case GivenUp.UNACKED, GivenUp.REQUEUED, "claimed", "task", "priority" -> {
                return;
            }
            default -> {}
        }
        if (message.kind().equals("question")) {
            tellAnswer(message.payload());
            tellApproval(message.payload());
        }
        boolean isShown = message.visibility() == Visibility.USER_VISIBLE;
        if (isShown && !conduct.standing().status().isFinal()) {
            conduct.stands(conduct.standing().silent(0));
        }
        if (!message.kind().equals("status") || !message.payload().has("status")) {
            return;
        }
        var standing = conduct.standing();
        var payload = message.payload();
        var status = Wire.read(RunStatus.class, "status", payload.path("status").asText());
        if (status.isFinal()) {
            agents.replaceAll((_, agent) -> Ending.released(agent));
            awaited.replaceAll((_, row) -> row.isOpen() ? row.state(AwaitedState.CANCELLED) : row);
            conduct.stands(standing.as(status));
        } else if (payload.path("paused").asBoolean()) {
            conduct.stands(standing.pause(payload.path("reason").asText(), null));
        } else {
            conduct.stands(standing.resume());
        }
    }

    /** A person let agents go on asking back about an assignment. */
    private void tellAnswer(JsonNode payload) {
        if (payload.path("choice").asText().equals("continue") && payload.has("assignment")) {
            awaited.computeIfPresent(
                    payload.path("assignment").longValue(), (_, row) -> row.askedAnew());
        }
    }

    /** A run waits for a person while one is asked to approve what an agent would do. */
    private void tellApproval(JsonNode payload) {
        var standing = conduct.standing();
        if (payload.path("guard").asText().equals("tool-approval")
                && !standing.status().isFinal()) {
            boolean isOpened = payload.path("change").asText().equals("opened");
            conduct.stands(standing.matters(isOpened ? 1 : -1));
        }
    }

    /** Where the store says otherwise, in words. */
    List<String> differences(Sql sql) throws SQLException {
        var found = new ArrayList<String>();
        compareStanding(found);
        compareAgents(sql, found);
        compareAwaited(sql, found);
        return found;
    }

    private void compareStanding(List<String> found) {
        var expected = facts(conduct.standing());
        var stored = facts(run.standing());
        if (!expected.equals(stored)) {
            found.add("it stands as " + stored + " but its log says " + expected);
        }
    }

    private static List<Object> facts(Standing standing) {
        return List.of(
                standing.status(), standing.paused(), standing.openMatters(), standing.silent());
    }

    private void compareAgents(Sql sql, List<String> found) throws SQLException {
        var rest = new TreeMap<>(agents);
        var last = "";
        while (true) {
            var page = RunAgentTable.TABLE.of(sql, run.key(), last, PAGE);
            for (var stored : page) {
                last = stored.key().agent();
                if (!stored.equals(rest.remove(last))) {
                    found.add("the state of " + last + " is not what follows from its log");
                }
            }
            if (page.isEmpty()) {
                break;
            }
        }
        rest.values().removeIf(row -> row.equals(RunAgentTable.Row.idle(row.key())));
        rest.keySet().forEach(name -> found.add("the state of " + name + " is missing"));
    }

    private void compareAwaited(Sql sql, List<String> found) throws SQLException {
        var rest = new TreeMap<>(awaited);
        long last = 0;
        while (true) {
            var page = AwaitedTable.TABLE.of(sql, run.key(), last, PAGE);
            for (var stored : page) {
                last = stored.key().seq();
                var expected = rest.remove(last);
                if (expected == null || !stored.equals(expected.timedAs(stored))) {
                    found.add(
                            "what is awaited at seq " + last + " is not what follows from its log");
                }
            }
            if (page.isEmpty()) {
                break;
            }
        }
        rest.keySet().forEach(seq -> found.add("nothing is awaited at seq " + seq));
    }

    @Override
    public RunAgentTable.Row agent(String name) {
        return agents.computeIfAbsent(
                name, _ -> RunAgentTable.Row.idle(new RunAgentTable.Key(run.key(), name)));
    }

    @Override
    public void put(RunAgentTable.Row agent) {
        agents.put(agent.key().agent(), agent);
    }

    @Override
    public Optional<AwaitedTable.Row> awaited(long seq) {
        return Optional.ofNullable(awaited.get(seq));
    }

    @Override
    public void put(AwaitedTable.Row row) {
        awaited.put(row.key().seq(), row);
    }
}
