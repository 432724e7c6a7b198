package dev.parley.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a manager says of the intent; what it leaves out stays as it was. */
public final class IntentDraft {
    private static final int MAX_BYTES = 64 << 10;
    private static final Set<String> VERDICTS = Set.of("open", "met", "waived");

    private final ObjectNode said;
    private final List<MessageId> shownBy = new ArrayList<>();

    private IntentDraft(ObjectNode said) {
        this.said = said;
    }

    /** Reads it; criteria may be plain texts, which are open at first. */
    public static IntentDraft of(ObjectNode body) {
        var in = Fields.of(body);
        var said = Json.object();
        put(said, "objective", in.text("objective") == null ? null : in.find("objective"));
        put(said, "constraints", in.array("constraints"));
        put(said, "selected_project", in.find("selected_project"));
        put(said, "selected_targets", in.array("selected_targets"));
        var draft = new IntentDraft(said);
        var criteria = in.array(Intent.CRITERIA);
        if (criteria != null) {
            said.set(Intent.CRITERIA, draft.criteria(criteria));
        }
        if (Json.bytes(said).length > MAX_BYTES) {
            throw new ParleyException(
                    Problem.BODY_SIZE, "an intent may have at most " + MAX_BYTES + " bytes");
        }
        return draft;
    }

    private static void put(ObjectNode said, String name, @Nullable JsonNode value) {
        if (value != null) {
            said.set(name, value);
        }
    }

    private ArrayNode criteria(ArrayNode given) {
        var criteria = Json.array();
        var ids = new HashSet<String>();
        for (var one : given) {
            var criterion = criterion(one, "c" + (criteria.size() + 1));
            if (!ids.add(criterion.path("id").asText())) {
                throw bad("two criteria have the id " + criterion.path("id").asText());
            }
            criteria.add(criterion);
        }
        return criteria;
    }

    private ObjectNode criterion(JsonNode given, String usualId) {
        if (given.isTextual()) {
            return Json.object()
                    .put("id", usualId)
                    .put("text", given.textValue())
                    .put("status", "open");
        }
        if (!(given instanceof ObjectNode object)) {
            throw bad("a criterion is a text, or an object with text and status");
        }
        var in = Fields.of(object);
        var id = in.text("id");
        var status = in.text("status");
        var criterion =
                Json.object()
                        .put("id", id == null ? usualId : id)
                        .put("text", in.requiredText("text"))
                        .put("status", status == null ? "open" : status);
        if (status != null && !VERDICTS.contains(status)) {
            throw bad("a criterion's status is open, met or waived, not " + status);
        }
        var shown = in.id(MessageId::new, "shown_by");
        if (shown != null) {
            shownBy.add(shown);
            criterion.put("shown_by", shown.value());
        } else if ("met".equals(status)) {
            throw bad("a criterion that is met names the message that shows it in shown_by");
        }
        return criterion;
    }

    private static ParleyException bad(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }

    /** The messages by which criteria are shown to be met. */
    List<MessageId> shownBy() {
        return shownBy;
    }

    /** The intent with what was said; decisions and approvals are only ever added by the log. */
    ObjectNode over(ObjectNode known, String by) {
        var intent = known.deepCopy();
        intent.setAll(said);
        for (var criterion : intent.withArray(Intent.CRITERIA)) {
            if (criterion.path("status").asText().equals("waived")
                    && criterion instanceof ObjectNode waived
                    && !waived.has("waived_by")) {
                waived.put("waived_by", by);
            }
        }
        return intent;
    }
}
