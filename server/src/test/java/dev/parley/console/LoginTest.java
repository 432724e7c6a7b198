package dev.parley.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.Test;

/** How a browser is let in, and shown out. */
class LoginTest {
    @Test
    void aTokenOpensASessionForWhoeverHasIt() {
        try (var parley = TestParley.start()) {
            var ann = Browser.of(parley, parley.person("ann"));

            var self = ann.get("/api/tokens/self").expect(200);

            assertThat(self.text("name")).isEqualTo("ann");
            assertThat(self.text("role")).isEqualTo("person");
            ann.post("/api/runs", "{}").expect(201);
        }
    }

    @Test
    void loggingOutEndsIt() {
        try (var parley = TestParley.start()) {
            var ann = Browser.of(parley, parley.person("ann"));

            var out = ann.post("/api/console/logout", "").expect(204);

            assertThat(out.header("Set-Cookie")).contains("Max-Age=0");
            ann.get("/api/tokens/self").expect(Problem.UNAUTHENTICATED);
        }
    }
}
