package dev.parley.config;

import dev.parley.notice.MailServer;

/** Puts a configuration together, part by part, in the order of {@link Keys}. */
final class Resolution {
    private final Values values;

    Resolution(Values values) {
        this.values = values;
    }

    /** The configuration, or a refusal that says all that is wrong. */
    Config config() {
        values.get(Keys.CONFIG);
        var data = values.get(Keys.DATA);
        var http = values.part(this::http);
        var store = values.part(this::store);
        var limits = values.part(this::limits);
        var blobs = values.part(this::blobs);
        var metrics = new Config.Metrics(values.get(Keys.METRICS_OPEN));
        var streams = values.part(this::streams);
        var acks = values.part(this::acks);
        var topics = values.part(this::topics);
        var notices = values.part(this::notices);
        var guards = values.part(this::guards);
        var mcp = new Config.Mcp(values.get(Keys.MCP_CONFORMANCE), values.get(Keys.MCP_TOOLS));
        var sessions = values.part(this::sessions);
        var counsel = values.part(this::counsel);
        var kinds = values.kinds();
        var tools = values.tools();
        var models = values.models();
        var budgets = values.budgets();
        var agents = values.agents();
        values.requireProviders(agents, counsel.flatMap(Config.Counsel::model), models);
        values.refuseIfAnythingIsWrong();
        return new Config(
                data,
                http.orElseThrow(),
                store.orElseThrow(),
                limits.orElseThrow(),
                blobs.orElseThrow(),
                metrics,
                streams.orElseThrow(),
                acks.orElseThrow(),
                topics.orElseThrow(),
                notices.orElseThrow(),
                guards.orElseThrow(),
                mcp,
                sessions.orElseThrow(),
                counsel.orElseThrow(),
                kinds,
                tools,
                models,
                budgets,
                agents,
                values.settings());
    }

    private Config.Http http() {
        return new Config.Http(
                values.get(Keys.HTTP_HOST),
                values.get(Keys.HTTP_PORT),
                values.get(Keys.HTTP_BEHIND_PROXY),
                values.get(Keys.HTTP_ALLOWED_HOSTS));
    }

    private Config.Store store() {
        return new Config.Store(
                values.get(Keys.STORE_URL),
                values.get(Keys.STORE_QUEUE_SIZE),
                values.get(Keys.STORE_READ_THREADS),
                values.get(Keys.STORE_SYNCHRONOUS));
    }

    private Config.Limits limits() {
        return new Config.Limits(
                values.get(Keys.LIMITS_BODY_SIZE).intValue(),
                values.get(Keys.LIMITS_INLINE_SIZE).intValue(),
                values.get(Keys.LIMITS_PAYLOAD_SIZE).intValue(),
                values.get(Keys.LIMITS_PAIR_RATE),
                values.get(Keys.LIMITS_AGENT_RATE));
    }

    private Config.Blobs blobs() {
        return new Config.Blobs(
                values.get(Keys.BLOBS_QUOTA),
                values.get(Keys.BLOBS_MAX_SIZE),
                values.get(Keys.BLOBS_RETENTION_HOURS));
    }

    private Config.Streams streams() {
        return new Config.Streams(
                values.get(Keys.STREAMS_MAX),
                values.get(Keys.STREAMS_MAX_PER_TOKEN),
                values.get(Keys.STREAMS_PULSE_SECONDS));
    }

    private Config.Acks acks() {
        return new Config.Acks(
                values.get(Keys.ACKS_PATIENCE_SECONDS), values.get(Keys.ACKS_REDELIVERIES));
    }

    private Config.Topics topics() {
        return new Config.Topics(
                values.get(Keys.TOPICS_RETENTION_HOURS), values.get(Keys.TOPICS_RETENTION_SIZE));
    }

    private Config.Notices notices() {
        return new Config.Notices(
                values.get(Keys.NOTIFY_SECRET),
                values.get(Keys.NOTIFY_ALLOW),
                new MailServer(
                        values.get(Keys.MAIL_HOST),
                        values.get(Keys.MAIL_PORT),
                        values.get(Keys.MAIL_TLS),
                        values.get(Keys.MAIL_USER),
                        values.get(Keys.MAIL_PASSWORD),
                        values.get(Keys.MAIL_FROM)));
    }

    private Config.Guards guards() {
        return new Config.Guards(
                values.get(Keys.GUARDS_TRACE_HOPS),
                values.get(Keys.GUARDS_INTERNAL_LOOP),
                values.get(Keys.GUARDS_CLARIFICATION_LOOP),
                values.get(Keys.GUARDS_CYCLE),
                values.get(Keys.GUARDS_SPAWN_DEPTH));
    }

    private Config.Sessions sessions() {
        return new Config.Sessions(
                values.get(Keys.SESSIONS_ROOTS),
                values.get(Keys.SESSIONS_MAX_ACTIVE),
                values.get(Keys.SESSIONS_IDLE_HOURS),
                values.get(Keys.SESSIONS_BY_API));
    }

    private Config.Counsel counsel() {
        return new Config.Counsel(values.get(Keys.COUNSEL_MODEL), values.get(Keys.COUNSEL_ANSWERS));
    }
}
