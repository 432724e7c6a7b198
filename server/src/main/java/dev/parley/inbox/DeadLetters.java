package dev.parley.inbox;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.guard.Rates;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.run.AckClock;
import dev.parley.run.Dispatch;
import dev.parley.run.GivenUp;
import dev.parley.run.Sent;
import dev.parley.store.Store;
import dev.parley.store.table.DeadLetterHeadTable;
import dev.parley.store.table.DeadLetterTable;
import dev.parley.store.table.LetterType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What senders known here sent and what could not become a message: kept, sent again, dropped. */
public final class DeadLetters {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

    /** As much as is kept of one letter. */
    static final int MAX_BYTES = 64 << 10;

    /** How many are looked at for those with a code, and how many at a time. */
    private static final int MAX_LOOKED_AT = 20_000;

    private static final int SOME = 500;

    /** How long a refusal waits for its letter; later it is there a moment after the answer. */
    private static final long PATIENCE_MILLIS = 1_000;

    /** Refusals for what was sent, rather than for who sent it, or when. */
    private static final Set<Problem> ABOUT_CONTENT =
            EnumSet.of(
                    Problem.BAD_JSON,
                    Problem.JSON_DEPTH,
                    Problem.BODY_SIZE,
                    Problem.BAD_VALUE,
                    Problem.CONFLICTING_FIELDS,
                    Problem.UNKNOWN_KIND,
                    Problem.WRONG_DIRECTION,
                    Problem.NOT_A_PARTICIPANT,
                    Problem.UNKNOWN_PARENT,
                    Problem.UNKNOWN_BLOB);

    private final Store store;
    private final Dispatch dispatch;
    private final AckClock acks;
    private final Rates rates;
    private final AtomicLong lost = new AtomicLong();

    public DeadLetters(Store store, Dispatch dispatch, AckClock acks, Rates rates) {
        this.store = store;
        this.dispatch = dispatch;
        this.acks = acks;
        this.rates = rates;
    }

    /**
     * Keeps what was refused, if it was for its content; never stands in the refusal's way, unless
     * an agent sends so much of it that this is the next thing to be refused.
     */
    public void keep(Principal caller, @Nullable RunId run, byte[] sent, ParleyException refusal) {
        if (sent.length == 0 || !ABOUT_CONTENT.contains(refusal.problem())) {
            return;
        }
        caller.speaksFor().ifPresent(agent -> rates.payForLetter(caller.space(), agent.value()));
        try {
            store.submit(new Bury(letter(caller, run, sent, refusal)))
                    .get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            LOG.debug("event=dead-letter-late run={}", run);
        } catch (ParleyException | ExecutionException failed) {
            LOG.atWarn()
                    .setCause(failed)
                    .addKeyValue("lost", lost.incrementAndGet())
                    .log("a dead letter could not be kept");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many could not be kept since the start. */
    public long lost() {
        return lost.get();
    }

    private static DeadLetterTable.Row letter(
            Principal caller, @Nullable RunId run, byte[] sent, ParleyException refusal) {
        return new DeadLetterTable.Row(
                new DeadLetterTable.Key(
                        new DeadLetterHeadTable.Key(caller.space(), caller.tokenId()), 0),
                LetterType.MALFORMED,
                new DeadLetterTable.Sender(
                        Wire.name(caller.role()), caller.name(), agent(caller).orElse(null)),
                run,
                refusal.problem().slug(),
                refusal.detail().replaceAll("[\\x00\\p{Cs}]", "?"),
                Arrays.copyOf(sent, Math.min(sent.length, MAX_BYTES)),
                sent.length,
                Instant.EPOCH);
    }

    /** Newest first, before a place: an agent's own, and everybody's in the space for others. */
    public List<DeadLetterTable.Row> list(
            Principal caller, DeadLetterTable.Place before, int limit) {
        return store.read(
                sql ->
                        DeadLetterTable.TABLE.before(
                                sql, caller.space(), agent(caller).orElse(null), before, limit));
    }

    /** How many of those made room for newer ones. */
    public long dropped(Principal caller) {
        return store.read(
                sql ->
                        DeadLetterHeadTable.TABLE.dropped(
                                sql, caller.space(), agent(caller).orElse(null)));
    }

    /**
     * Sends a letter again to where it was to go, as whoever sent it, who alone may do so beside
     * the owner.
     *
     * @param corrected what to send instead of what was sent
     */
    public Sent requeue(Principal caller, String id, byte @Nullable [] corrected) {
        var letter = find(caller, id);
        if (!mayRequeue(caller, letter, corrected != null)) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "only "
                            + sender(letter).label()
                            + " or the owner may send this again"
                            + (caller.role() == Role.PERSON ? " with another body" : ""));
        }
        var receipt = letter.receipt();
        if (receipt.isPresent()) {
            if (corrected != null) {
                throw new ParleyException(
                        Problem.BAD_VALUE,
                        "it stands in the log and stays as it is; leave out body, or send another");
            }
            if (letter.code().equals(GivenUp.UNREPLIED)) {
                throw new ParleyException(
                        Problem.CONFLICT,
                        "nobody waits for the reply any more, so it is not delivered anew; send"
                                + " another message, or discard this");
            }
            var key = receipt.get();
            return new Sent(key.run().run(), acks.requeue(caller, key));
        }
        if (corrected == null && letter.isCut()) {
            throw new ParleyException(
                    Problem.CONFLICT,
                    "only the first "
                            + MAX_BYTES
                            + " bytes of it were kept; send a corrected body");
        }
        var body = Json.parseObject(corrected == null ? letter.body() : corrected);
        var format = Format.of(body);
        return dispatch.send(
                caller,
                sender(letter),
                letter.run(),
                format,
                format.draft(body),
                append -> new Requeue(letter.key(), append));
    }

