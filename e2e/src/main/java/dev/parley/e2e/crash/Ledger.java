package dev.parley.e2e.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the clients themselves have noted: the one witness that never asks the hub. */
public final class Ledger {
    /** A message at its place in a run. */
    public record Note(String run, String id, long seq) {}

    private final Map<String, List<Note>> acknowledged = new TreeMap<>();
    private final Map<String, List<Note>> seen = new TreeMap<>();
    private final Map<String, List<Note>> acked = new TreeMap<>();
    private final Map<String, Set<String>> readers = new TreeMap<>();

    /** This consumer takes part in the run and will read it to its end. */
    public synchronized void reads(String consumer, String run) {
        readers.computeIfAbsent(consumer, _ -> new HashSet<>()).add(run);
    }

    /** The hub has told this producer that it keeps the message. */
    public synchronized void acknowledged(String producer, Note note) {
        add(acknowledged, producer, note);
    }

    /** The hub has handed this consumer the message. */
    public synchronized void seen(String consumer, Note note) {
        add(seen, consumer, note);
    }

    /** The hub has told this consumer that it keeps the ack of the message. */
    public synchronized void acked(String consumer, Note note) {
        add(acked, consumer, note);
    }

    /** By producer, in the order of sending. */
    public synchronized Map<String, List<Note>> acknowledged() {
        return copy(acknowledged);
    }

    /** By consumer, in the order of seeing; what was seen twice stands there twice. */
    synchronized Map<String, List<Note>> seen() {
        return copy(seen);
    }

    /** By consumer, in the order of acking. */
    synchronized Map<String, List<Note>> acked() {
        return copy(acked);
    }

    /** By consumer, the runs that it takes part in. */
    synchronized Map<String, Set<String>> readers() {
        return Map.copyOf(readers);
    }

    synchronized long count() {
        return acknowledged.values().stream().mapToLong(List::size).sum();
    }

    private static void add(Map<String, List<Note>> notes, String agent, Note note) {
        notes.computeIfAbsent(agent, _ -> new ArrayList<>()).add(note);
    }

    private static Map<String, List<Note>> copy(Map<String, List<Note>> notes) {
        var copy = new TreeMap<String, List<Note>>();
        notes.forEach((agent, list) -> copy.put(agent, List.copyOf(list)));
        return Collections.unmodifiableMap(copy);
    }
}
