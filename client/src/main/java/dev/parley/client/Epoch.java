package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which history of the hub's log the places that a client holds belong to. It is sent along with
 * them, so that a hub which was restored from a backup refuses them even when its log has grown
 * past them again; whoever begins at the beginning takes whatever history there is.
 */
final class Epoch {
    private volatile @Nullable String known;

    /**
     * Remembers the epoch of an answer; unless the call began at the beginning, the first counts.
     */
    void learn(long after, ObjectNode answer) {
        var said = answer.path("epoch");
        if (said.isTextual() && (known == null || after == 0)) {
            known = said.textValue();
        }
    }

    /** Makes a call that sends a place along; a hub that refuses it ends what was known. */
    <T> T guarding(Supplier<T> call) {
        try {
            return call.get();
        } catch (ParleyException refused) {
            if (refused.problem() == Problem.CURSOR_AHEAD) {
                known = null;
            }
            throw refused;
        }
    }

    Target with(long after, Target target) {
        var epoch = known;
        return epoch == null || after == 0 ? target : target.with("epoch", epoch);
    }

    ObjectNode with(long after, ObjectNode body) {
        var epoch = known;
        return epoch == null || after == 0 ? body : body.put("epoch", epoch);
    }
}
