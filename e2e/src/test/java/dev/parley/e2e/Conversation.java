package dev.parley.e2e;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.client.NewRun;
import dev.parley.e2e.crash.Entry;
import dev.parley.e2e.crash.WholeLog;
import dev.parley.e2e.hub.Hub;
import dev.parley.e2e.hub.Reply;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.codec.Json;
import java.util.List;

/** One run with an agent called bob, and what the owner says to it, one request at a time. */
record Conversation(RunId run) {
    static Conversation on(Hub hub) {
        var wanted = NewRun.of(RunProtocol.OPEN).with("bob", new AgentName("bob"));
        return new Conversation(hub.owner().runs().create(wanted).runId());
    }

    Reply say(Hub hub, String id) {
        return say(hub, id, Json.object());
    }

    /** Sends a message with a payload of about this many bytes. */
    Reply say(Hub hub, String id, int bytes) {
        return say(hub, id, Json.object().put("fill", "x".repeat(bytes)));
    }

    private Reply say(Hub hub, String id, ObjectNode payload) {
        var body = Json.object().put("message_id", id).put("to_agent", "bob");
        body.put("kind", "message").put("summary", "message " + id).set("payload", payload);
        return hub.post(path(), body);
    }

    /** What bob has not dealt with yet; handing it out is noted, and so needs room. */
    Reply pull(Hub hub) {
        var body = Json.object().put("agent_id", "bob").put("after", 0);
        return hub.post("/api/runs/" + run.value() + "/pull", body);
    }

    /** The ids of the whole log, after making sure that its places have no gaps. */
    List<String> ids(Hub hub) {
        var log = WholeLog.of(hub.owner(), List.of(run));
        for (int place = 0; place < log.size(); place++) {
            if (log.get(place).seq() != place + 1) {
                throw new AssertionError("a gap before " + log.get(place));
            }
        }
        return log.stream().map(Entry::id).toList();
    }

    private String path() {
        return "/api/runs/" + run.value() + "/messages";
    }
}
