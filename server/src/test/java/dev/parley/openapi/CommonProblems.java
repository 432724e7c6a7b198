package dev.parley.openapi;

import static dev.parley.protocol.Problem.BAD_JSON;
import static dev.parley.protocol.Problem.BAD_REQUEST;
import static dev.parley.protocol.Problem.BAD_VALUE;
import static dev.parley.protocol.Problem.BODY_SIZE;
import static dev.parley.protocol.Problem.CONFLICTING_FIELDS;
import static dev.parley.protocol.Problem.CURSOR_AHEAD;
import static dev.parley.protocol.Problem.FORBIDDEN;
import static dev.parley.protocol.Problem.HOST_REFUSED;
import static dev.parley.protocol.Problem.JSON_DEPTH;
import static dev.parley.protocol.Problem.MEDIA_TYPE;
import static dev.parley.protocol.Problem.ORIGIN_REFUSED;
import static dev.parley.protocol.Problem.UNAUTHENTICATED;
import static dev.parley.protocol.Problem.UNKNOWN_RUN;

import dev.parley.protocol.Problem;
import java.util.List;
import java.util.Set;

/** The problems that many operations have, and that come about in the same way at each. */
final class CommonProblems {
    /** What befalls the hub, its store or a connection, whatever was asked. */
    static final List<Problem> TROUBLE =
            List.of(
                    Problem.REQUEST_TIMEOUT,
                    Problem.URI_TOO_LONG,
                    Problem.RATE_LIMITED,
                    Problem.HEADERS_TOO_LARGE,
                    Problem.INTERNAL,
                    Problem.TOO_BUSY,
                    Problem.TOO_MANY_STREAMS,
                    Problem.STORE_BUSY,
                    Problem.OUTCOME_UNKNOWN,
                    Problem.STORE_UNREACHABLE,
                    Problem.STORE_STOPPED,
                    Problem.SHUTTING_DOWN,
                    Problem.STORE_FULL);

    static final List<Problem> OF_REQUESTS =
            List.of(
                    BAD_REQUEST,
                    HOST_REFUSED,
                    ORIGIN_REFUSED,
                    UNAUTHENTICATED,
                    FORBIDDEN,
                    BAD_VALUE,
                    CONFLICTING_FIELDS,
                    CURSOR_AHEAD,
                    UNKNOWN_RUN);

    /** Those of a body of JSON. */
    static final List<Problem> OF_BODIES = List.of(BAD_JSON, JSON_DEPTH, BODY_SIZE, MEDIA_TYPE);

    /** What sends messages says of a run that is not there what it says of other messages. */
    private static final String SENDS = "POST /api/((runs/.run./)?messages|dead-letters/.*)";

    /** What names a run in its body, if it names one at all. */
    private static final String NAMES_A_RUN = "POST /api/agents/select";

    /** What takes a credential in its body. */
    private static final String LOGS_IN = "POST /api/console/login";

    /**
     * Every other write with a key is made safe in one place, which RepeatedWritesTest provokes.
     */
    private static final String CREATES =
            "POST /api/(runs|tokens|blobs|events|tasks|tasks/claim|sessions|runs/.run./tools/.tool.)";

    private CommonProblems() {}

    /** Whether it is provoked as everywhere rather than by the operation's own means. */
    static boolean has(Operation operation, Problem problem) {
        boolean isOwn =
                (problem == UNKNOWN_RUN && operation.toString().matches(SENDS))
                        || (problem == UNAUTHENTICATED && operation.toString().equals(LOGS_IN))
                        || (Set.of(UNKNOWN_RUN, FORBIDDEN).contains(problem)
                                && operation.toString().equals(NAMES_A_RUN));
        boolean isKey =
                problem == Problem.IDEMPOTENCY_MISMATCH && !operation.toString().matches(CREATES);
        return !isOwn
                && (isKey
                        || TROUBLE.contains(problem)
                        || OF_REQUESTS.contains(problem)
                        || (OF_BODIES.contains(problem) && operation.body().isPresent()));
    }
}
