package dev.parley.http;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Locale;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** Decides from its headers whether a body is JSON. */
final class MediaType {
    static final String JSON = "application/json";

    private MediaType() {}

    static void requireJson(HttpFields headers) {
        var encoding = headers.get(HttpHeader.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw refused("the body may not be compressed, was " + encoding);
        }
        var type = headers.get(HttpHeader.CONTENT_TYPE);
        if (!JSON.equals(type) && (type == null || !isJson(type.toLowerCase(Locale.ROOT)))) {
            throw refused(
                    "the body must be application/json in UTF-8, was "
                            + (type == null ? "not labelled" : type));
        }
    }

    private static boolean isJson(String type) {
        int end = type.indexOf(';');
        var name = (end < 0 ? type : type.substring(0, end)).strip();
        boolean json =
                name.equals(JSON) || (name.startsWith("application/") && name.endsWith("+json"));
        return json && (end < 0 || isUtf8(type.substring(end + 1)));
    }

    private static boolean isUtf8(String parameters) {
        int at = parameters.indexOf("charset=");
        if (at < 0) {
            return true;
        }
        var charset = parameters.substring(at + "charset=".length());
        int end = charset.indexOf(';');
        charset = (end < 0 ? charset : charset.substring(0, end)).strip();
        return charset.equals("utf-8") || charset.equals("\"utf-8\"") || charset.equals("utf8");
    }

    private static ParleyException refused(String detail) {
        return new ParleyException(Problem.MEDIA_TYPE, detail);
    }
}
