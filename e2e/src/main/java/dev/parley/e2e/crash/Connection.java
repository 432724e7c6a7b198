package dev.parley.e2e.crash;

import dev.parley.client.ParleyClient;
import dev.parley.client.Patience;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;

/** One agent's client of a hub that is killed and comes back: asks until it has an answer. */
final class Connection implements AutoCloseable {
    private static final int MAX_ATTEMPTS = 200;
    private static final Duration NEXT_HUB = Duration.ofSeconds(2);
    private static final Patience ONCE = Patience.standard().within(Duration.ZERO);
    private static final Set<Problem> PASSING =
            Set.of(
                    Problem.UNREACHABLE,
                    Problem.SHUTTING_DOWN,
                    Problem.OUTCOME_UNKNOWN,
                    Problem.STORE_BUSY,
                    Problem.TOO_BUSY);

    private final Line line;
    private final String token;
    private ParleyClient client;

    Connection(Line line, String token) {
        this.line = line;
        this.token = token;
        this.client = ParleyClient.connect(line.url(), token, ONCE);
    }

    <T> T ask(Function<ParleyClient, T> question) {
        for (int attempt = 1; ; attempt++) {
            try {
                return question.apply(client);
            } catch (ParleyException e) {
                if (!PASSING.contains(e.problem()) || attempt == MAX_ATTEMPTS) {
                    throw e;
                }
                line.awaitOther(client.url(), NEXT_HUB);
                client.close();
                client = ParleyClient.connect(line.url(), token, ONCE);
            }
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
