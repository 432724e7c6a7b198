import dev.parley.client.NewTask;
import dev.parley.client.agent.Result;
import dev.parley.protocol.Capabilities;

/** Coordinator-worker: work is queued, and each piece is done once, by whoever is free. */
void main() throws Exception {
    var squares = Capabilities.of("squares");
    var lease = Duration.ofSeconds(5); // whoever is silent for longer is replaced
    try (var team = new Team()) {
        for (var name : List.of("worker-1", "worker-2", "worker-3")) {
            team.agent(name)
                    .work(
                            squares,
                            lease,
                            job -> {
                                int n = Integer.parseInt(job.message());
                                Thread.sleep(50); // it takes a while
                                return Result.done("" + n * n);
                            });
        }

        var tasks = team.agent("coordinator").client().tasks();
        var given = IntStream.rangeClosed(1, 30)
                .mapToObj(n -> tasks.create(NewTask.of("" + n).needs(squares)))
                .toList();

        int sum = 0;
        var shares = new TreeMap<String, Integer>();
        for (var task : given) {
            var done = tasks.await(task.taskId(), Duration.ofSeconds(60));
            sum += done.result().orElseThrow().asInt();
            shares.merge(done.worker().orElseThrow(), 1, Integer::sum);
        }
        IO.println("the squares of 1 to 30 add up to " + sum);
        IO.println("who did how many: " + shares);
    }
}
