package dev.parley.inbox;

import dev.parley.protocol.Message;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What was read on behalf of one pull.
 *
 * @param end up to where it was read
 * @param letters what of that the puller may have
 * @param anew what of it was delivered before and is to be handed over anew
 * @param isShared whether that has to be decided among the agent's instances
 */
record Mailbag(
        long from,
        long cursor,
        long end,
        List<Letter> letters,
        List<Letter> anew,
        boolean isShared) {
    boolean isEmpty() {
        return letters.isEmpty() && anew.isEmpty();
    }

    Stream<Letter> all() {
        return Stream.concat(letters.stream(), anew.stream());
    }

    /** The same with what another look, from where this one ended, has brought. */
    Mailbag then(Mailbag next) {
        return new Mailbag(from, cursor, next.end, next.letters, next.anew, next.isShared);
    }

    /** The same with no more than this of it. */
    Mailbag with(List<Letter> theseLetters, List<Letter> theseAnew) {
        return new Mailbag(from, cursor, end, theseLetters, theseAnew, isShared);
    }

    /** What comes anew stands in its order for those who have not passed it. */
    Pulled pulled() {
        var ahead = new TreeMap<Long, Message>();
        all().map(Letter::message)
                .filter(message -> message.seq() > from)
                .forEach(message -> ahead.put(message.seq(), message));
        return new Pulled(
                List.copyOf(ahead.values()),
                anew.stream()
                        .map(Letter::message)
                        .filter(message -> message.seq() <= from)
                        .toList(),
                end);
    }
}
