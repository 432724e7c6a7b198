package dev.parley.demo;

import dev.parley.client.ParleyClient;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** An agent in one run: it reads what is for it, acks it, and says something itself. */
final class Player {
    private static final int PAGE = 100;

    private final Role role;
    private final ParleyClient client;
    private final RunId run;
    private final Map<String, MessageId> heard = new HashMap<>();
    private long cursor;

    Player(Role role, ParleyClient client, RunId run) {
        this.role = role;
        this.client = client;
        this.run = run;
    }

    ParleyClient client() {
        return client;
    }

    /** Reads what has come for it, and acks what wants that. */
    void listen() {
        var pulled = client.messages().pull(run, role.agent(), cursor, PAGE, Duration.ZERO);
        for (var message : pulled.messages()) {
            heard.put(message.kind(), message.messageId());
            if (message.requiresAck()) {
                client.messages().ack(run, role.agent(), message.messageId());
            }
        }
        cursor = pulled.cursor();
    }

    /** The last message of a kind that it has heard. */
    MessageId heard(String kind) {
        listen();
        var last = heard.get(kind);
        if (last == null) {
            throw new IllegalStateException(role.agent() + " has heard no " + kind);
        }
        return last;
    }

    MessageId say(Draft.Builder draft) {
        return client.messages().send(run, draft.build()).messageId();
    }
}
