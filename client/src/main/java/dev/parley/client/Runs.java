package dev.parley.client;

import dev.parley.protocol.RunId;

/** Runs: open one, list them, look at one. */
public final class Runs {
    private final Transport transport;

    Runs(Transport transport) {
        this.transport = transport;
    }

    public RunView create(NewRun run) {
        return RunView.read(transport.postOnce(Target.of("api", "runs"), run.json()));
    }

    /** The newest runs first. */
    public Page<RunView> list(int limit) {
        return list(Target.of("api", "runs").with("limit", limit));
    }

    /** What follows the page that gave this position. */
    public Page<RunView> list(int limit, String after) {
        return list(Target.of("api", "runs").with("limit", limit).with("after", after));
    }

    public RunView get(RunId run) {
        return RunView.read(transport.get(Target.of("api", "runs", run.value())));
    }

    private Page<RunView> list(Target target) {
        var answer = transport.get(target);
        return new Page<>(
                answer.list("items").stream().map(RunView::read).toList(),
                answer.maybeText("next"));
    }
}
