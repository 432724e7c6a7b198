package dev.parley.cli;

import dev.parley.client.agent.Job;
import dev.parley.client.agent.Result;
import dev.parley.client.agent.Work;
import dev.parley.protocol.codec.OneLine;
import java.time.Duration;
import java.util.function.Consumer;

/** Says of each task when it is begun, and what came of it. */
record ToldWork(Work work, Consumer<String> say) implements Work {
    private static final int WORDS = 60;

    @Override
    public Result on(Job job) throws Exception {
        var task = job.task().taskId();
        var again = job.attempt() == 1 ? "" : " (attempt " + job.attempt() + ")";
        say.accept(task + " begins" + again + ": " + OneLine.of(job.message(), WORDS));
        long began = System.nanoTime();
        var ended = "ends before it is done";
        try {
            var result = work.on(job);
            ended = words(result);
            return result;
        } finally {
            var taken = Duration.ofNanos(System.nanoTime() - began);
            say.accept(task + " " + ended + " (" + taken.toMillis() / 1000.0 + " s)");
        }
    }

    private static String words(Result result) {
        return switch (result) {
            case Result.Done(var _) -> "is done";
            case Result.Failed(var reason, var mayRetry) ->
                    (mayRetry ? "failed for now: " : "failed: ") + OneLine.summary(reason);
            case Result.Rejected(var reason) -> "is rejected: " + OneLine.summary(reason);
            case Result.Released(var reason) -> "is given back: " + OneLine.summary(reason);
        };
    }
}
