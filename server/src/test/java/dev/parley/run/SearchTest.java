package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is wanted of a long list comes a page at a time, and never costs a look at all of it. */
class SearchTest {
    private final List<Integer> looked = new ArrayList<>();

    @Test
    void whatIsFarApartIsFoundPageByPage() {
        var search = among(500, n -> n % 150 == 1);

        var first = search.page(null, 2);
        assertThat(first).isEqualTo(new Search.Page<>(List.of(1, 151), "151"));
        assertThat(search.page(first.next(), 2))
                .isEqualTo(new Search.Page<>(List.of(301, 451), "451"));
        assertThat(search.page("451", 2)).isEqualTo(new Search.Page<>(List.of(), null));
    }

    @Test
    void thePageThatReachesTheEndSaysSo() {
        assertThat(among(200, n -> n == 200).page(null, 2))
                .isEqualTo(new Search.Page<>(List.of(200), null));
        assertThat(among(0, _ -> true).page(null, 2)).isEqualTo(new Search.Page<>(List.of(), null));
    }

    @Test
    void whatIsRareIsLookedForInTwoThousandAtATime() {
        var page = among(5_000, n -> n == 4_500).page(null, 10);

        assertThat(page).isEqualTo(new Search.Page<>(List.of(), "2000"));
        assertThat(looked).hasSize(2_000);
        assertThat(among(5_000, n -> n == 4_500).page("4000", 10).items()).containsExactly(4_500);
    }

    @Test
    void whereAllIsWantedNoMoreThanThePageIsLookedAt() {
        var all =
                new Search<Integer>(
                        (place, limit) -> numbers(1_000, place, limit),
                        String::valueOf,
                        _ -> true,
                        true);
        var page = all.page("7", 3);

        assertThat(page).isEqualTo(new Search.Page<>(List.of(8, 9, 10), "10"));
        assertThat(looked).containsExactly(8, 9, 10);
    }

    private List<Integer> numbers(int count, @Nullable String place, int limit) {
        var next =
                IntStream.rangeClosed(1, count)
                        .skip(place == null ? 0 : Integer.parseInt(place))
                        .limit(limit)
                        .boxed()
                        .toList();
        looked.addAll(next);
        return next;
    }

    /** A search among the numbers from one. */
    private Search<Integer> among(int count, Predicate<Integer> wanted) {
        return new Search<>(
                (place, limit) -> numbers(count, place, limit), String::valueOf, wanted, false);
    }
}
