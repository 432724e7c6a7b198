package dev.parley.model;

/**
 * What a call has used.
 *
 * @param input tokens that the model has read
 * @param output tokens that it has written
 * @param cost in billionths of the unit that prices are in
 */
public record Tokens(long input, long output, long cost) {
    /** About how many characters make a token, where nobody has counted. */
    private static final int CHARS = 4;

    static Tokens counted(Price price, long input, long output) {
        return new Tokens(input, output, price.of(input, output));
    }

    /** A guess for a call of which the provider did not say what it has used. */
    static Tokens guessed(Price price, long charsIn, long charsOut) {
        return counted(price, charsIn / CHARS + 1, charsOut / CHARS);
    }
}
