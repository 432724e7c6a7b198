package dev.parley.mcp.prompt;

import dev.parley.mcp.Exchange;
import dev.parley.mcp.Prompt;
import java.util.Map;

/** How a worker lives: claim, work, complete. */
final class WorkLoop implements Prompt {
    private static final String WORDS =
            """
            Work through the tasks that wait for you in Parley, one at a time, until I tell you to stop.

            1. check_inbox; answer what expects a reply.
            2. claim_task with wait_seconds 55. When "task" is null, go back to 1.
            3. Read the task whole. When it should not be done, or not by you, end it with complete_task and outcome
               "rejected", and say why. When something is unclear, ask_user with its run_id, or ask_agent whoever
               wants it done.
            4. Do it. After each finished step call report_progress with the task_id and fence: it renews your
               lease. When a call says stale-lease or task-ended, it is no longer yours: stop and go back to 1.
            5. End it with complete_task: "completed" with what came of it and where it is, "failed" with what you
               tried (retry when another may succeed), "released" when you have to stop.
            6. Go back to 1.
            """;

    @Override
    public String name() {
        return "work_loop";
    }

    @Override
    public String title() {
        return "Work through tasks";
    }

    @Override
    public String description() {
        return "Has you claim tasks, do them and report, one after the other.";
    }

    @Override
    public Said get(Exchange exchange, Map<String, String> arguments) {
        return Said.byUser(description(), WORDS);
    }
}
