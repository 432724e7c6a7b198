package dev.parley.stream;

import dev.parley.protocol.Space;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Who wants what, found by what a change belongs to; used under the tail's lock. */
final class Audience {
    private final Map<Interest, Set<Subscriber>> wanting = new HashMap<>();
    private int ofAgents;

    void add(Subscriber subscriber) {
        for (var interest : subscriber.interests()) {
            wanting.computeIfAbsent(interest, _ -> new HashSet<>()).add(subscriber);
            ofAgents += interest instanceof Interest.OfAgent ? 1 : 0;
        }
    }

    void remove(Subscriber subscriber) {
        for (var interest : subscriber.interests()) {
            wanting.computeIfPresent(
                    interest,
                    (_, set) -> {
                        set.remove(subscriber);
                        return set.isEmpty() ? null : set;
                    });
            ofAgents -= interest instanceof Interest.OfAgent ? 1 : 0;
        }
    }

    boolean isEmpty() {
        return wanting.isEmpty();
    }

    /** The spaces of which somebody follows everything that it may see. */
    Set<Space> followed() {
        var spaces = new HashSet<Space>();
        for (var interest : wanting.keySet()) {
            switch (interest) {
                case Interest.OfSpace(var space) -> spaces.add(space);
                case Interest.OfOpenRuns(var space) -> spaces.add(space);
                case Interest.OfRun _,
                        Interest.OfMember _,
                        Interest.OfAgent _,
                        Interest.OfWork _ -> {}
            }
        }
        return spaces;
    }

    /** Who wants any of these. */
    Set<Subscriber> of(Set<Interest> interests) {
        var all = Collections.<Subscriber>newSetFromMap(new IdentityHashMap<>());
        for (var interest : interests) {
            all.addAll(wanting.getOrDefault(interest, Set.of()));
        }
        return all;
    }

    /**
     * Whom a change is for; whom it is addressed to is looked at only if somebody asks for that.
     */
    Set<Subscriber> of(Change change) {
        var all = of(change.around());
        if (ofAgents > 0) {
            all.addAll(of(change.addressed()));
        }
        return all;
    }
}
