package dev.parley.access;

import dev.parley.protocol.Ids;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Secrets that the hub lends to programs which it runs. Each lets in one agent, in one session at a
 * time, for as long as the program runs; none is stored, so none outlives the hub.
 */
public final class Passes {
    private final Ids ids;
    private final Map<String, Pass> byHash = new ConcurrentHashMap<>();
    private final Map<String, Pass> byId = new ConcurrentHashMap<>();

    Passes(Ids ids) {
        this.ids = ids;
    }

    /** A secret on loan. */
    public final class Pass implements AutoCloseable {
        private final Secret secret = Secret.random();
        private final String id = ids.next("pass");
        private final AtomicInteger calls = new AtomicInteger(Integer.MAX_VALUE);
        private volatile Principal bearer;

        private Pass(Principal bearer) {
            this.bearer = bearer.with(id);
        }

        /** Whoever it lets in. */
        public Principal bearer() {
            return bearer;
        }

        public Secret secret() {
            return secret;
        }

        /** From now on it is good for this one, who may use tools so often. */
        public void turnTo(Principal next, int toolCalls) {
            bearer = next.with(id);
            calls.set(toolCalls);
        }

        /** Nobody is let in with it any more. */
        @Override
        public void close() {
            byHash.remove(secret.hash());
            byId.remove(id);
        }
    }

    /** Lends one to whoever this is, to use tools as often as it likes. */
    public Pass lend(Principal bearer) {
        var pass = new Pass(bearer);
        byId.put(pass.id, pass);
        byHash.put(pass.secret.hash(), pass);
        return pass;
    }

    Optional<Principal> find(String hash) {
        return Optional.ofNullable(byHash.get(hash)).map(pass -> pass.bearer);
    }

    boolean isLent(String id) {
        return byId.containsKey(id);
    }

    /** Counts a use of a tool; false when somebody has used them as often as allowed. */
    public boolean useTool(Principal caller) {
        var pass = byId.get(caller.tokenId());
        return pass == null || pass.calls.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }
}
