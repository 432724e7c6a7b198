package dev.parley.http.api;

import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Where in a list of several keys a reader stands: some numbers and a name. */
record Place(List<Long> numbers, String name) {
    private static final String SEPARATOR = ":";

    static Place write(String name, long... numbers) {
        return new Place(LongStream.of(numbers).boxed().toList(), name);
    }

    /** The place in {@code ?after}. */
    static Optional<Place> of(Call call, Store store, int numbers) {
        return call.query("after").map(cursor -> read(Cursor.read(store.epoch(), cursor), numbers));
    }

    private static Place read(String text, int numbers) {
        var words = text.split(SEPARATOR, numbers + 1);
        try {
            return new Place(
                    Arrays.stream(words, 0, numbers).map(Long::parseLong).toList(), words[numbers]);
        } catch (NumberFormatException | IndexOutOfBoundsException _) {
            throw new ParleyException(Problem.BAD_VALUE, "this is not a cursor of this list");
        }
    }

    long number(int index) {
        return numbers.get(index);
    }

    String cursor(Store store) {
        var text = numbers.stream().map(String::valueOf).collect(Collectors.joining(SEPARATOR));
        return Cursor.write(store.epoch(), text + SEPARATOR + name);
    }
}
