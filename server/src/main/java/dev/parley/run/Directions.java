package dev.parley.run;

import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Direction;
import dev.parley.protocol.Kind;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.Wire;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Collectors;

/** Who may send which kind to whom in a run, by its protocol. */
final class Directions {
    static final AgentName MANAGER = new AgentName("manager");

    private final RunProtocol protocol;
    private final Members members;
    private final Parents parents;

    /** Whose child an agent is, by its card. */
    interface Parents {
        Optional<AgentName> of(AgentName agent) throws SQLException;
    }

    Directions(RunProtocol protocol, Members members, Parents parents) {
        this.protocol = protocol;
        this.members = members;
        this.parents = parents;
    }

    /** Refuses a message that does not run in a way that its kind may. */
    void require(Message message, Kind kind) throws SQLException {
        if (protocol.isFree() || message.act() == Act.ACK) {
            return;
        }
        var direction = direction(message);
        var allowed = kind.directions(protocol);
        if (direction.isEmpty() || !allowed.contains(direction.get())) {
            throw new ParleyException(
                    Problem.WRONG_DIRECTION,
                    "in a "
                            + Wire.name(protocol)
                            + " run, "
                            + kind.name()
                            + " runs "
                            + allowed.stream()
                                    .map(Directions::words)
                                    .sorted()
                                    .collect(Collectors.joining(" or "))
                            + ", not from "
                            + message.fromAgent()
                            + " to "
                            + message.toAgent()
                            + "; "
                            + direction.map(this::fitting).orElseGet(this::nowhere));
        }
        if (direction.get() == Direction.TO_USER) {
            requireNarrator(message);
        }
    }

    /** What may be sent that way instead. */
    private String fitting(Direction direction) {
        return Kinds.standard().all().stream()
                .filter(kind -> kind.directions(protocol).contains(direction))
                .map(Kind::name)
                .collect(Collectors.joining(", ", "what may be sent there is ", ""));
    }

    private String nowhere() {
        return protocol == RunProtocol.MANAGED
                ? "workers send to manager only"
                : "a tree goes from parent to child and back, as their cards say: PUT"
                        + " /api/agents/CHILD {\"parent\":\"NAME\"} by a person";
    }

    private Optional<Direction> direction(Message message) throws SQLException {
        var from = message.fromAgent().agent().map(members::agent);
        if (from.isEmpty()) {
            return Optional.of(Direction.FROM_USER);
        }
        if (message.toAgent().isUser()) {
            return Optional.of(Direction.TO_USER);
        }
        return protocol == RunProtocol.MANAGED
                ? managed(from.get(), message.toAgent())
                : tree(from.get(), message.toAgent());
    }

    private Optional<Direction> managed(AgentName from, Address to) {
        if (isManager(from)) {
            return Optional.of(Direction.DOWN);
        }
        boolean isUp =
                to.isBroadcast()
                        || to.agent().map(members::agent).filter(this::isManager).isPresent();
        return isUp ? Optional.of(Direction.UP) : Optional.empty();
    }

    private Optional<Direction> tree(AgentName from, Address to) throws SQLException {
        if (to.isBroadcast()) {
            return Optional.empty();
        }
        var target = to.agent().map(members::agent).orElseThrow();
        if (parents.of(target).filter(from::equals).isPresent()) {
            return Optional.of(Direction.DOWN);
        }
        boolean isUp = parents.of(from).filter(target::equals).isPresent();
        return isUp ? Optional.of(Direction.UP) : Optional.empty();
    }

    private void requireNarrator(Message message) throws SQLException {
        var from = message.fromAgent().agent().map(members::agent).orElseThrow();
        if (protocol == RunProtocol.MANAGED && !isManager(from)) {
            throw new ParleyException(
                    Problem.NOT_NARRATOR,
                    "in a managed run only the manager speaks to the user; send this to manager");
        }
        if (message.act() == Act.FINAL && parents.of(from).filter(members::has).isPresent()) {
            throw new ParleyException(
                    Problem.NOT_NARRATOR,
                    "the final response of a tree comes from its root; report to your parent");
        }
    }

    private boolean isManager(AgentName agent) {
        return members.agent(MANAGER).equals(agent);
    }

    private static String words(Direction direction) {
        return switch (direction) {
            case DOWN -> "down to a worker or child";
            case UP -> "up to the manager or parent";
            case TO_USER -> "to the user";
            case FROM_USER -> "from the user";
            case BACK -> "back to the sender of what it is about";
            case FROM_SYSTEM -> "from the hub alone";
        };
    }
}
