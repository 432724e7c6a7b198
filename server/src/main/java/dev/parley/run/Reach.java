package dev.parley.run;

import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunProtocol;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What its sender had better know about whom a message reaches.
 *
 * @param recipients how many, where it was for everybody
 * @param note in words, where it may reach nobody
 */
public record Reach(OptionalInt recipients, Optional<String> note) {
    private static final String NOBODY =
            "a broadcast is for the run's other participants, and there are none: nobody gets this;"
                    + " send it to an agent, or name participants when you begin a run";

    /** Nothing to be said. */
    static final Reach USUAL = new Reach(OptionalInt.empty(), Optional.empty());

    /** Only an open run takes messages to strangers; elsewhere everybody was named before. */
    static Reach of(Append append, Run run, Known known) {
        var message = append.message();
        var recipients = append.line().recipients();
        if (message.act().isBookkeeping()) {
            return USUAL;
        }
        if (message.toAgent().isBroadcast()) {
            return new Reach(
                    OptionalInt.of(recipients.size()),
                    recipients.isEmpty() ? Optional.of(NOBODY) : Optional.empty());
        }
        return run.row().protocol() == RunProtocol.OPEN
                ? recipients.stream()
                        .filter(name -> !name.equals(Address.USER.value()))
                        .map(AgentName::new)
                        .filter(agent -> !known.has(append.run().space(), agent))
                        .findFirst()
                        .map(Reach::stranger)
                        .orElse(USUAL)
                : USUAL;
    }

    private static Reach stranger(AgentName agent) {
        return new Reach(OptionalInt.empty(), Optional.of(unknown(agent, "message")));
    }

    /** Of what waits for somebody that nobody has heard of. */
    static String unknown(AgentName agent, String what) {
        return "%s is not known here (no card, no token, never seen); the %s waits until it appears"
                .formatted(agent, what);
    }
}
