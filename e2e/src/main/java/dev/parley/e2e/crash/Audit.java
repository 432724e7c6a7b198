package dev.parley.e2e.crash;

import dev.parley.e2e.crash.Ledger.Note;
import dev.parley.e2e.crash.Verdict.Fault;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares a whole log with the ledger of the clients that wrote and read it. */
public final class Audit {
    private static final int MAX_EXAMPLES = 20;

    /** A message of a run, or an agent's ack of it. */
    private record Key(String run, String id, String acker) {}

    private final Ledger ledger;
    private final List<Entry> log;
    private final Map<Key, Entry> entries = new HashMap<>();
    private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
    private final List<String> examples = new ArrayList<>();

    private Audit(Ledger ledger, List<Entry> log) {
        this.ledger = ledger;
        this.log = log;
    }

    /** Judges a log that was read run by run, each from its beginning to its end. */
    public static Verdict of(Ledger ledger, List<Entry> log) {
        var audit = new Audit(ledger, log);
        audit.placesAreOneAfterTheOther();
        audit.nothingStandsTwice();
        audit.whatWasAcknowledgedIsThere();
        audit.everyAddresseeHasSeenItAll();
        audit.nothingWasInvented();
        return new Verdict(audit.counts, audit.examples);
    }

    private void placesAreOneAfterTheOther() {
        var heads = new HashMap<String, Long>();
        for (var entry : log) {
            long expected = heads.getOrDefault(entry.run(), 0L) + 1;
            if (entry.seq() > expected) {
                found(Fault.GAP, "before " + entry);
            } else if (entry.seq() < expected) {
                found(Fault.MISORDERED, "expected " + expected + ": " + entry);
            }
            heads.put(entry.run(), entry.seq());
        }
    }

    private void nothingStandsTwice() {
        var ids = new HashSet<Key>();
        for (var entry : log) {
            boolean isNew = ids.add(new Key(entry.run(), entry.id(), ""));
            if (entries.putIfAbsent(key(entry), entry) != null || !isNew) {
                found(Fault.DUPLICATED, entry.toString());
            }
        }
    }

    private void whatWasAcknowledgedIsThere() {
        ledger.acknowledged()
                .forEach(
                        (producer, notes) -> {
                            var last = new HashMap<String, Long>();
                            for (var note : notes) {
                                compare(producer, note, entries.get(key(note)));
                                if (note.seq() <= last.getOrDefault(note.run(), 0L)) {
                                    found(Fault.MISORDERED, producer + " was told " + note);
                                }
                                last.put(note.run(), note.seq());
                            }
                        });
        ledger.acked()
                .forEach(
                        (consumer, notes) ->
                                notes.stream()
                                        .filter(note -> !entries.containsKey(key(note, consumer)))
                                        .forEach(note -> found(Fault.LOST, ack(consumer, note))));
    }

    private void compare(String producer, Note note, @Nullable Entry entry) {
        if (entry == null) {
            found(Fault.LOST, "acknowledged to " + producer + ": " + note);
        } else if (entry.seq() != note.seq()) {
            found(Fault.MISORDERED, producer + " was told " + note + " of " + entry);
        }
    }

    private void everyAddresseeHasSeenItAll() {
        ledger.readers()
                .forEach(
                        (consumer, runs) -> {
                            var notes = ledger.seen().getOrDefault(consumer, List.of());
                            var seen = placesSeen(consumer, notes);
                            log.stream()
                                    .filter(entry -> runs.contains(entry.run()))
                                    .filter(entry -> entry.isFor(consumer))
                                    .filter(entry -> !seen.contains(place(entry)))
                                    .forEach(entry -> found(Fault.LOST, unseen(consumer, entry)));
                        });
    }

    private Set<Note> placesSeen(String consumer, List<Note> notes) {
        var seen = new HashSet<Note>();
        var heads = new HashMap<String, Long>();
        for (var note : notes) {
            var entry = entries.get(key(note));
            long head = heads.getOrDefault(note.run(), 0L);
            if (entry == null || !entry.isFor(consumer)) {
                found(Fault.INVENTED, consumer + " has seen " + note);
            } else if (entry.seq() != note.seq()) {
                found(Fault.MISORDERED, consumer + " has seen " + note + " of " + entry);
            } else if (seen.add(note) && note.seq() < head) {
                found(Fault.MISORDERED, consumer + " has seen after number " + head + " " + note);
            }
            heads.put(note.run(), Math.max(head, note.seq()));
        }
        return seen;
    }

    private void nothingWasInvented() {
        Set<Key> known = new HashSet<>();
        ledger.acknowledged()
                .values()
                .forEach(notes -> notes.forEach(note -> known.add(key(note))));
        ledger.acked()
                .forEach((agent, notes) -> notes.forEach(note -> known.add(key(note, agent))));
        log.stream()
                .filter(entry -> !known.contains(key(entry)))
                .forEach(entry -> found(Fault.INVENTED, "nobody sent " + entry));
    }

    private static Key key(Entry entry) {
        return entry.isAck()
                ? new Key(entry.run(), entry.parent(), entry.from())
                : new Key(entry.run(), entry.id(), "");
    }

    private static Note place(Entry entry) {
        return new Note(entry.run(), entry.id(), entry.seq());
    }

    private static Key key(Note note) {
        return new Key(note.run(), note.id(), "");
    }

    private static Key key(Note note, String acker) {
        return new Key(note.run(), note.id(), acker);
    }

    private static String unseen(String consumer, Entry entry) {
        return consumer + " has never seen " + entry;
    }

    private static String ack(String consumer, Note note) {
        return "the ack of " + consumer + " for " + note;
    }

    private void found(Fault fault, String example) {
        counts.merge(fault, 1, Integer::sum);
        if (examples.size() < MAX_EXAMPLES) {
            examples.add(fault + " " + example);
        }
    }
}
