package dev.parley.run.conduct;

import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.Direction;
import dev.parley.protocol.Kind;
import dev.parley.protocol.Message;
import dev.parley.protocol.Visibility;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message in its place, with everybody's own name instead of the role.
 *
 * @param speaker the agent that sends it, or {@code user}
 * @param heard who gets it: agents, or {@code user}
 * @param kind its row in the table of kinds
 * @param about the seq of the entry it is about
 */
public record Said(
        Message message,
        String speaker,
        Set<String> heard,
        Optional<Kind> kind,
        @Nullable Long about) {
    long seq() {
        return message.seq();
    }

    public boolean isByUser() {
        return speaker.equals(Address.USER.value());
    }

    /** The one who is meant, unless it goes to several. */
    Optional<String> target() {
        return message.toAgent().isBroadcast() ? Optional.empty() : heard.stream().findFirst();
    }

    /** The agents among those who get it. */
    List<String> agents() {
        return heard.stream().filter(name -> !name.equals(Address.USER.value())).toList();
    }

    /**
     * Whether the user sees nothing of it. What an agent calls visible is so only for progress: any
     * other message is what its kind is.
     */
    public boolean isSilent() {
        boolean isShown =
                message.visibility() == Visibility.USER_VISIBLE
                        && (message.act() == Act.PROGRESS
                                || kind.filter(row -> row.visibility() == Visibility.USER_VISIBLE)
                                        .isPresent());
        return !isByUser() && !isShown && !heard.contains(Address.USER.value());
    }

    /** Whether it says that what was wanted could not be done. */
    public boolean isFailure() {
        return message.payload().path("status").asText().equals("failed");
    }

    /** Whether whoever says this cannot go on without the reply. */
    boolean isAskedUpwards() {
        return kind.filter(row -> row.managed().contains(Direction.UP)).isPresent();
    }
}
