package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Runs or agents of one space, looked up so many at a time that few round trips and one statement
 * serve any page of them.
 */
final class Handfuls {
    private static final int SIZE = 50;

    /** Stands for those of a handful in a statement that has the space before them. */
    static final String MARKS = String.join(", ", Collections.nCopies(SIZE, "?"));

    private Handfuls() {}

    /** Goes through what a statement finds for each handful of the runs. */
    static void each(Sql sql, String text, Space space, List<RunId> runs, Sql.Reading<?> reading)
            throws SQLException {
        eachWord(sql, text, space, runs.stream().map(RunId::value).toList(), reading);
    }

    /** The same for each handful of the agents. */
    static void eachAgent(
            Sql sql, String text, Space space, List<AgentName> agents, Sql.Reading<?> reading)
            throws SQLException {
        eachWord(sql, text, space, agents.stream().map(AgentName::value).toList(), reading);
    }

    private static void eachWord(
            Sql sql, String text, Space space, List<String> words, Sql.Reading<?> reading)
            throws SQLException {
        for (int from = 0; from < words.size(); from += SIZE) {
            var arguments = new Object[1 + SIZE];
            Arrays.fill(arguments, words.get(from));
            arguments[0] = space.value();
            for (int i = from; i < Math.min(from + SIZE, words.size()); i++) {
                arguments[1 + i - from] = words.get(i);
            }
            sql.rows(text, reading, arguments);
        }
    }
}
