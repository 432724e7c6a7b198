import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.client.Claim;
import dev.parley.client.NewTask;
import dev.parley.client.ParleyClient;
import dev.parley.client.Patience;
import dev.parley.client.TaskView;
import dev.parley.client.TopicEvent;
import dev.parley.client.agent.Agent;
import dev.parley.client.agent.Job;
import dev.parley.client.agent.Received;
import dev.parley.client.agent.Result;
import dev.parley.client.agent.Subscription;
import dev.parley.client.agent.Worker;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * What the ledger suite runs of the Java client: LedgerAgent ROLE URL TOKEN NAME STOP-FILE [ARGUMENT...]
 *
 * <p>Every line that it prints is a JSON object that says what the client has told it; README.md has the roles.
 */
final class LedgerAgent {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

    private final Agent hub;
    private final String name;
    private final Path stopFile;

    private LedgerAgent(String url, String token, String name, String stopFile) {
        var patience = Patience.standard().within(Duration.ofSeconds(120));
        this.hub = new Agent(ParleyClient.connect(URI.create(url), token, patience), new AgentName(name));
        this.name = name;
        this.stopFile = Path.of(stopFile);
    }

    public static void main(String[] args) throws Exception {
        var agent = new LedgerAgent(args[1], args[2], args[3], args[4]);
        switch (args[0]) {
            case "send" -> agent.send(args[5], Integer.parseInt(args[6]));
            case "ask" -> agent.ask(args[5], Integer.parseInt(args[6]));
            case "receive" -> agent.receive();
            case "chat" -> agent.chat();
            case "work" -> agent.work(args[5]);
            case "publish" -> agent.publish(Integer.parseInt(args[5]));
            case "subscribe" -> agent.subscribe();
            case "single" -> agent.single(Capabilities.of(args[5]), args[6]);
            default -> throw new IllegalArgumentException(args[0]);
        }
        agent.hub.close();
    }

