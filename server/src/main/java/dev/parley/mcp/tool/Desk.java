package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.agent.Agents;
import dev.parley.agent.Presence;
import dev.parley.audit.Audit;
import dev.parley.inbox.AgentInbox;
import dev.parley.inbox.DeadLetters;
import dev.parley.inbox.Inbox;
import dev.parley.question.Questions;
import dev.parley.run.Dispatch;
import dev.parley.run.Intents;
import dev.parley.run.Replies;
import dev.parley.run.Runs;
import dev.parley.run.Wording;
import dev.parley.session.Sessions;
import dev.parley.store.Store;
import dev.parley.task.Claims;
import dev.parley.task.Leases;
import dev.parley.task.NewTask;
import dev.parley.task.TaskView;
import dev.parley.task.Tasks;
import dev.parley.topic.Topics;
import java.util.function.Function;

/**
 * What the tools work with.
 *
 * @param reader reads what somebody wants done, as the HTTP door does
 */
public record Desk(
        Store store,
        Presence presence,
        Audit audit,
        Agents agents,
        Runs runs,
        Intents intents,
        Dispatch dispatch,
        DeadLetters deadLetters,
        Replies replies,
        Questions questions,
        Inbox inbox,
        AgentInbox agentInbox,
        Tasks tasks,
        TaskView taskView,
        Claims claims,
        Leases leases,
        Topics topics,
        Sessions sessions,
        Wording wording,
        RunView runView,
        Function<ObjectNode, NewTask> reader) {
    Whereabouts whereabouts() {
        return new Whereabouts(presence, agents.hosted());
    }

    Sending sending() {
        return new Sending(
                dispatch, runs, deadLetters, whereabouts(), new Doubts(agents, presence));
    }

    AtTheClient user() {
        return new AtTheClient(questions, audit);
    }
}
