package dev.parley.host;

import dev.parley.access.Passes;
import dev.parley.access.Principal;
import dev.parley.session.Turn;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How a program that the hub runs finds its way back in.
 *
 * @param url where the hub is, once it is open
 */
public record Latchkeys(Passes passes, Supplier<String> url) {
    /** Lends a key for as long as a program runs. */
    Latchkey lend(Principal agent) {
        return new Latchkey(url.get(), passes.lend(agent));
    }

    /** Who an agent is while it has a turn. */
    static Principal bearer(Turn turn) {
        return turn.agent().in(turn.session().id());
    }

    /** The address and the secret. */
    record Latchkey(String url, Passes.Pass pass) implements AutoCloseable {
        /** The environment that tells a program of both, beside what is configured for it. */
        Map<String, String> env(Map<String, String> configured) {
            var env = new HashMap<>(configured);
            env.put("PARLEY_URL", url);
            env.put("PARLEY_TOKEN", pass.secret().value());
            return env;
        }

        @Override
        public void close() {
            pass.close();
        }
    }
}
