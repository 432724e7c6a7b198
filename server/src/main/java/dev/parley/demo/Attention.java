package dev.parley.demo;

import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What everybody on stage gives to the person who watches: a pause keeps them still, a word is
 * heeded at once, and when the run is ended nobody goes on.
 */
final class Attention {
    /** So soon it is noticed that patience is over. */
    private static final Duration GLANCE = Duration.ofSeconds(1);

    private final Following log;
    private final InstantSource clock;
    private final Consumer<Message> heed;

    /**
     * @param heed what is done about something that a person says unasked
     */
    Attention(Following log, InstantSource clock, Consumer<Message> heed) {
        this.log = log;
        this.clock = clock;
        this.heed = heed;
    }

    Following log() {
        return log;
    }

    /** Does something in the run, once it may be done; ends when the run has. */
    <T> T act(Supplier<T> deed) {
        while (true) {
            try {
                return deed.get();
            } catch (ParleyException refused) {
                if (refused.problem() == Problem.RUN_ENDED) {
                    log.read(Duration.ZERO);
                    throw new CutShort();
                }
                if (refused.problem() != Problem.RUN_PAUSED) {
                    throw refused;
                }
                log.read(Duration.ZERO);
                while (log.isPaused()) {
                    log.read(GLANCE);
                }
            }
        }
    }

    /** Looks at the run for this long, and heeds what is said there. */
    void pay(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        Duration left = time;
        do {
            look(left);
            left = Duration.ofNanos(end - System.nanoTime());
        } while (left.isPositive() && !log.isOver());
    }

    private void look(Duration atMost) {
        log.read(atMost);
        for (var wish = log.wish(); wish.isPresent() && !log.isOver(); wish = log.wish()) {
            heed.accept(wish.get());
        }
    }

    /** Waits for what a person, or the hub in their place, answers. */
    Message reply(MessageId asked, Runnable waiting) {
        while (log.reply(asked).isEmpty()) {
            requireGoing();
            look(GLANCE);
            waiting.run();
        }
        return log.reply(asked).orElseThrow();
    }

    /** Waits until something is so, or patience is over. */
    void until(BooleanSupplier isSo, Instant deadline, Runnable waiting) {
        while (!isSo.getAsBoolean() && clock.instant().isBefore(deadline)) {
            requireGoing();
            look(GLANCE);
            waiting.run();
        }
    }

    /** The moment after this much patience. */
    Instant after(Duration patience) {
        return clock.instant().plus(patience);
    }

    /** Nobody goes on in a run that has ended. */
    void requireGoing() {
        if (log.isOver()) {
            throw new CutShort();
        }
    }
}
