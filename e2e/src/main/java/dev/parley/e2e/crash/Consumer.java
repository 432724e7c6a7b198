package dev.parley.e2e.crash;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Message;
import dev.parley.protocol.RunId;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/** Pulls what is addressed to it; now and then it forgets how far it was and reads again. */
record Consumer(
        String name,
        RunId run,
        RandomGenerator random,
        Connection connection,
        Ledger ledger,
        AtomicBoolean isOver) {
    private static final int PAGE = 50;
    private static final int FORGETS_ONE_IN = 40;
    private static final int ACKS_ONE_IN = 10;
    private static final Duration WAIT = Duration.ofSeconds(1);

    void work() {
        var agent = new AgentName(name);
        long cursor = 0;
        long remembered = 0;
        long head = 0;
        boolean isLast = false;
        while (true) {
            long after = cursor;
            var wait = isLast ? Duration.ZERO : WAIT;
            var pulled = connection.ask(c -> c.messages().pull(run, agent, after, PAGE, wait));
            for (var message : pulled.messages()) {
                ledger.seen(name, note(message));
                if (message.seq() > head && random.nextInt(ACKS_ONE_IN) == 0) {
                    connection.ask(c -> c.messages().ack(run, agent, message.messageId()));
                    ledger.acked(name, note(message));
                }
                head = Math.max(head, message.seq());
            }
            cursor = pulled.cursor();
            if (isLast && pulled.messages().isEmpty()) {
                return;
            }
            isLast = isOver.get();
            if (!isLast && random.nextInt(FORGETS_ONE_IN) == 0) {
                cursor = remembered;
            } else if (random.nextInt(FORGETS_ONE_IN / 2) == 0) {
                remembered = cursor;
            }
        }
    }

    private static Ledger.Note note(Message message) {
        return new Ledger.Note(message.runId().value(), message.messageId().value(), message.seq());
    }
}
