package dev.parley.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.http.Route;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every route lets in exactly the roles that may do what it asks; a new route is tried too. */
class AccessMatrixTest {
    private static TestParley parley;
    private static String run;
    private static final Map<Role, Caller> CALLERS = new EnumMap<>(Role.class);

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        run = parley.owner().run("{}");
        CALLERS.put(Role.OWNER, parley.owner());
        CALLERS.put(Role.PERSON, parley.person("ann"));
        CALLERS.put(Role.MANAGER, parley.token("{\"agent\":\"alice\",\"role\":\"manager\"}"));
        CALLERS.put(Role.WORKER, parley.agent("bob"));
        CALLERS.put(Role.OBSERVER, parley.token("{\"role\":\"observer\"}"));
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    static List<Route> routes() {
        return parley.routes();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void eachRoleMayDoWhatItsPermissionsSay(Route route) {
        assertThat(CALLERS).containsOnlyKeys(Role.values());
        CALLERS.forEach(
                (role, caller) -> {
                    var permission = route.permission();
                    var reply = call(caller, route);
                    if (permission == null || role.may(permission)) {
                        assertThat(reply.status()).as(role + reply.text()).isNotIn(401, 403, 500);
                    } else {
                        reply.expect(Problem.FORBIDDEN);
                        assertThat(reply.text("detail")).contains(Wire.name(role));
                    }
                });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("routes")
    void nobodyIsLetInWithoutAGoodToken(Route route) {
        for (var token : List.of("", "wrong", "pa_" + "x".repeat(49), "x".repeat(1_000))) {
            var reply = call(parley.bearer(token), route);
            if (route.isOpen()) {
                reply.expect(200);
            } else {
                reply.expect(Problem.UNAUTHENTICATED);
                assertThat(reply.header("WWW-Authenticate")).startsWith("Bearer");
            }
        }
    }

    @Test
    void onlyHealthIsOpenToStrangers() {
        assertThat(routes())
                .filteredOn(Route::isOpen)
                .extracting(Route::toString)
                .containsExactly("GET /health");
        assertThat(parley.stranger().get("/health").expect(200).json().fieldNames())
                .toIterable()
                .containsExactly("status", "store", "version");
    }

    @Test
    void aPathThatIsNotThereTellsStrangersNothingElse() {
        parley.stranger().get("/api/nothing").expect(Problem.NOT_FOUND);
    }

    private static Reply call(Caller caller, Route route) {
        var path = route.template().toString().replace("{run}", run).replaceAll("\\{.*?}", "none");
        var body =
                route.method().equals("GET")
                        ? BodyPublishers.noBody()
                        : BodyPublishers.ofString("{}");
        return caller.send(
                caller.request(path)
                        .header("Content-Type", "application/json")
                        .method(route.method(), body));
    }
}
