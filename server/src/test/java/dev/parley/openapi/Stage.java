package dev.parley.openapi;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.host.ModelReply;
import dev.parley.host.ScriptedModel;
import dev.parley.tool.StdioWorkbench;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A hub on which everything that can go wrong can be made to. */
final class Stage implements AutoCloseable {
    /** A cursor of another history. */
    static final String FOREIGN =
            Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString("ep_other~1".getBytes(StandardCharsets.UTF_8));

    static final int BODY_SIZE = 512 << 10;
    static final int BLOB_SIZE = 200 << 10;

    /** More than anybody sends by the way. */
    static final int PAIR_RATE = 150;

    static final int AGENT_RATE = 300;

    private static final String TOOLS =
            """
            tools:
              servers:
                bench:
                  %s
                  tools:
                    echo: {class: read}
                    write: {approval: always}
                    wait_for: {timeout: 1}
                none: {command: no-such-program, class: read}
            agents:
              parrot: {host: command, command: cat}
              sleeper: {host: command, command: sleep, args: ["600"]}
            counsel: {model: "openai:scripted", answers: true}
            """
                    .formatted(StdioWorkbench.row());

    /** Words that answer no question. */
    static final String BESIDE = "nice weather today";

    private final ScriptedModel model =
            ScriptedModel.start(
                    asked ->
                            ModelReply.say(
                                    "{\"completed\":%s,\"reason\":\"so it is\"}"
                                            .formatted(!asked.last().contains(BESIDE))));

    final TestParley parley =
            TestParley.with("guards.internal-loop", "4")
                    .with("guards.clarification-loop", "1")
                    .with("guards.trace-hops", "1")
                    .with("limits.pair-rate", Integer.toString(PAIR_RATE))
                    .with("limits.agent-rate", Integer.toString(AGENT_RATE))
                    .with("limits.body-size", "512 KiB")
                    .with("blobs.max-size", "200 KiB")
                    .with("blobs.quota", "100 KiB")
                    .with("sessions.agents-by-api", "true")
                    .with("notify.secret", "whsec_" + "A".repeat(32))
                    .file(TOOLS + model.yaml())
                    .start();
    final Caller owner = parley.owner();
    final Caller ann = parley.person("ann");
    final Caller alice = parley.agent("alice");
    final Caller bob = parley.agent("bob");
    final Caller carol = parley.agent("carol");
    final Caller hasty = parley.agent("hasty");
    final Caller eager = parley.agent("eager");
    final Caller observer = parley.token("{\"role\":\"observer\"}");

    Stage() {
        var _ = letter(eager, open());
    }

    /** A run in which alice leads bob. */
    String managed() {
        return alice.run(
                """
                {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}""");
    }

    String open() {
        return alice.run("{\"protocol\":\"open\"}");
    }

    String ended() {
        var run = open();
        ann.post("/api/runs/" + run + "/cancel", "{}").expect(200);
        return run;
    }

    /** Something that alice asks the user in a run; its id is that of the question as well. */
    String question(String run) {
        long seq =
                alice.say(
                        run,
                        """
                        {"to":"user","kind":"REQUEST_USER_INPUT","summary":"?","message_id":"ask"}""");
        return run + "." + seq;
    }

    /** Has somebody send as much as an agent may. */
    void exhaust(Caller sender) {
        var run = open();
        for (int i = 0; i < AGENT_RATE; i++) {
            sender.post("/api/runs/" + run + "/messages", "{\"to\":\"agent " + i + "\"}");
        }
    }

    /** What somebody sent that could not become a message; who sends too much has one already. */
    String letter(Caller sender, String run) {
        sender.post("/api/runs/" + run + "/messages", "{\"to\":1}");
        return sender.get("/api/dead-letters?limit=1").all("items", "id").getFirst();
    }

    Reply blob(int size, String... headers) {
        return alice.post("/api/blobs", BodyPublishers.ofByteArray(new byte[size]), headers);
    }

    @Override
    public void close() {
        parley.close();
        model.close();
    }
}
