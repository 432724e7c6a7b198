package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.Sha256;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The canonical form of RFC 8785, which two texts share exactly when they say the same.
 *
 * <p>It departs from the RFC in two places, so that different values never share a digest: a number
 * whose double reads back as another number keeps the text it was sent with, and half a surrogate
 * pair is written as its escape instead of being refused.
 */
public final class CanonicalJson {
    private CanonicalJson() {}

    public static String write(JsonNode node) {
        var out = new StringBuilder();
        append(out, node);
        return Surrogates.escapeLone(out.toString());
    }

    /** SHA-256 over the canonical form. */
    public static byte[] digest(JsonNode node) {
        return Sha256.of(write(node));
    }

    private static void append(StringBuilder out, JsonNode node) {
        switch (node.getNodeType()) {
            case OBJECT -> appendObject(out, node);
            case ARRAY -> appendArray(out, node);
            case NUMBER -> out.append(number(node));
            case BOOLEAN -> out.append(node.booleanValue());
            case NULL, MISSING -> out.append("null");
            case STRING, BINARY, POJO -> appendString(out, node.asText());
        }
    }

    private static void appendObject(StringBuilder out, JsonNode object) {
        List<String> names = new ArrayList<>(object.size());
        object.fieldNames().forEachRemaining(names::add);
        names.sort(null);
        var separator = "{";
        for (var name : names) {
            out.append(separator);
            appendString(out, name);
            append(out.append(':'), object.get(name));
            separator = ",";
        }
        out.append(names.isEmpty() ? "{}" : "}");
    }

    private static void appendArray(StringBuilder out, JsonNode array) {
        var separator = "[";
        for (var element : array) {
            append(out.append(separator), element);
            separator = ",";
        }
        out.append(array.isEmpty() ? "[]" : "]");
    }

    private static String number(JsonNode node) {
        var text = node.asText();
        double value = node.doubleValue();
        if (value == 0) {
            return isZero(text) ? "0" : text;
        }
        if (!Double.isFinite(value)) {
            return text;
        }
        var ecma = EcmaNumber.format(value);
        return new BigDecimal(ecma).compareTo(new BigDecimal(text)) == 0 ? ecma : text;
    }

    /** Whether no digit before the exponent is other than 0; a tiny number rounds to 0 too. */
    private static boolean isZero(String number) {
        return number.matches("-?[0.]+([eE].*)?");
    }

    private static void appendString(StringBuilder out, String text) {
        out.append('"');
        int written = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                out.append(text, written, i);
                appendEscape(out, c);
                written = i + 1;
            }
        }
        out.append(text, written, text.length()).append('"');
    }

    private static void appendEscape(StringBuilder out, char c) {
        switch (c) {
            case '"', '\\' -> out.append('\\').append(c);
            case '\b' -> out.append("\\b");
            case '\t' -> out.append("\\t");
            case '\n' -> out.append("\\n");
            case '\f' -> out.append("\\f");
            case '\r' -> out.append("\\r");
            default -> out.append("\\u00").append(HexFormat.of().toHexDigits((byte) c));
        }
    }
}
