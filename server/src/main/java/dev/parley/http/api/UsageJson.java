package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.budget.Budget;
import dev.parley.protocol.codec.Json;
import dev.parley.store.table.Usage;
import dev.parley.store.table.UsageTable;

/** What models have used, as it is shown. */
final class UsageJson {
    private UsageJson() {}

    /** In a run, and with all that was done on its behalf elsewhere. */
    static ObjectNode write(UsageTable.Row row) {
        var body = write(row.own());
        body.set("with_children", write(row.all()));
        return body;
    }

    private static ObjectNode write(Usage usage) {
        return Json.object()
                .put("calls", usage.calls())
                .put("input_tokens", usage.input())
                .put("output_tokens", usage.output())
                .put("cost", Budget.units(usage.cost()));
    }
}