    private static synchronized void tell(Object... pairs) {
        var line = new LinkedHashMap<Object, Object>();
        for (int i = 0; i < pairs.length; i += 2) {
            line.put(pairs[i], pairs[i + 1]);
        }
        try {
            OUT.write((JSON.writeValueAsString(line) + "\n").getBytes());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean goesOn(long millis) throws InterruptedException {
        MILLISECONDS.sleep(millis);
        return !Files.exists(stopFile);
    }

    private void untilStopped() throws InterruptedException {
        while (goesOn(50)) {
            Thread.onSpinWait();
        }
    }

    private void send(String to, int first) throws InterruptedException {
        for (int n = first; goesOn(20); n++) {
            tell("sent", n, "run", hub.sendMessageToAgent(to, "" + n, name + "-" + n).runId().value());
        }
    }

    private void ask(String to, int first) throws InterruptedException {
        for (int n = first; goesOn(20); n++) {
            var answer = hub.ask(to, "q" + n, name + "-" + n, SOON.multipliedBy(2)).orElseThrow();
            tell("asked", n, "answer", answer.text(), "run", answer.message().runId().value());
        }
    }

    private void receive() throws InterruptedException {
        hub.processMessage(
                message -> {
                    var run = message.message().runId().value();
                    tell("got", message.text(), "sender", message.from(), "run", run);
                    return Optional.of("answer to " + message.text()).filter(_ -> message.expectsReply());
                });
        untilStopped();
    }

    private void chat() throws InterruptedException {
        hub.processMessage(
                message -> {
                    tell("heard", message.text(), "sender", message.from());
                    return Optional.of("and a good day to you");
                });
        untilStopped();
    }

    private void publish(int first) throws InterruptedException {
        for (int n = first; goesOn(300); n++) {
            hub.client().topics().publish("tick", Json.object().put("n", n), name + "-" + n);
            tell("published", n);
        }
    }

    private void subscribe() throws InterruptedException {
        var ticks = Subscription.to("agent.*.tick", "agent.nobody.**");
        hub.subscribeToAgentEvents(ticks.keptAs("ledger").fromTheStart(), event -> tell("kept", event));
        hub.subscribeToAgentEvents(ticks, event -> tell("live", event));
        untilStopped();
    }

    private static void tell(String way, TopicEvent event) {
        var life = ProcessHandle.current().pid();
        tell(way, event.data().path("n").asInt(), "publisher", event.publisher(), "life", life);
    }

    private void work(String capability) throws InterruptedException {
        var setup =
                Worker.of(hub.client(), new AgentName(name))
                        .having(Capabilities.of(capability))
                        .concurrency(2)
                        .lease(Duration.ofSeconds(5));
        hub.work(setup, LedgerAgent::perform);
        untilStopped();
    }

    private static Result perform(Job job) throws InterruptedException {
        var task = job.task().taskId().value();
        tell("started", task, "attempt", job.attempt(), "fence", job.lease().fence());
        boolean isFirst = job.attempt() == 1;
        switch (job.message().split(" ")[0]) {
            case "stuck" -> {
                if (isFirst) {
                    try {
                        Thread.sleep(SOON);
                    } catch (InterruptedException lost) {
                        tell("lost", task);
                        throw lost;
                    }
                }
            }
            case "reject" -> {
                return Result.rejected("not for anybody");
            }
            case "fail" -> {
                return Result.failed("cannot be done");
            }
            case "release" -> {
                if (isFirst) {
                    return new Result.Released("another may");
                }
            }
            case "break" -> {
                if (isFirst) {
                    throw new IllegalStateException("broken");
                }
            }
            case "ask" -> {
                return Result.done(job.askPerson("which?", List.of("red", "blue"), SOON).orElseThrow());
            }
            default -> job.progress("half");
        }
        Thread.sleep(30);
        return Result.done(Json.object().put("did", job.message()));
    }

    /** One call of each sort, and what came of it. */
    private void single(Capabilities mine, String other) throws Exception {
        var checks = new LinkedHashMap<String, Callable<Object>>();
        checks.put("refused", () -> code(() -> hub.sendMessageToAgent(other, "x", "no id")));
        checks.put("repeated", () -> List.of(once(other, "once"), once(other, "once")));
        checks.put("conflict", () -> code(() -> once(other, "twice")));
        checks.put("silence", () -> noAnswer(hub.ask("nobody", "are you there?", Duration.ofSeconds(1))));
        checks.put("large", () -> hub.ask(other, "x".repeat(100_000), SOON).orElseThrow().text().length());
        checks.put("person", () -> hub.askPerson("which?", List.of("red", "blue"), SOON).orElseThrow());
        for (var task : Map.of("task", "do it", "rejected", "reject it", "failed", "fail it").entrySet()) {
            checks.put(task.getKey(), () -> outcome(hub.doTask(NewTask.of(task.getValue()).needs(mine), SOON)));
        }
        for (var task : Map.of("released", "release it", "broken", "break it", "asking", "ask me").entrySet()) {
            checks.put(task.getKey(), () -> outcome(hub.doTask(NewTask.of(task.getValue()).needs(mine), SOON)));
        }
        checks.put("stale", this::stale);
        for (var check : checks.entrySet()) {
            tell("check", check.getKey(), "value", check.getValue().call());
        }
    }

    private boolean once(String to, String text) {
        return hub.sendMessageToAgent(to, text, name + "-once").duplicate();
    }

    private static Object code(Callable<Object> call) throws Exception {
        try {
            return List.of(call.call());
        } catch (ParleyException e) {
            return List.of(e.problem().slug(), e.problem().recoverable(), !e.detail().isEmpty());
        }
    }

    private static Object noAnswer(Optional<Received> answer) {
        return answer.isPresent() ? answer.get().text() : List.of("no-answer", true, true);
    }

    private static Object outcome(TaskView task) {
        return task.result()
                .<Object>map(result -> result)
                .orElseGet(() -> List.of("task-" + task.state(), false, task.reason().isPresent()));
    }

    /** A worker that lets the lease of a task for it expire finds its completion refused. */
    private List<Object> stale() {
        var tasks = hub.client().tasks();
        var me = new AgentName(name);
        var wait = Duration.ofSeconds(10);
        var late = tasks.claim(Claim.by(me, Capabilities.NONE, Duration.ofSeconds(1), wait)).orElseThrow();
        var fresh = tasks.claim(Claim.by(me, Capabilities.NONE, SOON, wait)).orElseThrow();
        var id = fresh.task().taskId();
        String refused = "taken";
        try {
            tasks.complete(late.lease(), said("late"));
        } catch (ParleyException e) {
            refused = e.problem().slug();
        }
        tasks.complete(fresh.lease(), said(fresh.task().message().orElseThrow()));
        JsonNode result = tasks.await(id, wait).result().orElseThrow();
        return List.of(refused, late.task().taskId().equals(id), fresh.task().attempt(), result);
    }

    private static ObjectNode said(String did) {
        return Json.object().set("result", Json.object().put("did", did));
    }
}
