package dev.parley.e2e.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Json;

/** A manager and a worker, and a managed run of theirs. */
record Crew(Actor manager, Actor worker, String run) {
    static Crew of(Hub hub) {
        var manager = Actor.agent(hub, "alice", "manager");
        return new Crew(manager, Actor.agent(hub, "bob"), "").anew();
    }

    /** The same two in another run. */
    Crew anew() {
        var asked = Json.object().put("protocol", "managed");
        asked.putObject("participants").put("manager", "alice").put("worker", "bob");
        return new Crew(manager, worker, manager.post("/api/runs", asked).text("run_id"));
    }

    String view() {
        return "/ui/runs/" + run;
    }

    /** The manager gives work. */
    String brief(String words) {
        return manager.send(run, "worker", "intent_brief", words, "{\"requires_ack\":true}");
    }

    /** The worker tells something. */
    String tell(String kind, String words, String more) {
        return worker.send(run, "manager", kind, words, more);
    }

    String tell(String kind, String words) {
        return tell(kind, words, "{}");
    }

    /** What the manager understands the user to want. */
    void intend(String changes) {
        manager.hub().as(manager.token()).runs().intend(new RunId(run), Json.parseTrusted(changes));
    }

    /** What is for one of them and was not pulled so far. */
    ObjectNode pulledBy(Actor one) {
        return one.post("/api/runs/" + run + "/pull", Json.object()).json();
    }
}
