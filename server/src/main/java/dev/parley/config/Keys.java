package dev.parley.config;

import dev.parley.model.ModelRef;
import dev.parley.notice.Allowed;
import dev.parley.notice.MailServer;
import dev.parley.notice.Seal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Everything that can be set: its name, flag, default, rule and meaning. A new key is one row. */
public final class Keys {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final long GIB = 1024 * MIB;
    private static final long TIB = 1024 * GIB;
    private static final String NO_FLAG = "";

    static final Key<Path> CONFIG =
            new Key<>(
                    "config",
                    "--config",
                    "parley.yaml",
                    Rule.path(),
                    "the file to read; without it, parley.yaml in the data folder if there is one");
    static final Key<Path> DATA =
            new Key<>("data", "--data", "~/.parley", Rule.path(), "the folder that keeps it all");
    static final Key<String> HTTP_HOST =
            new Key<>("http.host", "--host", "127.0.0.1", Rule.host(), "the address to listen on");
    static final Key<Integer> HTTP_PORT =
            new Key<>(
                    "http.port",
                    "--port",
                    "7420",
                    Rule.between(0, 65535),
                    "the port to listen on; 0 takes any that is free");
    static final Key<Boolean> HTTP_BEHIND_PROXY =
            new Key<>(
                    "http.behind-proxy",
                    "--behind-proxy",
                    "false",
                    Rule.yesOrNo(),
                    "a proxy in front of it speaks TLS, so other addresses than loopback are fine");
    static final Key<List<String>> HTTP_ALLOWED_HOSTS =
            new Key<>(
                    "http.allowed-hosts",
                    "--allowed-hosts",
                    "",
                    Rule.hosts(),
                    "names it is reached by, beside http.host and those of this machine");
    static final Key<Database> STORE_URL =
            new Key<>(
                    "store.url",
                    "--store",
                    "",
                    Rule.database(),
                    "the PostgreSQL to use; empty for SQLite in the data folder");
    static final Key<Integer> STORE_QUEUE_SIZE =
            new Key<>(
                    "store.queue-size",
                    NO_FLAG,
                    "8192",
                    Rule.between(1, 1_000_000),
                    "how many writes may wait before further ones are refused with 503");
    static final Key<Integer> STORE_READ_THREADS =
            new Key<>(
                    "store.read-threads",
                    NO_FLAG,
                    "4",
                    Rule.between(1, 64),
                    "how many reads run at once, each on a connection of its own");
    static final Key<Synchronous> STORE_SYNCHRONOUS =
            new Key<>(
                    "store.synchronous",
                    NO_FLAG,
                    "full",
                    Rule.oneOf(Synchronous.class),
                    "when SQLite calls a write done; all but full lose what was acknowledged");
    static final Key<Long> LIMITS_BODY_SIZE =
            new Key<>(
                    "limits.body-size",
                    NO_FLAG,
                    "1 MiB",
                    Rule.bytes(KIB, 64 * MIB),
                    "the largest body of a request, uploads of blobs aside");
    static final Key<Long> LIMITS_INLINE_SIZE =
            new Key<>(
                    "limits.inline-size",
                    NO_FLAG,
                    "64 KiB",
                    Rule.bytes(0, 64 * MIB),
                    "the largest payload that is kept in the log; larger ones become blobs");
    static final Key<Long> LIMITS_PAYLOAD_SIZE =
            new Key<>(
                    "limits.payload-size",
                    NO_FLAG,
                    "256 KiB",
                    Rule.bytes(0, 64 * MIB),
                    "the largest payload of a message; larger ones are uploaded as blobs first");
    static final Key<Integer> LIMITS_PAIR_RATE =
            new Key<>(
                    "limits.pair-rate",
                    NO_FLAG,
                    "60",
                    Rule.between(0, 1_000_000_000),
                    "how many messages a minute an agent may send to the same other; 0 for any"
                            + " number");
    static final Key<Integer> LIMITS_AGENT_RATE =
            new Key<>(
                    "limits.agent-rate",
                    NO_FLAG,
                    "600",
                    Rule.between(0, 1_000_000_000),
                    "how many messages a minute an agent may send in all; 0 for any number");
    static final Key<Long> BLOBS_QUOTA =
            new Key<>(
                    "blobs.quota",
                    NO_FLAG,
                    "10 GiB",
                    Rule.bytes(0, 1024 * TIB),
                    "what the blobs of one space may take");
    static final Key<Long> BLOBS_MAX_SIZE =
            new Key<>(
                    "blobs.max-size",
                    NO_FLAG,
                    "1 GiB",
                    Rule.bytes(KIB, 1024 * TIB),
                    "the largest blob");
    static final Key<Integer> BLOBS_RETENTION_HOURS =
            new Key<>(
                    "blobs.retention-hours",
                    NO_FLAG,
                    "24",
                    Rule.between(1, 24 * 366),
                    "how long a blob that no message names is kept");
    static final Key<Boolean> METRICS_OPEN =
            new Key<>(
                    "metrics.open",
                    NO_FLAG,
                    "false",
                    Rule.yesOrNo(),
                    "GET /metrics needs no token");
    static final Key<Integer> STREAMS_MAX =
            new Key<>(
                    "streams.max",
                    NO_FLAG,
                    "8192",
                    Rule.between(1, 16_000),
                    "how many streams (SSE, WebSocket) may be open before further ones are told 503");
    static final Key<Integer> STREAMS_MAX_PER_TOKEN =
            new Key<>(
                    "streams.max-per-token",
                    NO_FLAG,
                    "256",
                    Rule.between(1, 16_000),
                    "how many of them one token may have open");
    static final Key<Integer> STREAMS_PULSE_SECONDS =
            new Key<>(
                    "streams.pulse-seconds",
                    NO_FLAG,
                    "15",
                    Rule.between(1, 60),
                    "how often a stream shows that it is alive; who takes nothing for as long is cut");
    static final Key<Integer> ACKS_PATIENCE_SECONDS =
            new Key<>(
                    "acks.patience-seconds",
                    NO_FLAG,
                    "30",
                    Rule.between(0, 86_400),
                    "how long an agent that is there may take to ack before it gets a message"
                            + " again; 0 for as long as it likes");
    static final Key<Integer> ACKS_REDELIVERIES =
            new Key<>(
                    "acks.redeliveries",
                    NO_FLAG,
                    "2",
                    Rule.between(0, 1_000),
                    "how often it gets it again before its sender is told that it was not acked");
    static final Key<Integer> TOPICS_RETENTION_HOURS =
            new Key<>(
                    "topics.retention-hours",
                    NO_FLAG,
                    "168",
                    Rule.between(0, 1_000_000),
                    "how long what was published is kept; 0 for ever");
    static final Key<Long> TOPICS_RETENTION_SIZE =
            new Key<>(
                    "topics.retention-size",
                    NO_FLAG,
                    "256 MiB",
                    Rule.bytes(0, 1024 * TIB),
                    "how much of it is kept in each space; 0 for any");
    static final Key<Seal> NOTIFY_SECRET =
            new Key<>(
                    "notify.secret",
                    NO_FLAG,
                    "",
                    Rule.seal(),
                    "what webhooks are signed with: whsec_ and base64; without it there are none");
    static final Key<Allowed> NOTIFY_ALLOW =
            new Key<>(
                    "notify.allow",
                    NO_FLAG,
                    "",
                    Rule.allowed(),
                    "hosts and ranges such as 10.1.0.0/16 that webhooks may go to although they"
                            + " are not public");
    static final Key<String> MAIL_HOST =
            new Key<>(
                    "mail.host",
                    NO_FLAG,
                    "",
                    Rule.hostOrNone(),
                    "the server that notices are mailed through; without it there are none");
    static final Key<Integer> MAIL_PORT =
            new Key<>("mail.port", NO_FLAG, "587", Rule.between(1, 65535), "its port");
    static final Key<MailServer.Security> MAIL_TLS =
            new Key<>(
                    "mail.tls",
                    NO_FLAG,
                    "starttls",
                    Rule.oneOf(MailServer.Security.class),
                    "how the conversation with it is kept from others");
    static final Key<String> MAIL_USER =
            new Key<>(
                    "mail.user",
                    NO_FLAG,
                    "",
                    Rule.text(),
                    "who the hub is to it; empty when it does not ask");
    static final Key<String> MAIL_PASSWORD =
            new Key<>(
                    "mail.password",
                    NO_FLAG,
                    "",
                    Rule.secret(),
                    "the password; best set as PARLEY_MAIL_PASSWORD");
    static final Key<String> MAIL_FROM =
            new Key<>(
                    "mail.from",
                    NO_FLAG,
                    "",
                    Rule.mailAddress(),
                    "the address that notices come from");
    static final Key<Integer> GUARDS_TRACE_HOPS =
            new Key<>(
                    "guards.trace-hops",
                    NO_FLAG,
                    "16",
                    Rule.between(0, 1_000_000),
                    "how many messages may each follow from the one before; 0 for any number");
    static final Key<Integer> GUARDS_INTERNAL_LOOP =
            new Key<>(
                    "guards.internal-loop",
                    NO_FLAG,
                    "40",
                    Rule.between(0, 1_000_000),
                    "after how many internal messages, of which the user saw nothing, a person is"
                            + " asked; 0 for never");
    static final Key<Integer> GUARDS_CLARIFICATION_LOOP =
            new Key<>(
                    "guards.clarification-loop",
                    NO_FLAG,
                    "5",
                    Rule.between(0, 1_000_000),
                    "after how many questions back about one assignment a person is asked; 0 for"
                            + " never");
    static final Key<Integer> GUARDS_SPAWN_DEPTH =
            new Key<>(
                    "guards.spawn-depth",
                    NO_FLAG,
                    "4",
                    Rule.between(0, 1_000),
                    "how deep sessions may spawn sessions; 0 for any depth");
    static final Key<List<Path>> SESSIONS_ROOTS =
            new Key<>(
                    "sessions.roots",
                    NO_FLAG,
                    "",
                    Rule.paths(),
                    "the folders under which agents that the hub runs may work; empty for the one"
                            + " that the hub was started in");
    static final Key<Integer> SESSIONS_MAX_ACTIVE =
            new Key<>(
                    "sessions.max-active",
                    NO_FLAG,
                    "50",
                    Rule.between(1, 10_000),
                    "how many sessions may have a turn at once");
    static final Key<Integer> SESSIONS_IDLE_HOURS =
            new Key<>(
                    "sessions.idle-hours",
                    NO_FLAG,
                    "24",
                    Rule.between(0, 24 * 366),
                    "after how long without a word a spawned session is closed; 0 for never");
    static final Key<Boolean> SESSIONS_BY_API =
            new Key<>(
                    "sessions.agents-by-api",
                    NO_FLAG,
                    "false",
                    Rule.yesOrNo(),
                    "whether the owner may have the hub run agents, and with them programs, over"
                            + " HTTP");
    static final Key<Boolean> GUARDS_CYCLE =
            new Key<>(
                    "guards.cycle",
                    NO_FLAG,
                    "true",
                    Rule.yesOrNo(),
                    "whether a person is asked when agents would all wait for each other");

