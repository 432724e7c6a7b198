package dev.parley.protocol.codec;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Writes a double as ECMAScript does, which is how RFC 8785 wants numbers. */
final class EcmaNumber {
    private EcmaNumber() {}

    /** The number must be finite. */
    static String format(double value) {
        if (value == 0) {
            return "0";
        }
        var shortest = shortest(Math.abs(value));
        var digits = shortest.unscaledValue().toString();
        int point = digits.length() - shortest.scale();
        return (value < 0 ? "-" : "") + place(digits, point);
    }

    /**
     * The shortest decimal that reads back as this double. Java's own text has at least two digits,
     * so where one digit would do ({@code 5e-324}, not {@code 4.9e-324}) it is looked for here.
     */
    private static BigDecimal shortest(double value) {
        var java = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (java.precision() != 2) {
            return java;
        }
        var below = new BigDecimal(java.unscaledValue().divide(BigInteger.TEN), java.scale() - 1);
        var above = below.add(below.ulp());
        boolean isBelow = below.doubleValue() == value;
        boolean isAbove = above.doubleValue() == value;
        if (isBelow && isAbove) {
            var exact = new BigDecimal(value);
            boolean isBelowNearer =
                    exact.subtract(below).abs().compareTo(above.subtract(exact).abs()) <= 0;
            return isBelowNearer ? below : above.stripTrailingZeros();
        }
        if (isBelow) {
            return below;
        }
        return isAbove ? above.stripTrailingZeros() : java;
    }

    /** ECMAScript's Number::toString: {@code point} digits stand before the decimal point. */
    private static String place(String digits, int point) {
        int count = digits.length();
        if (count <= point && point <= 21) {
            return digits + "0".repeat(point - count);
        }
        if (0 < point && point <= 21) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-6 < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        var mantissa = count == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return mantissa + "e" + (exponent > 0 ? "+" : "-") + Math.abs(exponent);
    }
}
