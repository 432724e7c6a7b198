package dev.parley.e2e.crash;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/** Sends one message after the other, each until the hub says that it keeps it. */
record Producer(
        String name,
        RunId run,
        List<String> consumers,
        RandomGenerator random,
        Connection connection,
        Ledger ledger,
        AtomicBoolean isOver) {
    private static final int BROADCAST_ONE_IN = 20;
    private static final int LARGE_ONE_IN = 300;

    /** More than stays in the log: it becomes a blob. */
    private static final int LARGE = 80 << 10;

    void work() {
        for (int n = 1; !isOver.get(); n++) {
            var id = new MessageId(name + "-" + n);
            var draft =
                    Draft.to(addressee(), "message")
                            .messageId(id)
                            .summary("x".repeat(random.nextInt(200)))
                            .payload(payload(n))
                            .build();
            var sent = connection.ask(client -> client.messages().send(run, draft));
            ledger.acknowledged(name, new Ledger.Note(run.value(), id.value(), sent.seq()));
        }
    }

    private Address addressee() {
        return random.nextInt(BROADCAST_ONE_IN) == 0
                ? Address.BROADCAST
                : new Address(consumers.get(random.nextInt(consumers.size())));
    }

    private ObjectNode payload(int n) {
        var payload = Json.object().put("n", n);
        return random.nextInt(LARGE_ONE_IN) == 0 ? payload.put("fill", "y".repeat(LARGE)) : payload;
    }
}