    static final Key<Boolean> MCP_CONFORMANCE =
            new Key<>(
                    "mcp.conformance",
                    NO_FLAG,
                    "false",
                    Rule.yesOrNo(),
                    "whether /mcp also offers the fixtures of the MCP conformance suite");

    static final Key<ToolChoice> MCP_TOOLS =
            new Key<>(
                    "mcp.tools",
                    NO_FLAG,
                    "usual",
                    Rule.oneOf(ToolChoice.class),
                    "which tools /mcp offers to an agent: those that it usually needs, or all");

    static final Key<Optional<ModelRef>> COUNSEL_MODEL =
            new Key<>(
                    "counsel.model",
                    NO_FLAG,
                    "",
                    Rule.modelOrNone(),
                    "the model, as provider:model, that selects agents and judges reports; empty"
                            + " for the hub's own rules");
    static final Key<Boolean> COUNSEL_ANSWERS =
            new Key<>(
                    "counsel.answers",
                    NO_FLAG,
                    "false",
                    Rule.yesOrNo(),
                    "whether that model also judges what people answer to agents' questions");

    private static final List<Key<?>> ALL =
            List.of(
                    CONFIG,
                    DATA,
                    HTTP_HOST,
                    HTTP_PORT,
                    HTTP_BEHIND_PROXY,
                    HTTP_ALLOWED_HOSTS,
                    STORE_URL,
                    STORE_QUEUE_SIZE,
                    STORE_READ_THREADS,
                    STORE_SYNCHRONOUS,
                    LIMITS_BODY_SIZE,
                    LIMITS_INLINE_SIZE,
                    LIMITS_PAYLOAD_SIZE,
                    LIMITS_PAIR_RATE,
                    LIMITS_AGENT_RATE,
                    BLOBS_QUOTA,
                    BLOBS_MAX_SIZE,
                    BLOBS_RETENTION_HOURS,
                    METRICS_OPEN,
                    STREAMS_MAX,
                    STREAMS_MAX_PER_TOKEN,
                    STREAMS_PULSE_SECONDS,
                    ACKS_PATIENCE_SECONDS,
                    ACKS_REDELIVERIES,
                    TOPICS_RETENTION_HOURS,
                    TOPICS_RETENTION_SIZE,
                    NOTIFY_SECRET,
                    NOTIFY_ALLOW,
                    MAIL_HOST,
                    MAIL_PORT,
                    MAIL_TLS,
                    MAIL_USER,
                    MAIL_PASSWORD,
                    MAIL_FROM,
                    GUARDS_TRACE_HOPS,
                    GUARDS_INTERNAL_LOOP,
                    GUARDS_CLARIFICATION_LOOP,
                    GUARDS_CYCLE,
                    GUARDS_SPAWN_DEPTH,
                    MCP_CONFORMANCE,
                    MCP_TOOLS,
                    SESSIONS_ROOTS,
                    SESSIONS_MAX_ACTIVE,
                    SESSIONS_IDLE_HOURS,
                    SESSIONS_BY_API,
                    COUNSEL_MODEL,
                    COUNSEL_ANSWERS);

    private Keys() {}

    public static List<Key<?>> all() {
        return ALL;
    }
}
