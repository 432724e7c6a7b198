package dev.parley.protocol.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.NumericNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A JSON number that keeps the digits its sender wrote: {@code 1.50}, {@code 1e400} and {@code -0}
 * leave as they came. Its value is worked out only when someone asks.
 */
final class ExactNumber extends NumericNode {
    private static final int MAX_INTEGER_DIGITS = 10_000;

    private final String text;

    /** The text must be a JSON number of bounded length. */
    ExactNumber(String text) {
        this.text = text;
    }

    @Override
    public String asText() {
        return text;
    }

    @Override
    public boolean isIntegralNumber() {
        return text.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
    }

    @Override
    public boolean isBigInteger() {
        return isIntegralNumber();
    }

    @Override
    public boolean isFloatingPointNumber() {
        return !isIntegralNumber();
    }

    @Override
    public boolean isBigDecimal() {
        return !isIntegralNumber();
    }

    @Override
    public JsonToken asToken() {
        return isIntegralNumber() ? JsonToken.VALUE_NUMBER_INT : JsonToken.VALUE_NUMBER_FLOAT;
    }

    @Override
    public JsonParser.NumberType numberType() {
        return isIntegralNumber()
                ? JsonParser.NumberType.BIG_INTEGER
                : JsonParser.NumberType.BIG_DECIMAL;
    }

    @Override
    public Number numberValue() {
        return isIntegralNumber() ? bigIntegerValue() : decimalValue();
    }

    @Override
    public BigDecimal decimalValue() {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new ParleyException(Problem.BAD_VALUE, "a number has too large an exponent", e);
        }
    }

    @Override
    public BigInteger bigIntegerValue() {
        var value = decimalValue();
        long digits = (long) value.precision() - value.scale();
        if (digits > MAX_INTEGER_DIGITS) {
            throw new ParleyException(Problem.BAD_VALUE, "a number is too large");
        }
        return digits <= 0 ? BigInteger.ZERO : value.toBigInteger();
    }

    @Override
    public double doubleValue() {
        return Double.parseDouble(text);
    }

    @Override
    public int intValue() {
        return decimalValue().intValue();
    }

    @Override
    public long longValue() {
        return decimalValue().longValue();
    }

    @Override
    public boolean canConvertToInt() {
        return isBetween(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public boolean canConvertToLong() {
        return isBetween(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private boolean isBetween(long least, long most) {
        double roughly = doubleValue();
        if (roughly == 0 || Math.abs(roughly) > 1e19) {
            return roughly == 0;
        }
        var value = decimalValue();
        return value.compareTo(BigDecimal.valueOf(least)) >= 0
                && value.compareTo(BigDecimal.valueOf(most)) <= 0;
    }

    @Override
    public void serialize(JsonGenerator out, SerializerProvider provider) throws IOException {
        out.writeNumber(text);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ExactNumber number && number.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
