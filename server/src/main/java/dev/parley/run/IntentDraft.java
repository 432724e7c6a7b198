package dev.parley.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a manager says of the intent; what it leaves out stays as it was. */
public final class IntentDraft {
    private static final int MAX_BYTES = 64 << 10;

    private final ObjectNode said;
    private final List<Criterion> criteria;

    private IntentDraft(ObjectNode said, List<Criterion> criteria) {
        this.said = said;
        this.criteria = criteria;
    }

    /** Reads it; criteria may be plain texts. */
    public static IntentDraft of(ObjectNode body) {
        var in = Fields.of(body);
        var said = Json.object();
        put(said, "objective", in.text("objective") == null ? null : in.find("objective"));
        put(said, "constraints", in.array("constraints"));
        put(said, "selected_project", in.find("selected_project"));
        put(said, "selected_targets", in.array("selected_targets"));
        requireSmall(said);
        var criteria = in.array(Intent.CRITERIA);
        return new IntentDraft(
                said,
                criteria == null
                        ? List.of()
                        : criteria.valueStream().map(Criterion::read).toList());
    }

    private static void put(ObjectNode said, String name, @Nullable JsonNode value) {
        if (value != null) {
            said.set(name, value);
        }
    }

    private static void requireSmall(JsonNode part) {
        if (Json.bytes(part).length > MAX_BYTES) {
            throw new ParleyException(
                    Problem.BODY_SIZE, "an intent may have at most " + MAX_BYTES + " bytes");
        }
    }

    /** The messages by which criteria are shown to be met. */
    List<MessageId> shownBy() {
        return criteria.stream().flatMap(criterion -> criterion.shownBy().stream()).toList();
    }

    /** The intent with what was said; decisions and approvals are only ever added by the log. */
    ObjectNode over(ObjectNode known, String by) {
        var intent = known.deepCopy();
        intent.setAll(said);
        var ledger = new Ledger(intent.withArray(Intent.CRITERIA), by);
        ledger.enter(criteria);
        requireSmall(intent.path(Intent.CRITERIA));
        return intent;
    }
}
