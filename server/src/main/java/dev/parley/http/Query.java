package dev.parley.http;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/** The values behind the question mark, checked as they are asked for. */
final class Query {
    private final Fields fields;

    Query(Request request) {
        this.fields = Request.extractQueryParameters(request);
    }

    List<String> all(String name) {
        return fields.getValuesOrEmpty(name);
    }

    Optional<String> one(String name) {
        var values = all(name);
        if (values.size() > 1) {
            throw refused(name + " may be given only once");
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
    }

    long number(String name, long otherwise, long least, long most) {
        if (one(name).isEmpty()) {
            return otherwise;
        }
        long number = number(name, otherwise);
        if (number < least || number > most) {
            throw refused(name + " must be from " + least + " to " + most + ", was " + number);
        }
        return number;
    }

    long number(String name, long otherwise) {
        var value = one(name);
        try {
            return value.isEmpty() ? otherwise : Long.parseLong(value.get());
        } catch (NumberFormatException e) {
            throw refused(name + " must be a whole number");
        }
    }

    boolean flag(String name) {
        return switch (one(name).orElse("false")) {
            case "", "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw refused(name + " must be true or false");
        };
    }

    private static ParleyException refused(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }
}
