package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import org.jspecify.annotations.Nullable;

/** Decides as whom a principal speaks in a run: the credential says it, the body may only agree. */
public final class Speaker {
    private Speaker() {}

    /** The sender's address; people are {@code user}, the owner may speak for anybody. */
    public static Address of(Principal caller, Members members, @Nullable Address claimed) {
        if (caller.role() == Role.OWNER && claimed != null && !claimed.isUser()) {
            return claimed.agent()
                    .map(members::agent)
                    .map(members::nameOf)
                    .orElseThrow(() -> mismatch("nobody speaks as " + claimed));
        }
        var own = caller.speaksFor().map(members::nameOf).orElse(Address.USER);
        if (claimed != null && !isSelf(caller, own, claimed)) {
            throw mismatch(
                    "this token speaks as " + own + ", the message says it is from " + claimed);
        }
        if (caller.speaksFor().filter(members::isTaken).isPresent()) {
            throw mismatch("in this run, " + own + " is the role of another agent");
        }
        return own;
    }

    /** Whose inbox a principal means; it must be its own, or the principal the owner. */
    public static String reader(Principal caller, Members members, @Nullable Address claimed) {
        var own = caller.speaksFor().map(AgentName::value).orElse(Address.USER.value());
        if (claimed == null) {
            return own;
        }
        var wanted = claimed.agent().map(members::agent).map(AgentName::value).orElse("user");
        if (caller.role() != Role.OWNER && !wanted.equals(own)) {
            throw mismatch("this token reads the inbox of " + own + ", not of " + wanted);
        }
        return wanted;
    }

    private static ParleyException mismatch(String detail) {
        return new ParleyException(Problem.SENDER_MISMATCH, detail);
    }

    private static boolean isSelf(Principal caller, Address own, Address claimed) {
        return claimed.equals(own)
                || caller.speaksFor().map(Address::of).filter(claimed::equals).isPresent();
    }
}
