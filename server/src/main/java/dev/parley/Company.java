package dev.parley;

import dev.parley.audit.Happening;
import dev.parley.host.Cards;
import dev.parley.host.Contracts;
import dev.parley.host.Counsel;
import dev.parley.host.Hosts;
import dev.parley.host.Latchkeys;
import dev.parley.host.Minds;
import dev.parley.session.Folders;
import dev.parley.session.Sessions;
import dev.parley.session.Troupe;
import java.time.Duration;
import java.time.Instant;

/** The agents that the hub runs, and how they are run. */
record Company(Troupe troupe, Contracts contracts) {
    /** How often agents are looked at to whom nobody speaks. */
    private static final Duration ABSENT = Duration.ofSeconds(30);

    /** How long an agent that is not there may still come back and answer. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Duration REST = Duration.ofSeconds(5);

    static Company on(Ground ground, Conversation conversation, Minds minds, Counsel counsel) {
        var config = ground.config();
        var base =
                new Troupe.Base(
                        ground.store(),
                        ground.wakeups(),
                        ground.asides(),
                        ground.waits(),
                        conversation.runs(),
                        conversation.intents(),
                        config.kinds(),
                        conversation.payloads(),
                        conversation.chronicle(),
                        counsel,
                        ground.metrics(),
                        ground.nanos(),
                        ground.ids());
        var maker =
                new Hosts(
                        ground.ids(),
                        new Latchkeys(ground.tokens().passes(), ground.address()::get),
                        minds,
                        ground.time()::now,
                        (agent, words) ->
                                ground.audit()
                                        .act(Happening.ofHub("protocol-violation", agent, words)));
        var cards = new Cards(conversation.agents());
        cards.put(config.agents());
        var rules =
                new Sessions.Rules(
                        conversation.agents().hosted(),
                        new Folders(config.sessions().roots()),
                        config.guards().spawnDepth());
        var troupe =
                Troupe.of(base, maker.of(config.agents()), rules, config.sessions().maxActive());
        ground.every("idle-agents", REST, troupe.stage()::rest);
        ground.every(
                "absent-agents",
                ABSENT,
                () -> giveUp(troupe, ground, ground.clock().instant().minus(PATIENCE)));
        int hours = config.sessions().idleHours();
        if (hours > 0) {
            var patience = Duration.ofHours(hours);
            ground.every(
                    "idle-sessions",
                    Duration.ofMinutes(10),
                    () -> troupe.sessions().closeIdle(ground.clock().instant().minus(patience)));
        }
        return new Company(troupe, contracts(ground, conversation, maker, cards, troupe));
    }

    /** Gives up on whoever was called before a moment and is not there. */
    static int giveUp(Troupe troupe, Ground ground, Instant before) {
        return troupe.sessions()
                .giveUp(
                        before,
                        one -> !ground.presence().online(one.space(), one.name()).isEmpty());
    }

    private static Contracts contracts(
            Ground ground, Conversation conversation, Hosts hosts, Cards cards, Troupe troupe) {
        var base =
                new Contracts.Base(
                        (name, terms) -> ground.config().agent(name, terms, System.getenv()),
                        hosts,
                        cards,
                        conversation.agents().hosted(),
                        troupe.stage(),
                        ground.config().sessions().byApi());
        return new Contracts(ground.store(), base);
    }
}
