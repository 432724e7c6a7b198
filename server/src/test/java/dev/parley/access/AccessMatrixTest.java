package dev.parley.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.http.Route;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may call what, spelled out: a route that changes its mind, or has no line, fails. */
class AccessMatrixTest {
    private static final String MATRIX =
            """
            route                                     owner person manager worker observer nobody
            GET /health                               yes   yes    yes     yes    yes      yes
            GET /openapi.yaml                         yes   yes    yes     yes    yes      yes
            GET /metrics                              yes   yes    yes     yes    yes      401
            POST /api/runs                            yes   yes    yes     yes    403      401
            GET /api/runs                             yes   yes    yes     yes    yes      401
            GET /api/runs/{run}                       yes   yes    yes     yes    yes      401
            POST /api/runs/{run}/steer                yes   yes    403     403    403      401
            POST /api/runs/{run}/pause                yes   yes    403     403    403      401
            POST /api/runs/{run}/resume               yes   yes    403     403    403      401
            POST /api/runs/{run}/cancel               yes   yes    403     403    403      401
            GET /api/runs/{run}/intent                yes   yes    yes     yes    yes      401
            PUT /api/runs/{run}/intent                yes   yes    yes     yes    403      401
            GET /api/runs/{run}/export                yes   yes    yes     yes    yes      401
            POST /api/runs/{run}/messages             yes   yes    yes     yes    403      401
            GET /api/runs/{run}/messages              yes   yes    yes     yes    yes      401
            GET /api/runs/{run}/messages/{message}    yes   yes    yes     yes    yes      401
            POST /api/runs/{run}/pull                 yes   yes    yes     yes    403      401
            POST /api/runs/{run}/ack                  yes   yes    yes     yes    403      401
            POST /api/messages                        yes   yes    yes     yes    403      401
            GET /api/agents                           yes   yes    yes     yes    yes      401
            POST /api/agents/select                   yes   yes    yes     yes    yes      401
            PUT /api/agents/{agent}                   yes   yes    yes     yes    403      401
            GET /api/agents/{agent}                   yes   yes    yes     yes    yes      401
            DELETE /api/agents/{agent}                yes   yes    yes     yes    403      401
            PUT /api/agents/{agent}/host              yes   403    403     403    403      401
            GET /api/agents/{agent}/host              yes   403    403     403    403      401
            DELETE /api/agents/{agent}/host           yes   403    403     403    403      401
            POST /api/agents/{agent}/instances/{id}/heartbeat   yes 403  yes  yes    403      401
            POST /api/agents/{agent}/instances/{id}/state       yes 403  yes  yes    403      401
            GET /api/runs/{run}/events                yes   yes    yes     yes    yes      401
            GET /api/agents/{agent}/events            yes   yes    yes     yes    yes      401
            GET /api/feed                             yes   yes    yes     yes    yes      401
            GET /ws                                   426   426    426     426    426      426
            GET /api/runs/{run}/approvals             yes   yes    yes     yes    yes      401
            POST /api/events                          yes   yes    yes     yes    403      401
            GET /api/events                           yes   yes    yes     yes    yes      401
            GET /api/topics                           yes   yes    yes     yes    yes      401
            GET /api/topics/events                    yes   yes    yes     yes    yes      401
            GET /api/subscriptions                    yes   yes    yes     yes    yes      401
            PUT /api/subscriptions/{subscription}     yes   yes    yes     yes    403      401
            GET /api/subscriptions/{subscription}     yes   yes    yes     yes    yes      401
            DELETE /api/subscriptions/{subscription}  yes   yes    yes     yes    403      401
            POST /api/subscriptions/{subscription}/commit yes yes  yes     yes    403      401
            GET /api/questions                        yes   yes    yes     yes    yes      401
            GET /api/questions/{question}             yes   yes    yes     yes    yes      401
            POST /api/questions/{question}/answer     yes   yes    403     403    403      401
            GET /api/runs/{run}/receipts              yes   yes    yes     yes    yes      401
            GET /api/runs/{run}/messages/{message}/receipts   yes   yes    yes     yes    yes      401
            GET /api/agents/{agent}/inbox                     yes   yes    yes     yes    yes      401
            POST /api/agents/{agent}/inbox/commit             yes   yes    yes     yes    403      401
            GET /api/agents/{agent}/outbox                    yes   yes    yes     yes    yes      401
            GET /api/agents/{agent}/pending                   yes   yes    yes     yes    yes      401
            POST /api/tasks                           yes   yes    yes     yes    403      401
            GET /api/tasks                            yes   yes    yes     yes    yes      401
            POST /api/tasks/claim                     yes   403    yes     yes    403      401
            POST /api/tasks/leave                     yes   403    yes     yes    403      401
            GET /api/tasks/stream                     yes   403    yes     yes    403      401
            GET /api/tasks/summary                    yes   yes    403     403    yes      401
            GET /api/tasks/{task}                     yes   yes    yes     yes    yes      401
            PATCH /api/tasks/{task}                   yes   yes    yes     yes    403      401
            POST /api/tasks/{task}/requeue            yes   yes    yes     yes    403      401
            POST /api/tasks/{task}/cancel             yes   yes    yes     yes    403      401
            POST /api/tasks/{task}/heartbeat          yes   403    yes     yes    403      401
            POST /api/tasks/{task}/progress           yes   403    yes     yes    403      401
            POST /api/tasks/{task}/ask                yes   403    yes     yes    403      401
            POST /api/tasks/{task}/complete           yes   403    yes     yes    403      401
            POST /api/tasks/{task}/fail               yes   403    yes     yes    403      401
            POST /api/tasks/{task}/reject             yes   403    yes     yes    403      401
            POST /api/tasks/{task}/release            yes   403    yes     yes    403      401
            POST /api/sessions                        yes   yes    yes     yes    403      401
            GET /api/sessions                         yes   yes    yes     yes    yes      401
            GET /api/sessions/{session}               yes   yes    yes     yes    yes      401
            DELETE /api/sessions/{session}            yes   yes    yes     yes    403      401
            POST /api/sessions/{session}/messages     yes   yes    yes     yes    403      401
            GET /api/sessions/{session}/messages      yes   yes    yes     yes    yes      401
            GET /api/sessions/{session}/events        yes   yes    yes     yes    yes      401
            GET /api/sessions/{session}/state         yes   yes    yes     yes    yes      401
            POST /api/sessions/{session}/stop         yes   yes    yes     yes    403      401
            GET /api/tools                            yes   yes    yes     yes    yes      401
            GET /api/tools/calls                      yes   yes    403     403    yes      401
            POST /api/runs/{run}/tools/{tool}         yes   403    yes     yes    403      401
            GET /api/runs/{run}/tool-calls/{call}     yes   yes    yes     yes    yes      401
            GET /api/dead-letters                             yes   yes    yes     yes    yes      401
            POST /api/dead-letters/requeue            yes   yes    yes     yes    403      401
            POST /api/dead-letters/discard            yes   yes    yes     yes    403      401
            POST /api/dead-letters/{letter}/requeue           yes   yes    yes     yes    403      401
            DELETE /api/dead-letters/{letter}                 yes   yes    yes     yes    403      401
            POST /api/blobs                           yes   yes    yes     yes    403      401
            GET /api/blobs/{blob}                     yes   yes    yes     yes    yes      401
            POST /mcp                                 yes   yes    yes     yes    yes      401
            GET /mcp                                  yes   yes    yes     yes    yes      401
            DELETE /mcp                               yes   yes    yes     yes    yes      401
            POST /api/tokens                          yes   403    403     403    403      401
            GET /api/tokens                           yes   403    403     403    403      401
            GET /api/tokens/self                      yes   yes    yes     yes    yes      401
            DELETE /api/tokens/{token}                yes   403    403     403    403      401
            GET /api/metrics/history                  yes   yes    403     403    yes      401
            GET /                                     yes   yes    yes     yes    yes      yes
            GET /ui                                   yes   yes    yes     yes    yes      yes
            GET /ui/{view}                            yes   yes    yes     yes    yes      yes
            GET /ui/{view}/{id}                       yes   yes    yes     yes    yes      yes
            GET /ui/{view}/{id}/{part}                yes   yes    yes     yes    yes      yes
            GET /_console/{file}                      404   404    404     404    404      404
            GET /_console/{folder}/{file}             404   404    404     404    404      404
            GET /_static/{library}/{version}/{file}   404   404    404     404    404      404
            GET /_static/{library}/{version}/{folder}/{file} 404 404 404   404    404      404
            POST /api/console/login                   422   422    422     422    422      422
            POST /api/console/logout                  yes   yes    yes     yes    yes      401
            POST /api/console/links                   yes   403    403     403    403      401
            GET /api/traffic                          yes   yes    yes     yes    yes      401
            GET /api/audit                            yes   yes    403     403    403      401
            GET /api/audit/verify                     yes   403    403     403    403      401
            GET /api/config                           yes   403    403     403    403      401
            GET /api/backup                           yes   403    403     403    403      401
            GET /api/check                            yes   403    403     403    403      401
            GET /api/usage                            yes   403    403     403    403      401
            """;

