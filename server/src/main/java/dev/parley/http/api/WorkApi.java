package dev.parley.http.api;

import static dev.parley.access.Permission.APPEAR;
import static dev.parley.access.Permission.OPERATE;
import static dev.parley.access.Permission.READ;
import static dev.parley.access.Permission.RECEIVE;
import static dev.parley.access.Permission.SEND;
import static dev.parley.access.Permission.SURVEY;

import dev.parley.http.Routes;
import dev.parley.stream.TopicEvents;
import dev.parley.stream.WorkStream;

/** The addresses of tasks, topics, tools and sessions. */
public record WorkApi(
        TopicRoutes topics,
        SurveyRoutes surveys,
        TopicEvents topicEvents,
        TaskRoutes tasks,
        WorkRoutes work,
        WorkStream workStream,
        ToolRoutes tools,
        SessionRoutes sessions,
        HostRoutes hosts) {

    public void addTo(Routes routes) {
        routes.post("/api/events", SEND, topics::publish)
                .get("/api/events", READ, topicEvents::events)
                .get("/api/topics", READ, surveys::list)
                .get("/api/topics/events", READ, surveys::events)
                .get("/api/subscriptions", READ, topics::list)
                .put("/api/subscriptions/{subscription}", SEND, topics::put)
                .get("/api/subscriptions/{subscription}", READ, topics::get)
                .delete("/api/subscriptions/{subscription}", SEND, topics::remove)
                .post("/api/subscriptions/{subscription}/commit", RECEIVE, topics::commit)
                .post("/api/tasks", SEND, tasks::create)
                .get("/api/tasks", READ, tasks::list)
                .post("/api/tasks/claim", APPEAR, work::claim)
                .post("/api/tasks/leave", APPEAR, work::leave)
                .get("/api/tasks/stream", APPEAR, workStream::open)
                .get("/api/tasks/summary", SURVEY, tasks::summary)
                .get("/api/tasks/{task}", READ, tasks::get)
                .patch("/api/tasks/{task}", SEND, tasks::change)
                .post("/api/tasks/{task}/cancel", SEND, tasks::cancel)
                .post("/api/tasks/{task}/requeue", SEND, tasks::requeue)
                .post("/api/tasks/{task}/heartbeat", APPEAR, work::heartbeat)
                .post("/api/tasks/{task}/progress", APPEAR, work::progress)
                .post("/api/tasks/{task}/ask", APPEAR, work::ask)
                .post("/api/tasks/{task}/complete", APPEAR, work::complete)
                .post("/api/tasks/{task}/fail", APPEAR, work::fail)
                .post("/api/tasks/{task}/reject", APPEAR, work::reject)
                .post("/api/tasks/{task}/release", APPEAR, work::release)
                .put("/api/agents/{agent}/host", OPERATE, hosts::put)
                .get("/api/agents/{agent}/host", OPERATE, hosts::get)
                .delete("/api/agents/{agent}/host", OPERATE, hosts::remove)
                .post("/api/sessions", SEND, sessions::create)
                .get("/api/sessions", READ, sessions::list)
                .get("/api/sessions/{session}", READ, sessions::get)
                .delete("/api/sessions/{session}", SEND, sessions::close)
                .post("/api/sessions/{session}/messages", SEND, sessions::say)
                .get("/api/sessions/{session}/messages", READ, sessions::history)
                .get("/api/sessions/{session}/state", READ, sessions::state)
                .post("/api/sessions/{session}/stop", SEND, sessions::stop)
                .get("/api/tools", READ, tools::list)
                .get("/api/tools/calls", SURVEY, tools::recent)
                .post("/api/runs/{run}/tools/{tool}", APPEAR, tools::call)
                .get("/api/runs/{run}/tool-calls/{call}", READ, tools::outcome);
    }
}
