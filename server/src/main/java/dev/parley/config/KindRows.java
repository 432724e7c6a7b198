package dev.parley.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.Act;
import dev.parley.protocol.Direction;
import dev.parley.protocol.Kind;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.Wire;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The rows that {@code kinds:} adds to the table of kinds: {@code review: {act: ask, expects-reply:
 * true, managed: [down], tree: [down]}}. Visibility is internal, no reply is expected and no
 * direction allowed in managed and tree runs unless the row says so.
 */
final class KindRows {
    private static final List<String> FIELDS =
            List.of("act", "visibility", "expects-reply", "managed", "tree");

    private KindRows() {}

    static NamedRows<Kind> read(Row kinds) {
        return NamedRows.of(
                kinds, "rows, such as review: {act: ask, managed: [down]}", KindRows::kind);
    }

    private static Kind kind(String name, Row given) {
        var at = given.at();
        var row = given.json();
        if (Kinds.standard().find(name).isPresent()) {
            throw wrong(at + " is a standard kind, which configuration cannot change");
        }
        if (!row.isObject()) {
            throw wrong(at + " must be a row, such as {act: ask, managed: [down]}");
        }
        given.requireKnown(FIELDS);
        return new Kind(
                name,
                act(at, row),
                directions(at + ".managed", row.path("managed")),
                directions(at + ".tree", row.path("tree")),
                row.has("visibility")
                        ? word(Visibility.class, at + ".visibility", row.path("visibility"))
                        : Visibility.INTERNAL,
                expectsReply(at, row.path("expects-reply")));
    }

    private static Act act(String at, JsonNode row) {
        if (!row.has("act")) {
            throw wrong(at + ".act is missing");
        }
        var act = word(Act.class, at + ".act", row.path("act"));
        if (act.isBookkeeping()) {
            throw wrong(at + ".act must not be " + Wire.name(act) + ", which is the hub's own");
        }
        return act;
    }

    private static boolean expectsReply(String at, JsonNode value) {
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw wrong(at + ".expects-reply must be true or false, was " + value);
        }
        return value.booleanValue();
    }

    private static Set<Direction> directions(String at, JsonNode list) {
        var directions = EnumSet.noneOf(Direction.class);
        if (!list.isMissingNode() && !list.isArray()) {
            throw wrong(at + " must be a list, such as [down, up], was " + list);
        }
        list.forEach(item -> directions.add(word(Direction.class, at, item)));
        return directions;
    }

    /** Words are written with - or with _, as on the wire. */
    private static <E extends Enum<E>> E word(Class<E> type, String at, JsonNode value) {
        return Wire.read(type, at, value.asText().replace('-', '_'));
    }

    private static ParleyException wrong(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }
}
