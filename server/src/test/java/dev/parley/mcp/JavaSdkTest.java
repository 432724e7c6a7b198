package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The official client in Java uses what the hub offers. */
final class JavaSdkTest {
    @Test
    void itListsAndCallsTools() {
        try (var parley = TestParley.with("mcp.conformance", "true").start()) {
            var alice = parley.agent("alice");
            alice.put("/api/agents/alice", "{}").expect(201);
            var transport =
                    HttpClientStreamableHttpTransport.builder(parley.url())
                            .endpoint("/mcp")
                            .requestBuilder(
                                    HttpRequest.newBuilder()
                                            .header("Authorization", "Bearer " + alice.token()))
                            .build();
            try (var client =
                    McpClient.sync(transport).requestTimeout(Duration.ofSeconds(20)).build()) {
                assertThat(client.initialize().serverInfo().name()).isEqualTo("parley");
                assertThat(client.listTools().tools())
                        .extracting(McpSchema.Tool::name)
                        .contains("list_agents");
                var agents = client.callTool(of("list_agents"));
                assertThat(agents.structuredContent().toString()).contains("alice");
                var progress = client.callTool(of("test_tool_with_progress"));
                assertThat(progress.content()).hasSize(1);
                assertThat(client.listPrompts().prompts()).isNotEmpty();
            }
        }
    }

    private static McpSchema.CallToolRequest of(String tool) {
        return McpSchema.CallToolRequest.builder(tool).arguments(Map.of()).build();
    }
}
