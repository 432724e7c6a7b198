import dev.parley.client.agent.Agent;
import dev.parley.client.agent.Result;
import dev.parley.client.agent.Subscription;
import dev.parley.client.NewTask;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;

/** What docs/guides/agent-authors.md shows in Java; pages.py runs it. */
void main() throws Exception {
    var hub = URI.create(System.getenv("PARLEY_URL"));
    var told = new LinkedBlockingQueue<String>();
    try (var alice = Agent.connect(hub, System.getenv("ALICE"), "alice")) {
        var token = System.getenv("BOB");
        var bob = Agent.connect(hub, token, "bob");

        bob.processMessage(message -> {
            IO.println(message.from() + " says " + message.text());
            return Optional.of("You said: " + message.text()); // sent as the reply; empty sends nothing
        });

        alice.sendMessageToAgent("bob", "The build is red", "build-17-red");
        alice.sendMessageToAgent("bob", "The build is red", "build-17-red"); // changes nothing

        var answer = alice.ask("bob", "Is it mended?", Duration.ofMinutes(1));
        IO.println(answer.orElseThrow().text()); // empty when no answer came in time

        var choice = alice.askPerson("Deploy now?", List.of("yes", "no"), Duration.ofHours(8));
        expect(choice.equals(Optional.of("yes")));

        bob.work(Capabilities.of("java"), job -> {
            job.progress("reading");
            return job.message().contains("secret")
                    ? Result.rejected("not to be read by anybody")
                    : Result.done("fine, at attempt " + job.attempt());
        });

        var review = NewTask.of("review the login form").needs(Capabilities.of("java"));
        var done = alice.doTask(review, Duration.ofMinutes(5));
        IO.println(done.result().orElseThrow().asText());

        var wanted = Subscription.to("agent.*.task.complete", "agent.bob.**").keptAs("my-log");
        alice.subscribeToAgentEvents(wanted, event -> told.add(event.type() + " " + event.data()));

        bob.publishEvent("data.ready", Json.object().put("rows", 3)); // on agent.bob.data.ready
        expect("data.ready {\"rows\":3}".equals(told.poll(60, TimeUnit.SECONDS)));

        try {
            alice.sendMessageToAgent("alice", "Hello, me");
        } catch (ParleyException e) {
            IO.println(e.problem().slug() + ": " + e.detail() + " " + e.problem().recoverable());
        }
        bob.close();
    }
    IO.println("everything in the guide works");
}

void expect(boolean holds) {
    if (!holds) {
        throw new AssertionError("the guide is wrong");
    }
}
