package dev.parley.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The acceptance criteria of a run. Nothing is ever crossed out: what is not mentioned stays as it
 * is, and a criterion that no longer counts is waived by somebody.
 */
final class Ledger {
    private final ArrayNode criteria;
    private final String by;

    Ledger(ArrayNode criteria, String by) {
        this.criteria = criteria;
        this.by = by;
    }

    /** Enters what is said, each of a criterion of its own: known by its id, else by its text. */
    void enter(List<Criterion> said) {
        var named = new HashSet<String>();
        said.forEach(one -> one.id().ifPresent(named::add));
        var judged = new HashSet<String>();
        for (var one : said) {
            var row = find(one).orElseGet(() -> add(one, named));
            if (!judged.add(id(row))) {
                throw Criterion.bad("criterion " + id(row) + " is named twice");
            }
            judge(row, one);
        }
    }

    private Optional<ObjectNode> find(Criterion said) {
        return criteria.valueStream()
                .map(ObjectNode.class::cast)
                .filter(
                        row ->
                                said.id().isPresent()
                                        ? said.id().get().equals(id(row))
                                        : said.text().filter(text(row)::equals).isPresent())
                .findFirst();
    }

    private ObjectNode add(Criterion said, Set<String> named) {
        var text = said.text().orElseThrow(() -> Criterion.bad(noText(said)));
        var row =
                Json.object()
                        .put("id", said.id().orElseGet(() -> unused(named)))
                        .put("text", text)
                        .put("status", Criterion.OPEN);
        criteria.add(row);
        return row;
    }

    private static String noText(Criterion said) {
        return said.id()
                .map(id -> "there is no criterion " + id + " yet; a new one needs a text")
                .orElse("a criterion needs an id that is known, or a text");
    }

    private String unused(Set<String> named) {
        var taken = new HashSet<>(named);
        criteria.forEach(row -> taken.add(id(row)));
        int n = criteria.size() + 1;
        while (taken.contains("c" + n)) {
            n++;
        }
        return "c" + n;
    }

    /** Other words make it another criterion, which is open until it is judged. */
    private void judge(ObjectNode row, Criterion said) {
        boolean isReworded = said.text().filter(words -> !words.equals(text(row))).isPresent();
        said.text().ifPresent(words -> row.put("text", words));
        var before = row.path("status").asText();
        var now = said.status().orElse(isReworded ? Criterion.OPEN : before);
        if (isReworded || !now.equals(before)) {
            row.remove(List.of("shown_by", "waived_by"));
        }
        row.put("status", now);
        said.shownBy().ifPresent(message -> row.put("shown_by", message.value()));
        if (now.equals(Criterion.MET) && !row.has("shown_by")) {
            throw Criterion.bad(
                    "a criterion that is met names the message that shows it in shown_by");
        }
        if (now.equals(Criterion.WAIVED) && !row.has("waived_by")) {
            row.put("waived_by", by);
        }
    }

    private static String id(JsonNode row) {
        return row.path("id").asText();
    }

    private static String text(JsonNode row) {
        return row.path("text").asText();
    }
}
