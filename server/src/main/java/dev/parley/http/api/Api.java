package dev.parley.http.api;

import static dev.parley.access.Permission.ANSWER;
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
            QuestionRoutes questions,
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
                .post("/api/runs/{run}/pull", RECEIVE, inbox::pull)
                .post("/api/runs/{run}/ack", RECEIVE, inbox::ack)
                .get("/api/runs/{run}/approvals", READ, questions::approved)
                .get("/api/questions", READ, questions::list)
                .get("/api/questions/{question}", READ, questions::get)
                .post("/api/questions/{question}/answer", ANSWER, questions::answer)
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
