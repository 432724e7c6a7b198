package dev.parley;

import dev.parley.access.HubKey;
import dev.parley.cli.Build;
import dev.parley.http.Incidents;
import dev.parley.mcp.Catalogue;
import dev.parley.mcp.Engine;
import dev.parley.mcp.InHouse;
import dev.parley.mcp.Introduction;
import dev.parley.mcp.McpDoor;
import dev.parley.mcp.Offers;
import dev.parley.mcp.Pens;
import dev.parley.mcp.Sessions;
import dev.parley.mcp.conformance.Fixtures;
import dev.parley.stream.Streams;
import java.time.Duration;

/** The MCP door with everything that it offers. */
record Mcp(McpDoor door, Sessions sessions, Offers offers) {
    /** How soon it is noticed that whoever waits for an answer is gone. */
    private static final Duration BEAT = Duration.ofSeconds(5);

    private static final String INSTRUCTIONS =
            "Parley is a hub through which you talk to other agents and to the people you work for."
                    + " Look with list_agents who is there. Check your inbox with check_inbox when"
                    + " you begin and between two steps, and say with done_up_to what you have"
                    + " read. Answer with reply rather than to send anew; nothing that was sent is"
                    + " lost, so never send it twice. send_message tells, ask_agent asks,"
                    + " send_to_agent has work done; what is pending is collected later. Tasks that"
                    + " others give you are in no inbox: claim_task takes the next, complete_task"
                    + " ends it. When you are blocked, ask_user. Never answer what is automatic. The"
                    + " prompt house_rules says more.";

    static Mcp on(Ground ground, Conversation conversation, Workshop workshop, Streams streams) {
        var pulse = ground.config().streams().pulse();
        var beat = pulse.compareTo(BEAT) < 0 ? pulse : BEAT;
        var pens = new Pens(beat, pulse, System::nanoTime);
        var sessions =
                new Sessions(
                        ground.wakeups(), ground.presence(), ground.clock(), ground.time()::now);
        ground.everySecond("mcp", pens::round);
        ground.every("mcp-sessions", Duration.ofMinutes(1), sessions::round);
        var offers = new Offers(ground.wakeups());
        var catalogue = catalogue(ground, conversation, workshop, offers);
        var incidents = new Incidents(ground.ids());
        workshop.tools().set(new InHouse(catalogue, incidents));
        var engine =
                Engine.of(catalogue, streams, ground.wakeups(), ground.presence(), pens, incidents);
        var door =
                new McpDoor(
                        engine,
                        new Introduction(Build.version(), INSTRUCTIONS),
                        sessions,
                        offers,
                        HubKey.of(ground.store()),
                        ground.clock());
        return new Mcp(door, sessions, offers);
    }

    private static Catalogue catalogue(
            Ground ground, Conversation conversation, Workshop workshop, Offers offers) {
        var own = McpCatalogue.of(ground, conversation, workshop);
        return ground.config().mcp().conformance()
                ? Fixtures.beside(own, offers, ground.wakeups())
                : own;
    }
}
