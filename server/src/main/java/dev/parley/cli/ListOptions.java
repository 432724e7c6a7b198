package dev.parley.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** How much of a long list is wanted, and for whom: a person reads a table, a program JSON. */
final class ListOptions {
    @Option(names = "--limit", paramLabel = "N", description = "how many (20)")
    private int limit = 20;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    int limit() {
        return limit;
    }

    boolean isJson() {
        return json;
    }

    /**
     * Prints a list.
     *
     * @param none what a person is told when it is empty
     */
    <V> int print(
            Shell shell,
            List<V> list,
            String none,
            Function<V, ObjectNode> asJson,
            Function<List<V>, Table> asTable) {
        if (json) {
            shell.print(JsonText.items(list, asJson));
        } else if (list.isEmpty()) {
            shell.say(none);
        } else {
            shell.print(asTable.apply(list).toString());
        }
        return 0;
    }
}
