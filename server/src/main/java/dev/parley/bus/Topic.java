package dev.parley.bus;

import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import java.util.concurrent.atomic.AtomicLong;

/** Something that can change and that somebody may be waiting for. */
public sealed interface Topic {
    /** A run's log has grown, or the run has changed. */
    record Run(Space space, RunId run) implements Topic {}

    /** A question to the people of a space was opened or closed. */
    record Questions(Space space) implements Topic {}

    /** Something has come for a recipient: an agent by name, or {@code user}. */
    record Inbox(Space space, String recipient) implements Topic {}

    /** A task for an agent has become claimable; an empty target is anybody. */
    record Work(Space space, String target) implements Topic {}

    /** Something was published in a space. */
    record Events(Space space) implements Topic {}

    /** An agent waits for others otherwise than before. */
    record Awaiting(Space space, String agent) implements Topic {}

    /** An agent that the hub runs is to take a turn. */
    record Turns() implements Topic {}

    /** Somebody outside is to be told something. */
    record Notices() implements Topic {}

    /** A token was revoked. */
    record Token(String tokenId) implements Topic {}

    /** A console session has ended. */
    record Login(String loginId) implements Topic {}

    /** Something of this process alone: nobody else changes it, and no store knows of it. */
    record Local(long number) implements Topic {
        private static final AtomicLong LAST = new AtomicLong();

        /** One that nobody has yet. */
        public static Local next() {
            return new Local(LAST.incrementAndGet());
        }
    }

    /** Something was streamed: the feed has grown. */
    record Feed() implements Topic {}
}
