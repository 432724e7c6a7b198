package dev.parley.inbox;

import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.table.InboxKey;

/** Whose inbox and outbox somebody may look at, and in whose name somebody may act there. */
final class Addressee {
    private Addressee() {}

    /** Whether what is handed to the caller has reached the recipient. */
    static boolean is(Principal caller, String recipient) {
        return caller.may(Permission.RECEIVE) && own(caller).equals(recipient);
    }

    /** Agents see their own; people, owner and observers everybody's in their space. */
    static InboxKey lookAt(Principal caller, String recipient) {
        if (caller.speaksFor().isPresent() && !own(caller).equals(recipient)) {
            throw forbidden(caller, recipient);
        }
        return key(caller, recipient);
    }

    /** Everybody acts for itself, and the owner for anybody. */
    static InboxKey actFor(Principal caller, String recipient) {
        if (caller.role() != Role.OWNER && !own(caller).equals(recipient)) {
            throw forbidden(caller, recipient);
        }
        return key(caller, recipient);
    }

    private static InboxKey key(Principal caller, String recipient) {
        var name = recipient.equals(Address.USER.value()) ? recipient : named(recipient);
        return new InboxKey(caller.space(), name);
    }

    private static String named(String recipient) {
        return new AgentName(recipient).value();
    }

    static String own(Principal caller) {
        return caller.speaksFor().map(AgentName::value).orElse(Address.USER.value());
    }

    private static ParleyException forbidden(Principal caller, String recipient) {
        return new ParleyException(
                Problem.FORBIDDEN,
                "this token is that of " + own(caller) + ", not of " + recipient);
    }
}
