package dev.parley.protocol;

import java.util.Set;

/**
 * One row of the table of kinds.
 *
 * @param managed the directions in which a managed run allows it
 * @param tree the directions in which a tree run allows it
 * @param visibility what it is unless the sender says otherwise
 * @param expectsReply whether a reply is expected unless the sender says otherwise
 */
public record Kind(
        String name,
        Act act,
        Set<Direction> managed,
        Set<Direction> tree,
        Visibility visibility,
        boolean expectsReply) {
    public Kind {
        Names.requireId("kind", name);
        managed = Set.copyOf(managed);
        tree = Set.copyOf(tree);
    }

    /**
     * The directions in which a run of this protocol allows the kind; one that is free only keeps
     * the hub's own entries to the hub.
     */
    public Set<Direction> directions(RunProtocol protocol) {
        return switch (protocol) {
            case MANAGED -> managed;
            case TREE -> tree;
            case OPEN, CLOSED -> act == Act.SYSTEM ? managed : Set.of(Direction.values());
        };
    }
}