    /** A person may put anything back as it was, and words in nobody's mouth. */
    private static boolean mayRequeue(
            Principal caller, DeadLetterTable.Row letter, boolean isCorrected) {
        return isOwn(caller, letter)
                || caller.role() == Role.OWNER
                || (caller.role() == Role.PERSON && !isCorrected);
    }

    /** The ids of those with a code, oldest first; among the oldest few thousand. */
    public List<String> withCode(Principal caller, String code, int most) {
        var own = agent(caller);
        var found = new ArrayList<String>();
        var from = new DeadLetterTable.Place(Instant.EPOCH, "", 0);
        for (int looked = 0; looked < MAX_LOOKED_AT && found.size() < most; ) {
            var place = from;
            var page =
                    store.read(
                            sql -> DeadLetterTable.TABLE.after(sql, caller.space(), place, SOME));
            page.stream()
                    .filter(letter -> letter.code().equals(code))
                    .filter(letter -> own.isEmpty() || own.get().equals(letter.agent()))
                    .map(letter -> LetterId.of(letter.key()))
                    .limit(most - found.size())
                    .forEach(found::add);
            if (page.size() < SOME) {
                break;
            }
            looked += page.size();
            from = page.getLast().place();
        }
        return found;
    }

    /** Forgets a letter. */
    public void discard(Principal caller, String id) {
        store.write(new Discard(find(caller, id).key()));
    }

    private DeadLetterTable.Row find(Principal caller, String id) {
        var key = LetterId.read(caller.space(), id);
        return store.read(sql -> DeadLetterTable.TABLE.find(sql, key))
                .filter(letter -> caller.speaksFor().isEmpty() || isOwn(caller, letter))
                .orElseThrow(() -> LetterId.unknown(id));
    }

    private static boolean isOwn(Principal caller, DeadLetterTable.Row letter) {
        return caller.speaksFor().isPresent()
                ? agent(caller).equals(Optional.ofNullable(letter.sender().agent()))
                : caller.label().equals(sender(letter).label());
    }

    /** Whoever sent a letter. */
    public static Principal sender(DeadLetterTable.Row letter) {
        var agent = letter.sender().agent();
        return new Principal(
                letter.key().holder().holder(),
                letter.key().holder().space(),
                Wire.read(Role.class, "role", letter.sender().role()),
                letter.sender().name(),
                agent == null ? null : new AgentName(agent));
    }

    private static Optional<String> agent(Principal caller) {
        return caller.speaksFor().map(AgentName::value);
    }
}
