package dev.parley.protocol.codec;

import static dev.parley.protocol.codec.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import dev.parley.protocol.Problem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ExactNumberTest {
    @Test
    void aFractionHasEveryValueOfItsDigits() {
        var number = Json.parse("12.50");
        assertThat(number.isNumber() && number.isBigDecimal()).isTrue();
        assertThat(number.isIntegralNumber() || number.isBigInteger()).isFalse();
        assertThat(number.isFloatingPointNumber()).isTrue();
        assertThat(number.numberType()).isEqualTo(NumberType.BIG_DECIMAL);
        assertThat(number.asToken()).isEqualTo(JsonToken.VALUE_NUMBER_FLOAT);
        assertThat(number.numberValue()).isEqualTo(new BigDecimal("12.50"));
        assertThat(number.bigIntegerValue()).isEqualTo(12);
        assertThat(number.doubleValue()).isEqualTo(12.5);
        assertThat(number.intValue()).isEqualTo(12);
        assertThat(number.longValue()).isEqualTo(12);
        assertThat(number.canConvertToInt() && number.canConvertToLong()).isTrue();
    }

    @Test
    void aLargeIntegerHasEveryValueOfItsDigits() {
        var number = Json.parse("92233720368547758070");
        assertThat(number.isIntegralNumber() && number.isBigInteger()).isTrue();
        assertThat(number.numberType()).isEqualTo(NumberType.BIG_INTEGER);
        assertThat(number.asToken()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
        assertThat(number.numberValue()).isEqualTo(new BigInteger("92233720368547758070"));
        assertThat(number.canConvertToInt() || number.canConvertToLong()).isFalse();
        assertThat(Json.parse("9223372036854775807").canConvertToLong()).isTrue();
        assertThat(Json.parse("9223372036854775808").canConvertToLong()).isFalse();
        assertThat(Json.parse("-0").intValue()).isZero();
    }

    @Test
    void numbersAreEqualWhenTheirTextIs() {
        assertThat(Json.parse("1.50"))
                .isEqualTo(Json.parse("1.50"))
                .isNotEqualTo(Json.parse("1.5"));
        assertThat(Json.parse("1.50")).hasSameHashCodeAs(Json.parse("1.50"));
    }

    @Test
    void aHugeExponentCostsNothing() {
        Assertions.assertTimeout(
                Duration.ofSeconds(2),
                () -> {
                    var huge = Json.parse("9e999999999");
                    assertThat(huge.canConvertToInt() || huge.canConvertToLong()).isFalse();
                    assertThat(huge.doubleValue()).isInfinite();
                    assertThat(huge.longValue()).isZero();
                    assertRefused(huge::bigIntegerValue, Problem.BAD_VALUE, "too large");
                    assertThat(Json.parse("9e-999999999").bigIntegerValue()).isZero();
                    var larger = Json.parse("9e99999999999");
                    assertThat(larger.canConvertToLong()).isFalse();
                    assertRefused(larger::decimalValue, Problem.BAD_VALUE, "exponent");
                    assertThat(CanonicalJson.write(huge)).isEqualTo("9e999999999");
                    assertThat(CanonicalJson.write(larger)).isEqualTo("9e99999999999");
                });
    }
}
