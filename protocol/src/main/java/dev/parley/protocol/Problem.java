package dev.parley.protocol;

import java.util.Arrays;
import java.util.Optional;

/**
 * The catalogue of problems: every door renders its errors from these rows and from nothing else.
 */
public enum Problem {
    BAD_JSON("bad-json", 400, -32700, "The body is not well-formed JSON", false),
    BAD_REQUEST("bad-request", 400, -32600, "The request is malformed", false),
    HEADER_MISMATCH(
            "header-mismatch", 400, -32020, "A header and the body say different things", false),
    MISSING_CAPABILITY(
            "missing-capability", 400, -32021, "The client lacks what this needs", false),
    UNSUPPORTED_VERSION(
            "unsupported-version", 400, -32022, "This version is not spoken here", false),
    SELF_SEND("self-send", 400, -32602, "Cannot POST to own session", false),
    UNAUTHENTICATED("unauthenticated", 401, -32001, "A valid token is needed", false),
    BUDGET_SPENT("budget-spent", 402, -32011, "What models may use is used up", false),
    FORBIDDEN("forbidden", 403, -32003, "This token may not do that", false),
    SENDER_MISMATCH("sender-mismatch", 403, -32003, "A message may only be sent as oneself", false),
    NOT_NARRATOR("not-narrator", 403, -32003, "Only the manager speaks to the user", false),
    NOT_ELIGIBLE("not-eligible", 403, -32003, "The task is not for this worker", false),
    CWD_NOT_ALLOWED("cwd-not-allowed", 403, -32003, "No agent may work in that folder", false),
    TOOL_DENIED("tool-denied", 403, -32003, "This agent may not use the tool", false),
    APPROVAL_DENIED("approval-denied", 403, -32003, "A person has denied this action", false),
    ORIGIN_REFUSED("origin-refused", 403, -32003, "This origin may not call the hub", false),
    HOST_REFUSED("host-refused", 403, -32003, "This host name is not served here", false),
    NOT_FOUND("not-found", 404, -32004, "There is nothing at this address", false),
    UNKNOWN_METHOD("unknown-method", 404, -32601, "There is no such method", false),
    UNKNOWN_CONNECTION(
            "unknown-connection", 404, -32600, "There is no such MCP session any more", false),
    UNKNOWN_RUN("unknown-run", 404, -32004, "There is no such run", false),
    UNKNOWN_MESSAGE("unknown-message", 404, -32004, "There is no such message", false),
    UNKNOWN_BLOB("unknown-blob", 404, -32004, "There is no such blob", false),
    UNKNOWN_AGENT("unknown-agent", 404, -32004, "There is no card of such an agent", false),
    UNKNOWN_TOKEN("unknown-token", 404, -32004, "There is no such token", false),
    UNKNOWN_QUESTION("unknown-question", 404, -32004, "There is no such question", false),
    UNKNOWN_DEAD_LETTER("unknown-dead-letter", 404, -32004, "There is no such dead letter", false),
    UNKNOWN_TASK("unknown-task", 404, -32004, "There is no such task", false),
    UNKNOWN_SESSION("unknown-session", 404, -32004, "There is no such session", false),
    UNKNOWN_TOOL("unknown-tool", 404, -32004, "There is no such tool", false),
    UNKNOWN_SUBSCRIPTION(
            "unknown-subscription", 404, -32004, "There is no such subscription", false),
    METHOD_NOT_ALLOWED("method-not-allowed", 405, -32601, "This method is not offered here", false),
    REQUEST_TIMEOUT("request-timeout", 408, -32008, "The request took too long to arrive", true),
    MESSAGE_ID_CONFLICT(
            "message-id-conflict",
            409,
            -32009,
            "This message_id was used for another message",
            false),
    CONFLICT("conflict", 409, -32009, "This does not fit the present state", false),
    AGENT_IN_USE("agent-in-use", 409, -32009, "The agent is running or has agents under it", true),
    PARENT_CYCLE("parent-cycle", 409, -32009, "The parents of agents go in a circle", false),
    TREE_DEPTH("tree-depth", 409, -32009, "The tree of agents would become too deep", false),
    CURSOR_AHEAD("cursor-ahead", 409, -32009, "The cursor is ahead of what is stored here", false),
    NOT_ADDRESSED("not-addressed", 409, -32009, "Only the addressee may ack a message", false),
    RUN_ENDED("run-ended", 409, -32009, "The run has ended", false),
    RUN_PAUSED("run-paused", 409, -32009, "The run is paused", true),
    SESSION_CLOSED("session-closed", 409, -32009, "The session is closed", false),
    TASK_ENDED("task-ended", 409, -32009, "The task has ended", false),
    STALE_LEASE("stale-lease", 409, -32009, "The lease on the task is no longer good", false),
    APPROVAL_PENDING("approval-pending", 409, -32009, "A person must approve this first", true),
    QUESTION_CLOSED("question-closed", 409, -32009, "The question is no longer open", false),
    TOO_MANY_QUESTIONS(
            "too-many-questions", 409, -32010, "Too many questions of the run are open", true),
    SPAWN_DEPTH("spawn-depth", 409, -32010, "Sessions may not spawn others any deeper", false),
    TRACE_HOPS("trace-hops", 409, -32010, "The chain of messages is too long", false),
    INTERNAL_LOOP("internal-loop", 409, -32010, "The user has seen nothing for too long", true),
    CLARIFICATION_LOOP(
            "clarification-loop", 409, -32010, "Too much was asked back about one task", true),
    CYCLE("cycle", 409, -32010, "All of them would wait for each other", true),
    NOTHING_ASKED("nothing-asked", 409, -32009, "Nothing waits for this reply", false),
    ILLEGAL_TRANSITION(
            "illegal-transition", 409, -32009, "This cannot happen in the present state", true),
    CRITERIA_OPEN("criteria-open", 409, -32009, "An acceptance criterion is still open", true),
    INTENT_CHANGED("intent-changed", 409, -32009, "The intent has changed meanwhile", false),
    BODY_SIZE("body-size", 413, -32013, "The body is too large", false),
    JSON_DEPTH("json-depth", 413, -32013, "The JSON is nested too deeply", false),
    QUOTA("quota", 413, -32013, "The space's quota is used up", true),
    URI_TOO_LONG("uri-too-long", 414, -32013, "The address is too long", false),
    MEDIA_TYPE("media-type", 415, -32600, "The body's media type is not accepted here", false),
    BAD_RANGE("bad-range", 416, -32602, "The range lies outside the blob", false),
    BAD_VALUE("bad-value", 422, -32602, "A value is not acceptable", false),
    BAD_ARGUMENTS("bad-arguments", 422, -32602, "The arguments do not fit the tool", false),
    NOT_AN_ANSWER("not-an-answer", 422, -32602, "This does not answer the question", false),
    CONFLICTING_FIELDS(
            "conflicting-fields", 422, -32602, "Two spellings of one field disagree", false),
    UNKNOWN_KIND("unknown-kind", 422, -32602, "This run's protocol does not know the kind", false),
    WRONG_DIRECTION("wrong-direction", 422, -32602, "This kind does not run this way here", false),
    NOT_A_PARTICIPANT("not-a-participant", 422, -32602, "This agent takes no part in it", false),
    UNKNOWN_PARENT(
            "unknown-parent", 422, -32602, "The message replied to is not in this run", false),
    ADDRESS_REFUSED("address-refused", 422, -32602, "The hub does not send to this address", false),
    NOT_CONFIGURED("not-configured", 422, -32602, "The hub is not set up for this", false),
    IDEMPOTENCY_MISMATCH(
            "idempotency-mismatch",
            422,
            -32602,
            "This Idempotency-Key came with another body",
            false),
    UPGRADE_REQUIRED("upgrade-required", 426, -32600, "This address speaks WebSocket only", false),
    PAIR_RATE("pair-rate", 429, -32029, "Too many messages to the same agent", true),
    AGENT_RATE("agent-rate", 429, -32029, "Too many messages from one agent", true),
    RATE_LIMITED("rate-limited", 429, -32029, "Too many requests", true),
    HEADERS_TOO_LARGE("headers-too-large", 431, -32013, "The headers are too large", false),
    INTERNAL("internal", 500, -32603, "Something broke inside the hub", true),
    TOOL_FAILED("tool-failed", 502, -32070, "The tool server has not carried it out", false),
    AGENT_FAILED("agent-failed", 502, -32011, "The agent has failed", true),
    TOOL_UNAVAILABLE(
            "tool-unavailable", 503, -32071, "The tool server is not available just now", true),
    TOOL_TIMEOUT("tool-timeout", 504, -32072, "The tool has not answered in time", false),
    TOO_BUSY("too-busy", 503, -32060, "More requests are open than may be", true),
    TOO_MANY_STREAMS("too-many-streams", 503, -32063, "More streams are open than may be", true),
    STORE_BUSY("store-busy", 503, -32050, "More is waiting to be written than may wait", true),
    OUTCOME_UNKNOWN(
            "outcome-unknown", 503, -32051, "Whether this was stored is not known; retry it", true),
    STORE_UNREACHABLE("store-unreachable", 503, -32055, "The database cannot be reached", true),
    STORE_STOPPED("store-stopped", 503, -32052, "The store has stopped until a restart", true),
    SHUTTING_DOWN("shutting-down", 503, -32053, "The hub is shutting down", true),
    STORE_NEWER("store-newer", 500, -32056, "The data was written by a newer Parley", false),
    STORE_UNFIT("store-unfit", 500, -32057, "The database is not fit to keep anything", false),
    CANNOT_LISTEN("cannot-listen", 500, -32062, "The address cannot be listened on", false),
    DATA_IN_USE("data-in-use", 500, -32058, "Another process uses the data folder", false),
    DATA_UNUSABLE("data-unusable", 500, -32059, "The data folder cannot be used", false),
    UNREACHABLE("unreachable", 503, -32061, "The hub could not be reached", true),
    STORE_FULL("store-full", 507, -32054, "The disk is full", true);

    private final String slug;
    private final int status;
    private final int rpcCode;
    private final String title;
    private final boolean recoverable;

    Problem(String slug, int status, int rpcCode, String title, boolean recoverable) {
        this.slug = slug;
        this.status = status;
        this.rpcCode = rpcCode;
        this.title = title;
        this.recoverable = recoverable;
    }

    /** The stable name that programs compare. */
    public String slug() {
        return slug;
    }

    public int status() {
        return status;
    }

    public int rpcCode() {
        return rpcCode;
    }

    public String title() {
        return title;
    }

    /** Whether the very same may succeed later: with time, or by what others do. */
    public boolean recoverable() {
        return recoverable;
    }

    public static Optional<Problem> ofSlug(String slug) {
        return Arrays.stream(values()).filter(p -> p.slug.equals(slug)).findFirst();
    }
}
