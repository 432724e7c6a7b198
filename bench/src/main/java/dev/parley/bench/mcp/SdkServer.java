package dev.parley.bench.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The official Java SDK's server with twins of the hub's tools, which keep everything in memory. It
 * runs on the same HTTP server as the hub and on virtual threads as well, and carries a tool out on
 * the thread of its request, which is the fastest that it offers.
 */
public final class SdkServer {
    private SdkServer() {}

    /** Needs a file with what the hub has shown of its tools and agents. */
    public static void main(String[] args) throws Exception {
        var mapper = new ObjectMapper();
        var shown = mapper.readValue(Path.of(args[0]).toFile(), Shown.class);
        var json = new JacksonMcpJsonMapper(mapper);
        var transport =
                HttpServletStreamableServerTransportProvider.builder()
                        .jsonMapper(json)
                        .mcpEndpoint("/mcp")
                        .build();
        var twins = new Twins(shown.agents());
        McpServer.sync(transport)
                .serverInfo("sdk", "1")
                .capabilities(McpSchema.ServerCapabilities.builder().tools(true).build())
                .jsonMapper(json)
                .immediateExecution(true)
                .tools(
                        tool(shown.of(Tool.READING.name()), json, twins::listAgents),
                        tool(shown.of(Tool.DURABLE), json, twins::send))
                .build();
        var server = server(transport);
        server.start();
        var port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        System.out.println("listening on http://127.0.0.1:" + port);
        new CountDownLatch(1).await();
    }

    /** Declared as the hub shows it, without a schema of results, which the hub does not check. */
    private static SyncToolSpecification tool(
            Shown.Declared declared,
            JacksonMcpJsonMapper json,
            UnaryOperator<Map<String, Object>> work) {
        return SyncToolSpecification.builder()
                .tool(
                        McpSchema.Tool.builder(declared.name(), declared.inputSchema())
                                .description(declared.description())
                                .build())
                .callHandler((_, request) -> result(work.apply(request.arguments()), json))
                .build();
    }

    /** For programs, and in the same words for whoever reads only text. */
    private static McpSchema.CallToolResult result(
            Map<String, Object> facts, JacksonMcpJsonMapper json) {
        try {
            return McpSchema.CallToolResult.builder()
                    .addTextContent(json.writeValueAsString(facts))
                    .structuredContent(facts)
                    .build();
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Server server(HttpServletStreamableServerTransportProvider transport) {
        var threads = new QueuedThreadPool();
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        var server = new Server(threads);
        var configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        var connector = new ServerConnector(server, new HttpConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        var context = new ServletContextHandler("/");
        var holder = new ServletHolder(transport);
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/mcp");
        server.setHandler(context);
        return server;
    }
}
