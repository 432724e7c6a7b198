package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Hub;
import dev.parley.host.ModelReply;
import dev.parley.host.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of every host while the hub is killed in the midst of them. */
@Timeout(180)
@EnabledOnOs(OS.LINUX)
final class SessionKillIT {
    private static final int SESSIONS = 20;

    /** One stdio agent is one process, which has one turn at a time. */
    private static final int SCRIBES = 5;

    private static final Duration ANSWER = Duration.ofMillis(200);

    /** So often everybody's sessions are answered, in all, before the hub is killed. */
    private static final int ROUNDS = 5;

    private static final List<String> HOSTS = List.of("clerk", "scribe", "coder", "sage");

    @TempDir Path folder;
    private final List<Marked> hubs = new ArrayList<>();

    @Test
    void everythingThatWasAcceptedIsAnsweredOnceOrItIsToldWhyNot() throws Exception {
        try (var model = ScriptedModel.start(SessionKillIT::answer)) {
            configure(model);
            var hub = start();
            var talks = open(hub);
            killInTheMidst(hub, talks);
            assertThat(hubs.getFirst().alive()).as("children that agents have let go").isNotEmpty();

            try (var second = start()) {
                assertThat(hubs.getFirst().alive()).as("left by the hub that was killed").isEmpty();
                each(talks, talk -> talk.awaitIdle(second));
                var ends = audit(second, talks);
                for (var host : HOSTS) {
                    assertThat(ends.get(host))
                            .as("how turns of %s have ended", host)
                            .containsKeys("done", "interrupted");
                }
                each(
                        talks,
                        talk -> {
                            talk.say(second);
                            talk.awaitIdle(second);
                            assertThat(talk.audit(second).getLast()).isEqualTo("done");
                        });
                assertThat(second.owner().hub().check().findings()).isEmpty();
                assertThat(second.stop()).isEqualTo(143);
            }
            assertThat(hubs.getLast().alive()).as("left by the hub that was stopped").isEmpty();
            assertNeverTwoAtOnce();
        }
    }

    @AfterEach
    void endWhatIsLeft() {
        hubs.forEach(hub -> hub.alive().forEach(ProcessHandle::destroyForcibly));
    }

    private static ModelReply answer(ScriptedModel.Asked asked) {
        LockSupport.parkNanos(ANSWER.toNanos());
        var words = asked.last();
        return ModelReply.say(words.substring(words.indexOf("slowly")));
    }

    private void configure(ScriptedModel model) throws IOException {
        copy("/dev/parley/e2e/agent.sh");
        copy("/dev/parley/session/acp_agent.py");
        var agent = "command: sh, args: [\"" + folder.resolve("agent.sh") + "\", ";
        var env = "env: {NOTES: \"" + folder + "\"";
        var file = new StringBuilder(model.yaml()).append("agents:\n");
        line(file, "clerk: {host: command, at-once: 50, " + agent + "command], " + env + "}}");
        for (int n = 0; n < SCRIBES; n++) {
            var name = "scribe" + n;
            line(
                    file,
                    name
                            + ": {host: stdio, "
                            + agent
                            + "stdio], "
                            + env
                            + ", NAME: "
                            + name
                            + "}}");
        }
        var acp = ", FRAMES: \"" + folder.resolve("frames") + "\", MODE: load}}";
        line(file, "coder: {host: acp, at-once: 50, " + agent + "acp], " + env + acp);
        line(file, "sage: {host: llm, at-once: 50, model: \"openai:scripted\", tools: []}");
        Files.createDirectories(data());
        Files.writeString(data().resolve("parley.yaml"), file);
    }

    private static void line(StringBuilder file, String agent) {
        file.append("  ").append(agent).append('\n');
    }

    private void copy(String resource) throws IOException {
        try (var in = SessionKillIT.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            var name = Path.of(resource).getFileName();
            Files.copy(in, folder.resolve(name));
        }
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Hub start() throws IOException {
        var hub =
                Hub.on(data())
                        .with("sessions.max-active", "100")
                        .with("limits.pair-rate", "0")
                        .with("limits.agent-rate", "0")
                        .start();
        hubs.add(Marked.of(data()));
        return hub;
    }

    private static List<Talk> open(Hub hub) {
        return HOSTS.stream()
                .flatMap(
                        host ->
                                IntStream.range(0, SESSIONS)
                                        .mapToObj(
                                                n ->
                                                        host.equals("scribe")
                                                                ? host + n % SCRIBES
                                                                : host))
                .map(agent -> Talk.open(hub, agent))
                .toList();
    }

    private static String host(Talk talk) {
        return HOSTS.stream().filter(talk.agent()::startsWith).findFirst().orElseThrow();
    }

    private void killInTheMidst(Hub hub, List<Talk> talks) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var all =
                    talks.stream()
                            .map(talk -> threads.submit(() -> talk.untilKilled(hub)))
                            .toList();
            while (!HOSTS.stream().allMatch(host -> rounds(talks, host) >= ROUNDS)
                    || busyScribes() < 3) {
                assertThat(all).as("those that go on").noneMatch(one -> one.isDone());
                LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            }
            hub.kill();
        }
    }

    /** Of the others at least some among twenty are busy at any time. */
    private long busyScribes() {
        return IntStream.range(0, SCRIBES)
                .mapToObj(n -> folder.resolve("scribe" + n + ".turn").toFile())
                .filter(file -> file.length() > 0)
                .count();
    }

    private static int rounds(List<Talk> talks, String host) {
        return talks.stream().filter(talk -> host(talk).equals(host)).mapToInt(Talk::rounds).sum();
    }

    private static void each(List<Talk> talks, Consumer<Talk> does) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var one : talks.stream().map(t -> threads.submit(() -> does.accept(t))).toList()) {
                one.get();
            }
        }
    }

    /** How often turns of each host have ended so. */
    private static Map<String, Map<String, Long>> audit(Hub hub, List<Talk> talks) {
        var ends = new TreeMap<String, Map<String, Long>>();
        for (var talk : talks) {
            var found = talk.audit(hub);
            assertThat(found).hasSize(talk.accepted());
            var counts = ends.computeIfAbsent(host(talk), _ -> new TreeMap<>());
            found.forEach(end -> counts.merge(end, 1L, Long::sum));
        }
        return ends;
    }

    /** By what agents have noted: whoever begins has seen the last one end, or die with its hub. */
    private void assertNeverTwoAtOnce() throws IOException {
        var under = new HashMap<String, String>();
        for (var line : Files.readAllLines(folder.resolve("log"))) {
            var words = line.split(" ", -1);
            var program = words[2];
            switch (words[0]) {
                case "begin" -> {
                    var before = under.put(words[1], program);
                    assertThat(before == null || !hub(before).equals(hub(program)))
                            .as("%s while %s", line, before)
                            .isTrue();
                }
                case "end" -> assertThat(under.remove(words[1])).isEqualTo(program);
                default -> throw new AssertionError(line);
            }
        }
    }

    private static String hub(String program) {
        return program.substring(0, program.lastIndexOf('.'));
    }
}
