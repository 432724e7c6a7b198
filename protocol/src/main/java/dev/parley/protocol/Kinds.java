package dev.parley.protocol;

import static dev.parley.protocol.Direction.BACK;
import static dev.parley.protocol.Direction.DOWN;
import static dev.parley.protocol.Direction.FROM_SYSTEM;
import static dev.parley.protocol.Direction.FROM_USER;
import static dev.parley.protocol.Direction.TO_USER;
import static dev.parley.protocol.Direction.UP;
import static dev.parley.protocol.Visibility.INTERNAL;
import static dev.parley.protocol.Visibility.USER_VISIBLE;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The table of kinds: what each word that a sender may write means. A new kind is one row. */
public final class Kinds {
    private static final Kinds STANDARD = standardTable();

    private final Map<String, Kind> rows;

    private Kinds(Map<String, Kind> rows) {
        this.rows = Collections.unmodifiableMap(rows);
    }

    public static Kinds standard() {
        return STANDARD;
    }

    /** This table with further rows; a row of the same name replaces the standard one. */
    public Kinds with(Collection<Kind> more) {
        var all = new LinkedHashMap<>(rows);
        more.forEach(kind -> all.put(kind.name(), kind));
        return new Kinds(all);
    }

    public Optional<Kind> find(String name) {
        return Optional.ofNullable(rows.get(name));
    }

    public Collection<Kind> all() {
        return rows.values();
    }

    private static Kinds standardTable() {
        var table = new Table();
        table.row("intent_brief", Act.ASSIGN, Set.of(DOWN), Set.of(DOWN), INTERNAL, true);
        table.row("DELEGATE", Act.ASSIGN, Set.of(DOWN), Set.of(DOWN), INTERNAL, true);
        table.row("result_bundle", Act.RESULT, Set.of(UP), Set.of(UP), INTERNAL, false);
        table.row("REPORT", Act.RESULT, Set.of(UP), Set.of(UP), INTERNAL, false);
        table.row("clarification_request", Act.ASK, Set.of(UP), Set.of(UP), INTERNAL, true);
        table.row("status_check", Act.ASK, Set.of(DOWN), Set.of(DOWN), INTERNAL, true);
        table.row("QUERY", Act.ASK, Set.of(UP), Set.of(UP), INTERNAL, true);
        table.row("clarification_reply", Act.ANSWER, Set.of(DOWN), Set.of(DOWN), INTERNAL, false);
        table.row("status_reply", Act.ANSWER, Set.of(UP), Set.of(UP), INTERNAL, false);
        table.row("ANSWER", Act.ANSWER, Set.of(DOWN), Set.of(DOWN), INTERNAL, false);
        table.row(
                "REQUEST_USER_INPUT",
                Act.ASK_USER,
                Set.of(TO_USER, UP),
                Set.of(TO_USER),
                USER_VISIBLE,
                true);
        table.row(
                "USER_RESPONSE",
                Act.USER_ANSWER,
                Set.of(FROM_USER),
                Set.of(FROM_USER),
                USER_VISIBLE,
                false);
        table.row("plan_update", Act.PROGRESS, Set.of(UP), Set.of(UP), INTERNAL, false);
        table.row("tool_intent", Act.PROGRESS, Set.of(UP), Set.of(UP), USER_VISIBLE, false);
        table.row("tool_result", Act.PROGRESS, Set.of(UP), Set.of(UP), USER_VISIBLE, false);
        table.row("build_update", Act.PROGRESS, Set.of(UP), Set.of(UP), USER_VISIBLE, false);
        table.row("artifact", Act.PROGRESS, Set.of(UP), Set.of(UP), USER_VISIBLE, false);
        table.row("blocker", Act.BLOCKED, Set.of(UP), Set.of(UP), USER_VISIBLE, true);
        table.row("decision", Act.DECIDE, Set.of(DOWN), Set.of(DOWN), INTERNAL, false);
        table.row(
                "final_response", Act.FINAL, Set.of(TO_USER), Set.of(TO_USER), USER_VISIBLE, false);
        table.row("cancel", Act.CANCEL, Set.of(DOWN), Set.of(DOWN), INTERNAL, false);
        table.row("ack", Act.ACK, Set.of(BACK), Set.of(BACK), INTERNAL, false);
        table.row("message", Act.SAY, Set.of(FROM_USER), Set.of(FROM_USER), USER_VISIBLE, false);
        table.row("task", Act.SAY, Set.of(), Set.of(), USER_VISIBLE, false);
        table.row("progress", Act.PROGRESS, Set.of(UP), Set.of(UP), USER_VISIBLE, false);
        for (var change : new String[] {"status", "intent", "participant", "question"}) {
            table.row(
                    change, Act.SYSTEM, Set.of(FROM_SYSTEM), Set.of(FROM_SYSTEM), INTERNAL, false);
        }
        return new Kinds(table.rows);
    }

    private static final class Table {
        private final Map<String, Kind> rows = new LinkedHashMap<>();

        void row(
                String name,
                Act act,
                Set<Direction> managed,
                Set<Direction> tree,
                Visibility visibility,
                boolean expectsReply) {
            rows.put(name, new Kind(name, act, managed, tree, visibility, expectsReply));
        }
    }
}
