package dev.parley.http.api;

import static dev.parley.access.Permission.APPEAR;
import static dev.parley.access.Permission.CONTROL;
import static dev.parley.access.Permission.READ;
import static dev.parley.access.Permission.RECEIVE;
import static dev.parley.access.Permission.SEND;

import dev.parley.http.Routes;
import dev.parley.stream.EventRoutes;
import dev.parley.stream.SocketRoute;

/** The addresses of agents, runs, inboxes, questions and streams. */
public record ConversationApi(
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
        LetterPileRoutes letterPiles,
        BlobRoutes blobs,
        EventRoutes events,
        SocketRoute socket) {

    public void addTo(Routes routes) {
        routes.post("/api/runs", SEND, runs::create)
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
                .get("/api/runs/{run}/receipts", READ, inbox::receiptsBetween)
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
                .get("/api/sessions/{session}/events", READ, events::session)
                .get("/api/feed", READ, events::feed)
                .open("GET", "/ws", socket::open)
                .get("/api/runs/{run}/approvals", READ, questions::approved)
                .get("/api/questions", READ, questions::list)
                .get("/api/questions/{question}", READ, questions::get)
                .post("/api/questions/{question}/answer", CONTROL, questions::answer)
                .get("/api/agents/{agent}/inbox", READ, agentInbox::look)
                .post("/api/agents/{agent}/inbox/commit", RECEIVE, agentInbox::commit)
                .get("/api/agents/{agent}/outbox", READ, outbox::sent)
                .get("/api/agents/{agent}/pending", READ, outbox::pending)
                .get("/api/dead-letters", READ, deadLetters::list)
                .post("/api/dead-letters/requeue", SEND, letterPiles::requeue)
                .post("/api/dead-letters/discard", SEND, letterPiles::discard)
                .post("/api/dead-letters/{letter}/requeue", SEND, deadLetters::requeue)
                .delete("/api/dead-letters/{letter}", SEND, deadLetters::discard)
                .post("/api/blobs", SEND, blobs::upload)
                .get("/api/blobs/{blob}", READ, blobs::download);
    }
}
