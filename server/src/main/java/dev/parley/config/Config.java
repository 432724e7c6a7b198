package dev.parley.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.budget.Spending.Budgets;
import dev.parley.host.AgentSpec;
import dev.parley.host.LlmSpec;
import dev.parley.model.ModelRef;
import dev.parley.model.Provider;
import dev.parley.notice.Allowed;
import dev.parley.notice.MailServer;
import dev.parley.notice.Seal;
import dev.parley.protocol.Kinds;
import dev.parley.tool.Policy;
import dev.parley.tool.server.ServerSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How this hub is set up. There is no such thing as a wrong one: every part refuses what it cannot
 * work with, in a sentence that names the key.
 *
 * @param data the folder that keeps everything
 * @param kinds the standard table with the rows that configuration adds
 * @param settings every key as it is in effect and where it was set, in the order of {@link Keys}
 */
public record Config(
        Path data,
        Http http,
        Store store,
        Limits limits,
        Blobs blobs,
        Metrics metrics,
        Streams streams,
        Acks acks,
        Topics topics,
        Notices notices,
        Guards guards,
        Mcp mcp,
        Sessions sessions,
        Counsel counsel,
        Kinds kinds,
        Tools tools,
        List<Provider> models,
        Budgets budgets,
        List<AgentSpec> agents,
        List<Setting> settings) {
    public Config {
        Keys.DATA.check(data);
        models = List.copyOf(models);
        agents = List.copyOf(agents);
        settings = List.copyOf(settings);
    }

    /** An agent as a row of {@code agents:} says it, wherever that row comes from. */
    public AgentSpec agent(String name, JsonNode row, Map<String, String> environment) {
        var agent = AgentRows.read(name, row, environment);
        if (agent.means() instanceof LlmSpec llm) {
            var known = models.stream().map(Provider::name).collect(Collectors.toSet());
            Values.providerProblem("agent", llm.model(), known)
                    .ifPresent(
                            wrong -> {
                                throw Row.wrong(wrong);
                            });
        }
        return agent;
    }

    /**
     * Puts the configuration together, or refuses with all that is wrong, a line each.
     *
     * @param flags by their names, {@code --port}, or by the keys they set, {@code http.port}
     * @param environment as {@link System#getenv()} gives it
     */
    public static Config resolve(Map<String, String> flags, Map<String, String> environment) {
        return new Resolution(new Values(Sources.gather(flags, environment))).config();
    }

    /**
     * Where it listens, and who may ask for it.
     *
     * @param allowedHosts names in the Host header that are fine beside its own address
     */
    public record Http(String host, int port, boolean behindProxy, List<String> allowedHosts) {
        public Http {
            Keys.HTTP_HOST.check(host);
            Keys.HTTP_PORT.check(port);
            Keys.HTTP_ALLOWED_HOSTS.check(allowedHosts);
            allowedHosts = List.copyOf(allowedHosts);
            if (!behindProxy && !isLoopback(host)) {
                throw Keys.HTTP_HOST.refusal(
                        "must be a loopback address such as 127.0.0.1, because Parley does not"
                                + " speak TLS itself yet: put a proxy that does in front of it and"
                                + " say --behind-proxy",
                        host);
            }
        }

        private static boolean isLoopback(String host) {
            return host.equals("localhost")
                    || host.equals("::1")
                    || host.equals("[::1]")
                    || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
        }
    }

    /** The store and its engine. */
    public record Store(
            Database database, int queueSize, int readThreads, Synchronous synchronous) {
        public Store {
            Keys.STORE_QUEUE_SIZE.check(queueSize);
            Keys.STORE_READ_THREADS.check(readThreads);
        }
    }

    /**
     * How large what comes in may be, and how fast it may come; sizes in bytes.
     *
     * @param pairRate messages a minute from one agent to another; 0 is any number
     * @param agentRate messages a minute from one agent
     */
    public record Limits(
            int bodySize, int inlineSize, int payloadSize, int pairRate, int agentRate) {
        public Limits {
            Keys.LIMITS_PAIR_RATE.check(pairRate);
            Keys.LIMITS_AGENT_RATE.check(agentRate);
            Keys.LIMITS_BODY_SIZE.check((long) bodySize);
            Keys.LIMITS_INLINE_SIZE.check((long) inlineSize);
            Keys.LIMITS_PAYLOAD_SIZE.check((long) payloadSize);
            requireOrder(
                    Keys.LIMITS_INLINE_SIZE, inlineSize, Keys.LIMITS_PAYLOAD_SIZE, payloadSize);
            requireOrder(Keys.LIMITS_PAYLOAD_SIZE, payloadSize, Keys.LIMITS_BODY_SIZE, bodySize);
        }

        private static void requireOrder(
                Key<Long> smaller, long small, Key<Long> larger, long large) {
            if (small > large) {
                throw smaller.refusal(
                        "must be at most %s (%s)".formatted(larger.name(), larger.show(large)),
                        smaller.show(small));
            }
        }
    }

    /**
     * The MCP door.
     *
     * @param conformance whether it also offers what the conformance suite expects
     */
    public record Mcp(boolean conformance, ToolChoice tools) {}

    /** Who may look at the metrics: whoever may read, or whoever asks. */
    public record Metrics(boolean isOpen) {}

    /**
     * What blobs may take.
     *
     * @param quota bytes a space
     * @param maxSize bytes a blob
     * @param retentionHours how long one that no message names is kept
     */
    public record Blobs(long quota, long maxSize, int retentionHours) {
        public Blobs {
            Keys.BLOBS_QUOTA.check(quota);
            Keys.BLOBS_MAX_SIZE.check(maxSize);
            Keys.BLOBS_RETENTION_HOURS.check(retentionHours);
        }

        public Duration retention() {
            return Duration.ofHours(retentionHours);
        }
    }

    /** How many streams may be open, and how often each shows that it is alive. */
    public record Streams(int max, int maxPerToken, int pulseSeconds) {
        public Streams {
            Keys.STREAMS_MAX.check(max);
            Keys.STREAMS_MAX_PER_TOKEN.check(maxPerToken);
            Keys.STREAMS_PULSE_SECONDS.check(pulseSeconds);
        }

        public Duration pulse() {
            return Duration.ofSeconds(pulseSeconds);
        }
    }

    /** How long, and how much of, what was published is kept; 0 is no bound. */
    public record Topics(int retentionHours, long retentionSize) {
        public Topics {
            Keys.TOPICS_RETENTION_HOURS.check(retentionHours);
            Keys.TOPICS_RETENTION_SIZE.check(retentionSize);
        }

        public Duration retention() {
            return Duration.ofHours(retentionHours);
        }
    }

    /** How long an ack may take, and how often a message comes that has none. */
    public record Acks(int patienceSeconds, int redeliveries) {
        public Acks {
            Keys.ACKS_PATIENCE_SECONDS.check(patienceSeconds);
            Keys.ACKS_REDELIVERIES.check(redeliveries);
        }

        public Duration patience() {
            return Duration.ofSeconds(patienceSeconds);
        }
    }

    /** How people and programs outside are told of tasks. */
    public record Notices(Seal secret, Allowed allow, MailServer mail) {
        public Notices {
            if (!mail.isMissing() && mail.from().isEmpty()) {
                throw Keys.MAIL_FROM.refusal("must be set where mail.host is", "nothing");
            }
        }
    }

    /** The tool servers that there are, and which agents may use what of them. */
    public record Tools(List<ServerSpec> servers, Policy policy) {
        public Tools {
            servers = List.copyOf(servers);
        }
    }

    /**
     * Conversations with agents that the hub runs.
     *
     * @param idleHours after how long a spawned one is closed; 0 for never
     * @param byApi whether the owner may have further agents run over HTTP
     */
    public record Sessions(List<Path> roots, int maxActive, int idleHours, boolean byApi) {
        public Sessions {
            Keys.SESSIONS_ROOTS.check(roots);
            Keys.SESSIONS_MAX_ACTIVE.check(maxActive);
            Keys.SESSIONS_IDLE_HOURS.check(idleHours);
            roots = roots.isEmpty() ? List.of(Path.of("").toAbsolutePath()) : List.copyOf(roots);
        }
    }

    /**
     * The model that is asked where a rule would decide.
     *
     * @param answers whether it is asked about people's answers too
     */
    public record Counsel(Optional<ModelRef> model, boolean answers) {
        public Counsel {
            if (answers && model.isEmpty()) {
                throw Keys.COUNSEL_ANSWERS.refusal("must be false without counsel.model", "true");
            }
        }
    }

    /** How far agents may go before a person is asked; 0 is off. */
    public record Guards(
            int traceHops, int internalLoop, int clarificationLoop, boolean cycle, int spawnDepth) {
        public Guards {
            Keys.GUARDS_TRACE_HOPS.check(traceHops);
            Keys.GUARDS_INTERNAL_LOOP.check(internalLoop);
            Keys.GUARDS_CLARIFICATION_LOOP.check(clarificationLoop);
            Keys.GUARDS_SPAWN_DEPTH.check(spawnDepth);
        }
    }
}
