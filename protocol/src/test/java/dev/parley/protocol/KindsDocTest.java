package dev.parley.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Keeps docs/kinds.md as the table says. To print it anew: {@code mvn -pl protocol test
 * -Dtest=KindsDocTest -Dparley.docs.rewrite=true}.
 */
class KindsDocTest {
    private static final Path PAGE = Path.of("..", "docs", "kinds.md");

    private static final String INTRODUCTION =
            """
            # Kinds

            Every message has a `kind`, kept as its sender wrote it. This table, printed from the code, says what each
            kind means: its act, in which directions each run protocol lets it travel, who sees it and whether a reply
            is expected unless the sender says otherwise, and what it changes. A kind that is not listed is refused in
            `managed` and `tree` runs; `open` keeps it as `say`.

            `down` is from manager to worker or parent to child, `up` the other way, `back` to the sender of the message
            it is about.

            | kind | act | managed | tree | open | visibility | reply expected | effect |
            |---|---|---|---|---|---|---|---|
            """;

    @Test
    void thePrintedTableIsTheOneInTheCode() throws IOException {
        var page = INTRODUCTION + rows();
        if (Boolean.getBoolean("parley.docs.rewrite")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).as("docs/kinds.md; this class says how to print it anew").hasContent(page);
    }

    private static String rows() {
        return Kinds.standard().all().stream().map(KindsDocTest::row).collect(Collectors.joining());
    }

    private static String row(Kind kind) {
        return "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n"
                .formatted(
                        kind.name(),
                        Wire.name(kind.act()),
                        directions(kind, RunProtocol.MANAGED),
                        directions(kind, RunProtocol.TREE),
                        directions(kind, RunProtocol.OPEN),
                        Wire.name(kind.visibility()),
                        kind.expectsReply() ? "yes" : "no",
                        kind.act().effect());
    }

    private static String directions(Kind kind, RunProtocol protocol) {
        var directions = kind.directions(protocol);
        if (directions.size() == Direction.values().length) {
            return "any";
        }
        return directions.stream()
                .sorted()
                .map(direction -> Wire.name(direction).replace('_', ' '))
                .collect(Collectors.joining(", "));
    }
}
