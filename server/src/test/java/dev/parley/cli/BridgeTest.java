package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client behind the bridge hears when its hub goes and comes. */
@Timeout(60)
final class BridgeTest {
    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}""";
    private static final String INITIALIZED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    private static String call(String id, String tool, String arguments) {
        return """
        {"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s}}"""
                .formatted(id, tool, arguments);
    }

    private static HubAddress address(String url, String token) {
        return new HubAddress(URI.create(url), token, "a test");
    }

    @Test
    void anAnswerThatEndsWithoutAResponseIsAnError() throws InterruptedException {
        try (var hub = new ScriptedHub();
                var client = new BridgeClient(() -> address(hub.url().toString(), "pa_x"))) {
            hub.on("POST /mcp", _ -> new ScriptedHub.Reply(200, ":\n\n:\n\n", "text/event-stream"));

            var answer = client.say(call("5", "claim_task", "{}")).next();
            assertThat(answer.path("id").asInt()).isEqualTo(5);
            assertThat(answer.at("/error/message").asText()).contains("before it was complete");
        }
    }

    @Test
    void aHubThatStopsLeavesNoRequestUnanswered() throws InterruptedException {
        try (var parley =
                TestParley.with("mcp.conformance", "true")
                        .with("streams.pulse-seconds", "1")
                        .start()) {
            var token = parley.agent("bob").token();
            try (var client = new BridgeClient(() -> address(parley.url(), token))) {
                client.say(INITIALIZE).next();
                client.say(INITIALIZED).say(call("2", "test_until_cancelled", "{}"));
                while (parley.open() < 2) {
                    Thread.onSpinWait();
                }
                parley.stop();

                var answer = client.next();
                assertThat(answer.path("id").asInt()).isEqualTo(2);
                assertThat(answer.path("error").path("message").asText()).contains("shutting down");
            }
        }
    }

    @Test
    void whatIsCancelledIsNotAnswered() throws InterruptedException {
        try (var parley = TestParley.start()) {
            var token = parley.agent("bob").token();
            try (var client = new BridgeClient(() -> address(parley.url(), token))) {
                client.say(INITIALIZE).next();
                client.say(call("2", "check_inbox", "{\"wait_seconds\":55}"));
                parley.awaitReader("bob");
                client.say(
                        """
                        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}""");

                assertThat(client.rest()).isEmpty();
            }
        }
    }

    @Test
    void aClientWithASessionDoesNotNoticeThatTheHubWasRestarted() throws InterruptedException {
        var first = TestParley.start();
        var token = first.agent("bob").token();
        var alice = first.agent("alice").token();
        var hub = new AtomicReference<>(first);
        try (var client = new BridgeClient(() -> address(hub.get().url(), token))) {
            client.say(INITIALIZE).next();
            client.say(INITIALIZED);
            client.say(
                            """
                            {"jsonrpc":"2.0","id":2,"method":"resources/subscribe",\
                            "params":{"uri":"parley://inbox"}}""")
                    .next();
            hub.set(first.restarted());

            client.say(call("3", "list_agents", "{}"));
            assertThat(client.next().at("/params/uri").asText()).isEqualTo("parley://inbox");
            var answer = client.next();
            assertThat(answer.path("id").asInt()).isEqualTo(3);
            assertThat(answer.has("result")).as(answer.toString()).isTrue();
            assertThat(hub.get().mcpSessions()).isEqualTo(1);
            hub.get()
                    .bearer(alice)
                    .post(
                            "/api/messages",
                            """
                            {"event_type":"message.to.bob",\
                            "data":{"message":{"parts":[{"text":"hi"}]}}}""")
                    .expect(201);
            assertThat(client.next().at("/params/uri").asText()).isEqualTo("parley://inbox");
        } finally {
            hub.get().close();
        }
    }
}