    /** What is wrong with the test's own request where nobody asks who it is. */
    private static final Map<String, Problem> OPEN =
            Map.of(
                    "404",
                    Problem.NOT_FOUND,
                    "422",
                    Problem.BAD_VALUE,
                    "426",
                    Problem.UPGRADE_REQUIRED);

    private static TestParley parley;
    private static String run;
    private static final Map<String, Caller> CALLERS = new LinkedHashMap<>();

    /** Whose card the agents among them ask for: an agent may change its own only. */
    private static final Map<String, String> AGENTS = Map.of("manager", "alice", "worker", "bob");

    /** What one route says to each of the callers, in the order of the table's head. */
    record Line(String method, String template, List<String> answers) {
        static Line read(String text) {
            var words = List.of(text.split(" +"));
            return new Line(words.get(0), words.get(1), words.subList(2, words.size()));
        }

        @Override
        public String toString() {
            return method + ' ' + template;
        }
    }

    @BeforeAll
    static void start() {
        parley = TestParley.with("sessions.agents-by-api", "true").start();
        run = parley.owner().run("{}");
        CALLERS.put("owner", parley.owner());
        CALLERS.put("person", parley.person("ann"));
        CALLERS.put("manager", parley.token("{\"agent\":\"alice\",\"role\":\"manager\"}"));
        CALLERS.put("worker", parley.agent("bob"));
        CALLERS.put("observer", parley.token("{\"role\":\"observer\"}"));
        CALLERS.put("nobody", parley.stranger());
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    static List<Line> lines() {
        return MATRIX.lines().skip(1).map(Line::read).toList();
    }

    @Test
    void theTableHasALineForEveryRouteAndAColumnForEveryRole() {
        assertThat(lines())
                .extracting(Line::toString)
                .containsExactlyInAnyOrderElementsOf(
                        parley.routes().stream().map(Route::toString).toList());
        var columns = new ArrayList<>(Arrays.stream(Role.values()).map(Wire::name).toList());
        columns.add("nobody");
        assertThat(MATRIX.lines().findFirst().orElseThrow().split(" +"))
                .startsWith("route")
                .endsWith(columns.toArray(String[]::new));
        assertThat(CALLERS.keySet()).containsExactlyElementsOf(columns);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lines")
    void eachCallerIsAnsweredAsTheTableSays(Line line) {
        assertThat(line.answers()).hasSameSizeAs(CALLERS.keySet());
        var answers = line.answers().iterator();
        CALLERS.forEach(
                (name, caller) -> {
                    var reply = call(caller, line, AGENTS.getOrDefault(name, "user"));
                    var answer = answers.next();
                    switch (answer) {
                        case "yes" ->
                                assertThat(reply.status())
                                        .as(name + reply.text())
                                        .isNotIn(401, 403, 500);
                        case "403" -> {
                            reply.expect(Problem.FORBIDDEN);
                            assertThat(reply.text("detail")).contains("yours is " + name);
                        }
                        case "401" -> reply.expect(Problem.UNAUTHENTICATED);
                        case String open when OPEN.containsKey(open) ->
                                reply.expect(OPEN.getOrDefault(open, Problem.INTERNAL));
                        default -> fail("the table says " + answer + " for " + name);
                    }
                });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lines")
    void aBadTokenIsAsGoodAsNone(Line line) {
        for (var token : List.of("", "wrong", "pa_" + "x".repeat(49), "x".repeat(1_000))) {
            var reply = call(parley.bearer(token), line, "bob");
            var expected = line.answers().getLast();
            if (expected.equals("yes")) {
                reply.expect(200);
            } else if (OPEN.containsKey(expected)) {
                reply.expect(OPEN.getOrDefault(expected, Problem.INTERNAL));
            } else {
                reply.expect(Problem.UNAUTHENTICATED);
                assertThat(reply.header("WWW-Authenticate")).startsWith("Bearer");
            }
        }
    }

    @Test
    void healthTellsStrangersNothingElse() {
        assertThat(parley.stranger().get("/health").expect(200).json().fieldNames())
                .toIterable()
                .containsExactly("status", "store", "version");
    }

    @Test
    void aPathThatIsNotThereTellsStrangersNothingElse() {
        parley.stranger().get("/api/nothing").expect(Problem.NOT_FOUND);
    }

    /** Streams would go on for ever; a cursor that is none ends them, but lets nobody in. */
    private static Reply call(Caller caller, Line line, String agent) {
        var path =
                line.template()
                                .replace("{run}", run)
                                .replace("{agent}", agent)
                                .replaceAll("\\{.*?}", "none")
                        + (line.template().matches(".*/(events|feed|stream)") ? "?after=none" : "");
        var body =
                line.method().equals("GET")
                        ? BodyPublishers.noBody()
                        : BodyPublishers.ofString("{}");
        return caller.send(
                caller.request(path)
                        .header("Content-Type", "application/json")
                        .method(line.method(), body));
    }
}
