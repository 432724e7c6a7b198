package dev.parley.http.api;

import static dev.parley.access.Permission.APPEAR;
import static dev.parley.access.Permission.AUDIT;
import static dev.parley.access.Permission.CONTROL;
import static dev.parley.access.Permission.OPERATE;
import static dev.parley.access.Permission.READ;
import static dev.parley.access.Permission.RECEIVE;
import static dev.parley.access.Permission.SEND;

import dev.parley.http.Routes;
import dev.parley.store.Store;
import dev.parley.stream.EventRoutes;
import dev.parley.stream.SocketRoute;
import dev.parley.stream.TopicEvents;
import dev.parley.stream.WorkStream;

/** Every address of the HTTP API. */
public final class Api {
    private Api() {}

    public static Routes routes(
            Store store,
            HealthRoutes health,
            OpenApiRoutes openApi,
            MetricRoutes metrics,
            RunRoutes runs,
            ControlRoutes control,
            MessageRoutes messages,
            InboxRoutes inbox,
            AgentRoutes agents,
            SelectRoutes select,
            QuestionRoutes questions,
            AgentInboxRoutes agentInbox,
            OutboxRoutes outbox,
            DeadLetterRoutes deadLetters,
            BlobRoutes blobs,
            TokenRoutes tokens,
            AuditRoutes audit,
            ConfigRoutes config,
            OperationRoutes operations,
            TopicRoutes topics,
            TopicEvents topicEvents,
            TaskRoutes tasks,
            WorkRoutes work,
            EventRoutes events,
            WorkStream workStream,
            SocketRoute socket) {
        return metrics(metrics)
                .open("GET", "/health", health::get)
                .open("GET", "/openapi.yaml", openApi::get)
                .post("/api/runs", SEND, runs::create)
                .get("/api/runs", READ, runs::list)
                .get("/api/runs/{run}", READ, runs::get)
                .post("/api/runs/{run}/steer", CONTROL, control::steer)
                .post("/api/runs/{run}/pause", CONTROL, control::pause)
                .post("/api/runs/{run}/resume", CONTROL, control::resume)
                .post("/api/runs/{run}/cancel", CONTROL, control::cancel)
                .get("/api/runs/{run}/intent", READ, control::intent)
                .put("/api/runs/{run}/intent", SEND, control::putIntent)
                .get("/api/runs/{run}/export", READ, messages::export)
                .post("/api/runs/{run}/messages", SEND, messages::post)
                .get("/api/runs/{run}/messages", READ, messages::list)
                .get("/api/runs/{run}/messages/{message}", READ, messages::get)
                .get("/api/runs/{run}/messages/{message}/receipts", READ, inbox::receipts)
                .post("/api/runs/{run}/pull", RECEIVE, inbox::pull)
                .post("/api/runs/{run}/ack", RECEIVE, inbox::ack)
                .post("/api/messages", SEND, messages::send)
                .get("/api/agents", READ, agents::list)
                .post("/api/agents/select", READ, select::select)
                .put("/api/agents/{agent}", SEND, agents::put)
                .get("/api/agents/{agent}", READ, agents::get)
                .delete("/api/agents/{agent}", SEND, agents::remove)
                .post("/api/agents/{agent}/instances/{id}/heartbeat", APPEAR, agents::heartbeat)
                .post("/api/agents/{agent}/instances/{id}/state", APPEAR, agents::state)
                .get("/api/runs/{run}/events", READ, events::run)
                .get("/api/agents/{agent}/events", READ, events::agent)
                .get("/api/feed", READ, events::feed)
                .open("GET", "/ws", socket::open)
                .post("/api/events", SEND, topics::publish)
                .get("/api/events", READ, topicEvents::events)
                .get("/api/subscriptions", READ, topics::list)
                .put("/api/subscriptions/{subscription}", SEND, topics::put)
                .get("/api/subscriptions/{subscription}", READ, topics::get)
                .delete("/api/subscriptions/{subscription}", SEND, topics::remove)
                .post("/api/subscriptions/{subscription}/commit", RECEIVE, topics::commit)
                .post("/api/tasks", SEND, tasks::create)
                .get("/api/tasks", READ, tasks::list)
                .post("/api/tasks/claim", APPEAR, work::claim)
                .get("/api/tasks/stream", APPEAR, workStream::open)
                .get("/api/tasks/{task}", READ, tasks::get)
                .patch("/api/tasks/{task}", SEND, tasks::change)
                .post("/api/tasks/{task}/cancel", SEND, tasks::cancel)
                .post("/api/tasks/{task}/heartbeat", APPEAR, work::heartbeat)
                .post("/api/tasks/{task}/progress", APPEAR, work::progress)
                .post("/api/tasks/{task}/ask", APPEAR, work::ask)
                .post("/api/tasks/{task}/complete", APPEAR, work::complete)
                .post("/api/tasks/{task}/fail", APPEAR, work::fail)
                .post("/api/tasks/{task}/reject", APPEAR, work::reject)
                .post("/api/tasks/{task}/release", APPEAR, work::release)
                .get("/api/runs/{run}/approvals", READ, questions::approved)
                .get("/api/questions", READ, questions::list)
                .get("/api/questions/{question}", READ, questions::get)
                .post("/api/questions/{question}/answer", CONTROL, questions::answer)
                .get("/api/agents/{agent}/inbox", READ, agentInbox::look)
                .post("/api/agents/{agent}/inbox/commit", RECEIVE, agentInbox::commit)
                .get("/api/agents/{agent}/outbox", READ, outbox::sent)
                .get("/api/agents/{agent}/pending", READ, outbox::pending)
                .get("/api/dead-letters", READ, deadLetters::list)
                .post("/api/dead-letters/{letter}/requeue", SEND, deadLetters::requeue)
                .delete("/api/dead-letters/{letter}", SEND, deadLetters::discard)
                .post("/api/blobs", SEND, blobs::upload)
                .get("/api/blobs/{blob}", READ, blobs::download)
                .post("/api/tokens", OPERATE, tokens::create)
                .get("/api/tokens", OPERATE, tokens::list)
                .delete("/api/tokens/{token}", OPERATE, tokens::revoke)
                .get("/api/audit", AUDIT, audit::list)
                .get("/api/audit/verify", OPERATE, audit::verify)
                .get("/api/config", OPERATE, config::get)
                .get("/api/backup", OPERATE, operations::backup)
                .get("/api/check", OPERATE, operations::check)
                .get("/api/usage", OPERATE, operations::usage)
                .with(new Idempotency(store)::around);
    }

    private static Routes metrics(MetricRoutes metrics) {
        return metrics.isOpen()
                ? new Routes().open("GET", "/metrics", metrics::get)
                : new Routes().get("/metrics", READ, metrics::get);
    }
}
