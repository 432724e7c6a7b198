package dev.parley.client;

import static dev.parley.client.ScriptedPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.TaskState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TasksTest {
    private static final String TASK =
            "{\"task_id\":\"task_1\",\"run_id\":\"run_1\",\"state\":\"queued\","
                    + "\"waits_because\":\"no worker is online\"}";

    @Test
    void oneRequestListsTasksWithWhyEachWaits() {
        try (var peer = new ScriptedPeer(json(200, "{\"items\":[" + TASK + "],\"next\":null}"));
                var client = peer.client()) {
            assertThat(client.tasks().newest(Tasks.Wanted.ALL, 20))
                    .extracting(TaskView::waitsBecause)
                    .containsExactly(Optional.of("no worker is online"));
            assertThat(peer.asked())
                    .extracting(ScriptedPeer.Asked::target)
                    .containsExactly("/api/tasks?limit=20");
        }
    }

    @Test
    void aSearchGoesOnUntilThereIsNoMore() {
        var wanted =
                new Tasks.Wanted(
                        Optional.of(TaskState.QUEUED),
                        Optional.of(new AgentName("Agent B")),
                        Optional.of("the door"));
        try (var peer =
                        new ScriptedPeer(
                                json(200, "{\"items\":[],\"next\":\"more\"}"),
                                json(200, "{\"items\":[" + TASK + "],\"next\":null}"));
                var client = peer.client()) {
            assertThat(client.tasks().newest(wanted, 20)).hasSize(1);
            var first = "/api/tasks?limit=20&state=queued&agent=Agent%20B&text=the%20door";
            assertThat(peer.asked())
                    .extracting(ScriptedPeer.Asked::target)
                    .containsExactly(first, first + "&after=more");
        }
    }
}
