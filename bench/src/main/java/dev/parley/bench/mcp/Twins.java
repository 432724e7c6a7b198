package dev.parley.bench.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** What the hub's tools do, done in memory. */
final class Twins {
    private static final int USUAL = 50;

    private final ConcurrentSkipListMap<String, Map<String, Object>> agents =
            new ConcurrentSkipListMap<>();
    private final Map<String, Map<String, Object>> sent = new ConcurrentHashMap<>();

    Twins(List<Map<String, Object>> agents) {
        agents.forEach(agent -> this.agents.put(String.valueOf(agent.get("agent")), agent));
    }

    Map<String, Object> listAgents(Map<String, Object> arguments) {
        int limit = arguments.get("limit") instanceof Integer given ? given : USUAL;
        var after = arguments.getOrDefault("after", "").toString();
        var listed = new ArrayList<Map<String, Object>>();
        for (var card : agents.tailMap(after, false).values()) {
            if (listed.size() == limit) {
                break;
            }
            listed.add(new LinkedHashMap<>(card));
        }
        var facts = new LinkedHashMap<String, Object>();
        facts.put("agents", listed);
        facts.put("more", listed.size() == limit);
        return facts;
    }

    /** Says something in a session. */
    Map<String, Object> send(Map<String, Object> arguments) {
        var facts = new LinkedHashMap<String, Object>();
        var message = "msg_" + UUID.randomUUID();
        facts.put("messageId", message);
        facts.put("status", "dispatched");
        facts.put("position", sent.size());
        facts.put("recipient", "bob: queued; " + sent.size() + " messages come first");
        sent.put(message, Map.copyOf(arguments));
        return facts;
    }
}
