package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.host.Contracts;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.table.ContractTable;
import java.io.IOException;

/** Agents that the owner has the hub run, over HTTP. */
public final class HostRoutes {
    private final Contracts contracts;

    public HostRoutes(Contracts contracts) {
        this.contracts = contracts;
    }

    Answer put(Call call) throws IOException {
        var made = contracts.put(call.caller(), name(call), call.json());
        var body = describe(made.contract());
        return made.isNew() ? Answer.created(body) : Answer.ok(body);
    }

    Answer get(Call call) {
        return Answer.ok(describe(contracts.get(call.caller(), name(call))));
    }

    Answer remove(Call call) {
        contracts.remove(call.caller(), name(call));
        return Answer.noContent();
    }

    private static AgentName name(Call call) {
        return new AgentName(call.path("agent"));
    }

    /** Secrets of the environment are named in the terms and stand elsewhere. */
    private static ObjectNode describe(ContractTable.Row contract) {
        var body =
                Json.parseTrusted(contract.terms())
                        .put("agent", contract.key().name().value())
                        .put("made_by", contract.madeBy());
        return body.set("made_at", Times.epochSeconds(contract.madeAt()));
    }
}
