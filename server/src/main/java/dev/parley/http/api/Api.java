package dev.parley.http.api;

import static dev.parley.access.Permission.OPERATE;
import static dev.parley.access.Permission.READ;
import static dev.parley.access.Permission.RECEIVE;
import static dev.parley.access.Permission.SEND;

import dev.parley.http.Routes;

/** Every address of the HTTP API. */
public final class Api {
    private Api() {}

    public static Routes routes(
            HealthRoutes health,
            RunRoutes runs,
            MessageRoutes messages,
            InboxRoutes inbox,
            AgentInboxRoutes agentInbox,
            OutboxRoutes outbox,
            DeadLetterRoutes deadLetters,
            BlobRoutes blobs,
            TokenRoutes tokens,
            OperationRoutes operations) {
        return new Routes()
                .open("GET", "/health", health::get)
                .post("/api/runs", SEND, runs::create)
                .get("/api/runs", READ, runs::list)
                .get("/api/runs/{run}", READ, runs::get)
                .post("/api/runs/{run}/messages", SEND, messages::post)
                .get("/api/runs/{run}/messages", READ, messages::list)
                .get("/api/runs/{run}/messages/{message}", READ, messages::get)
                .get("/api/runs/{run}/messages/{message}/receipts", READ, inbox::receipts)
                .post("/api/runs/{run}/pull", RECEIVE, inbox::pull)
                .post("/api/runs/{run}/ack", RECEIVE, inbox::ack)
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
                .get("/api/backup", OPERATE, operations::backup)
                .get("/api/check", OPERATE, operations::check)
                .get("/api/usage", OPERATE, operations::usage);
    }
}
