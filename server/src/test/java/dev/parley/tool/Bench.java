package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import java.time.InstantSource;
import java.util.List;

/** A hub with tool servers, a manager, two workers and a run of theirs. */
public record Bench(TestParley parley, Caller ann, Caller alice, Caller bob, String run)
        implements AutoCloseable {
    /** On SQLite, with one server that is run as a program. */
    public static Bench start() {
        return on(TestDatabase.SQLITE, tools(StdioWorkbench.row()));
    }

    /** The same where a person approves whatever changes something. */
    public static Bench withApproval(InstantSource clock) {
        var yaml = tools(StdioWorkbench.row() + "\n      approval: mutating");
        return of(TestParley.on(TestDatabase.SQLITE).file(yaml).at(clock).start());
    }

    /** The usual rules for a server that is reached like this. */
    public static String tools(String row) {
        return """
            tools:
              servers:
                bench:
                  %s
                  class: mutating
                  timeout: 20
                  max-output: 64 KiB
                  tools:
                    echo: {class: read}
                    fail: {class: report}
                    progress: {class: status}
            """
                .formatted(row);
    }

    public static Bench on(TestDatabase database, String yaml) {
        return of(TestParley.on(database).file(yaml).start());
    }

    static Bench of(TestParley parley) {
        var alice = parley.token("{\"agent\":\"alice\",\"role\":\"manager\"}");
        var run =
                alice.run(
                        """
                        {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}""");
        return new Bench(parley, parley.person("ann"), alice, parley.agent("bob"), run);
    }

    String path(String tool) {
        return "/api/runs/" + run + "/tools/" + tool;
    }

    Reply call(Caller caller, String tool, String arguments) {
        return caller.post(path(tool), "{\"arguments\":" + arguments + "}");
    }

    Reply write(Caller caller, String path, String text) {
        var arguments = Json.object().put("path", path).put("text", text);
        return call(caller, "bench__write", arguments.toString());
    }

    /** What the log tells of calls: kind, status, tool. */
    public List<String> story() {
        return bob.get("/api/runs/" + run + "/messages?limit=500")
                .expect(200)
                .json()
                .path("items")
                .valueStream()
                .filter(message -> message.path("kind").asText().startsWith("tool_"))
                .map(
                        message ->
                                String.join(
                                                " ",
                                                message.path("from_agent").asText(),
                                                message.path("kind").asText(),
                                                message.path("payload").path("tool").asText(),
                                                message.path("payload").path("status").asText())
                                        .strip())
                .toList();
    }

    void requireSound() {
        var check = parley.owner().get("/api/check").expect(200);
        assertThat(check.elements("findings")).isEmpty();
    }

    @Override
    public void close() {
        parley.close();
    }
}
