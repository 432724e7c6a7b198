package dev.parley.model;

import java.math.BigDecimal;

/**
 * What a model costs, in whatever money the operator counts in.
 *
 * @param input of a million tokens that it reads
 * @param output of a million tokens that it writes
 */
public record Price(BigDecimal input, BigDecimal output) {
    public static final Price NONE = new Price(BigDecimal.ZERO, BigDecimal.ZERO);

    /** A millionth of a unit for a token is a thousand billionths. */
    private static final BigDecimal BILLIONTHS = BigDecimal.valueOf(1_000);

    /** What so many tokens cost, in billionths of the unit. */
    long of(long read, long written) {
        return input.multiply(BigDecimal.valueOf(read))
                .add(output.multiply(BigDecimal.valueOf(written)))
                .multiply(BILLIONTHS)
                .longValue();
    }
}
