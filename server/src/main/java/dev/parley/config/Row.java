package dev.parley.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.NearMiss;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code parley.yaml} that has fields of its own. What is wrong with it is said with its
 * place. {@code ${NAME}} in a secret place stands for a variable of the hub's environment.
 */
record Row(String at, JsonNode json, Map<String, String> environment) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final Rule<Long> BYTES = Rule.bytes(1 << 10, 64L << 20);

    /** Refuses fields that nobody reads. */
    Row requireKnown(List<String> fields) {
        if (!json.isObject()) {
            throw wrong(at + " must hold keys and values");
        }
        json.propertyStream()
                .map(Map.Entry::getKey)
                .filter(field -> !fields.contains(field))
                .findFirst()
                .ifPresent(
                        field -> {
                            throw wrong(
                                    at
                                            + "."
                                            + field
                                            + " is not known"
                                            + NearMiss.hint(field, fields));
                        });
        return this;
    }

    /** Refuses fields that do not go with another. */
    void refuse(List<String> fields, String because) {
        for (var field : fields) {
            if (has(field)) {
                throw wrong(at + "." + field + " does not go with a " + because);
            }
        }
    }

    boolean has(String field) {
        return json.hasNonNull(field);
    }

    Row row(String field) {
        return new Row(at + "." + field, json.path(field), environment);
    }

    /** The rows within, by name. */
    Map<String, Row> rows() {
        var all = new LinkedHashMap<String, Row>();
        json.properties().forEach(one -> all.put(one.getKey(), row(one.getKey())));
        return all;
    }

    @Nullable String text(String field) {
        return has(field) ? json.path(field).asText() : null;
    }

    String requiredText(String field) {
        var text = text(field);
        if (text == null || text.isBlank()) {
            throw wrong(at + "." + field + " is missing");
        }
        return text;
    }

    List<String> texts(String field) {
        var list = json.path(field);
        if (!list.isMissingNode() && !list.isArray()) {
            throw wrong(at + "." + field + " must be a list");
        }
        return list.valueStream().map(JsonNode::asText).toList();
    }

    boolean flag(String field) {
        var value = json.path(field);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw wrong(at + "." + field + " must be true or false, was " + value);
        }
        return value.booleanValue();
    }

    <E extends Enum<E>> @Nullable E word(Class<E> type, String field) {
        return has(field) ? Wire.read(type, at + "." + field, json.path(field).asText()) : null;
    }

    @Nullable Duration seconds(String field, int most) {
        var seconds = value(Rule.seconds(most), field);
        return seconds == null ? null : Duration.ofSeconds(seconds);
    }

    @Nullable Long bytes(String field) {
        return value(BYTES, field);
    }

    <T> @Nullable T value(Rule<T> rule, String field) {
        if (!has(field)) {
            return null;
        }
        var text = json.path(field).asText();
        return rule.read()
                .apply(text)
                .filter(rule.allows())
                .orElseThrow(() -> wrong(at + "." + field + " " + rule.must() + ", was " + text));
    }

    URI url(String field) {
        var text = expanded(field, json.path(field).asText());
        try {
            var url = URI.create(text);
            if (url.getHost() != null && List.of("http", "https").contains(url.getScheme())) {
                return url;
            }
        } catch (IllegalArgumentException _) {
            // Refused below.
        }
        throw wrong(at + "." + field + " must be an http or https address");
    }

    /** A number of things. */
    @Nullable Long count(String field) {
        var amount = amount(field);
        if (amount != null && amount.scale() > 0) {
            throw wrong(
                    at + "." + field + " must be a whole number, was " + amount.toPlainString());
        }
        return amount == null ? null : amount.longValue();
    }

    /** An amount of money, or of anything else that is not counted in whole numbers. */
    @Nullable BigDecimal amount(String field) {
        if (!has(field)) {
            return null;
        }
        var value = json.path(field);
        if (!value.isNumber() || value.decimalValue().signum() < 0) {
            throw wrong(at + "." + field + " must be a number that is not negative, was " + value);
        }
        return value.decimalValue().stripTrailingZeros();
    }

    /** A text that may name variables. */
    @Nullable String secret(String field) {
        return has(field) ? expanded(field, json.path(field).asText()) : null;
    }

    /** Texts by name that may name variables. */
    Map<String, String> secrets(String field) {
        var all = new HashMap<String, String>();
        json.path(field)
                .properties()
                .forEach(
                        one ->
                                all.put(
                                        one.getKey(),
                                        expanded(
                                                field + "." + one.getKey(),
                                                one.getValue().asText())));
        return all;
    }

    /** The text with each variable's value; the value itself is never repeated in a complaint. */
    private String expanded(String field, String text) {
        return VARIABLE.matcher(text)
                .replaceAll(
                        found -> {
                            var value = environment.get(found.group(1));
                            if (value == null) {
                                throw wrong(
                                        at
                                                + "."
                                                + field
                                                + " names the variable "
                                                + found.group(1)
                                                + ", which the hub's environment does not have");
                            }
                            return Matcher.quoteReplacement(value);
                        });
    }

    static ParleyException wrong(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }
}
