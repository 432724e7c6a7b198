package dev.parley.stream;

import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.table.DeadLetterTable;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows the dead letters of a space by when they were made. One that was made a little earlier
 * may be committed later, by another node or after the clock was set back, so each look goes back a
 * while and leaves out what was seen.
 */
final class LetterTrail {
    static final Duration LATE = Duration.ofMinutes(1);

    /** How many are found at a time; the others with the next look. */
    private static final int MAX_LETTERS = 50;

    /** How many are remembered; where more come within a minute, it is gone back less far. */
    private static final int MAX_SEEN = 500;

    private final Space space;
    private final Map<DeadLetterTable.Key, DeadLetterTable.Place> seen = new LinkedHashMap<>();
    private DeadLetterTable.Place since = new DeadLetterTable.Place(Instant.EPOCH, "", 0);
    private Instant newest = Instant.EPOCH;

    private LetterTrail(Space space) {
        this.space = space;
    }

    /** A trail on which everything that is there now lies behind. */
    static LetterTrail fromNow(Sql sql, Space space) throws SQLException {
        var trail = new LetterTrail(space);
        var last = DeadLetterTable.TABLE.newest(sql, space);
        if (last.isPresent()) {
            trail.newest = last.get().createdAt();
            trail.goOn();
            while (!trail.next(sql).isEmpty()) {}
        }
        return trail;
    }

    /** Those that were not found before. */
    List<DeadLetterTable.Heading> next(Sql sql) throws SQLException {
        var found =
                DeadLetterTable.TABLE.after(sql, space, since, MAX_LETTERS + seen.size()).stream()
                        .filter(letter -> !seen.containsKey(letter.key()))
                        .limit(MAX_LETTERS)
                        .toList();
        for (var letter : found) {
            seen.put(letter.key(), letter.place());
            newest = letter.createdAt().isAfter(newest) ? letter.createdAt() : newest;
        }
        goOn();
        return found;
    }

    private void goOn() {
        moveTo(new DeadLetterTable.Place(newest.minus(LATE), "", 0));
        if (seen.size() > MAX_SEEN) {
            seen.values().stream()
                    .sorted()
                    .skip(seen.size() - (long) MAX_SEEN - 1)
                    .findFirst()
                    .ifPresent(this::moveTo);
        }
    }

    private void moveTo(DeadLetterTable.Place place) {
        if (place.compareTo(since) > 0) {
            since = place;
            seen.values().removeIf(old -> old.compareTo(place) <= 0);
        }
    }
}
