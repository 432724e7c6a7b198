package dev.parley.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import dev.parley.protocol.NearMiss;
import java.util.List;

/** What is wrong with arguments, in words for a model that gave them. */
final class Misfit {
    private Misfit() {}

    /**
     * One thing that is wrong.
     *
     * @param schema that the arguments were held against
     */
    static String words(Error error, ObjectNode schema) {
        var where = error.getInstanceLocation().toString();
        boolean isWhole = where.isEmpty() || where.equals("$");
        if (isWhole && "additionalProperties".equals(error.getKeyword())) {
            var known = schema.path("properties").propertyStream().map(one -> one.getKey());
            return unknown(error.getProperty(), known.toList());
        }
        return (isWhole ? "" : where + ": ") + error.getMessage();
    }

    private static String unknown(String name, List<String> known) {
        var hint =
                known.stream()
                        .filter(one -> one.startsWith(name + "_") || one.endsWith("_" + name))
                        .findFirst()
                        .map(one -> "; did you mean " + one + "?")
                        .orElseGet(() -> NearMiss.hint(name, known));
        return "unknown argument "
                + name
                + (hint.isEmpty() ? "; there are " + String.join(", ", known) : hint);
    }
}
