package dev.parley.budget;

import dev.parley.store.table.Usage;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much may be used; what is null has no bound.
 *
 * @param tokens read and written
 * @param cost in what prices are in
 */
public record Budget(@Nullable Long tokens, @Nullable BigDecimal cost) {
    public static final Budget NONE = new Budget(null, null);

    private static final int BILLIONTHS = 9;

    /** What a number of billionths is in units. */
    public static BigDecimal units(long billionths) {
        var units = BigDecimal.valueOf(billionths, BILLIONTHS).stripTrailingZeros();
        return units.scale() < 0 ? units.setScale(0) : units;
    }

    /**
     * Why nothing is left; nothing while something is.
     *
     * @param key where it can be raised
     */
    Optional<String> spent(Usage used, String key) {
        if (tokens != null && used.tokens() >= tokens) {
            return Optional.of(
                    "%d tokens of the %d that %s.tokens allows"
                            .formatted(used.tokens(), tokens, key));
        }
        return Optional.ofNullable(cost)
                .filter(most -> units(used.cost()).compareTo(most) >= 0)
                .map(
                        most ->
                                "%s of the %s that %s.cost allows"
                                        .formatted(
                                                units(used.cost()).toPlainString(),
                                                most.toPlainString(),
                                                key));
    }
}
