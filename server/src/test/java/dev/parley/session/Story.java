package dev.parley.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import java.util.List;

/** What agents and people have said in a run, as somebody who reads its log sees it. */
record Story(Caller reader) {
    /** All of it, once something of a kind was said. */
    List<String> until(String run, String kind) {
        return entries(run, kind).stream().map(Story::line).toList();
    }

    /** The messages themselves. */
    List<JsonNode> entries(String run, String kind) {
        while (true) {
            var all = reader.get("/api/runs/" + run + "/messages?limit=500").expect(200);
            var said =
                    all.elements("items").stream()
                            .filter(one -> !one.path("act").asText().equals("system"))
                            .filter(one -> !one.path("act").asText().equals("ack"))
                            .toList();
            if (said.stream().anyMatch(one -> one.path("kind").asText().equals(kind))) {
                return said;
            }
            long after = all.elements("items").getLast().path("seq").asLong();
            reader.get("/api/runs/" + run + "/messages?wait=10&after=" + after).expect(200);
        }
    }

    private static String line(JsonNode message) {
        return message.path("from_agent").asText()
                + ">"
                + message.path("to_agent").asText()
                + " "
                + message.path("kind").asText()
                + " "
                + message.path("summary").asText();
    }
}
