-- Keys sort by their bytes, whatever the database sorts by.
CREATE TABLE meta (
    key   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE runs (
    space      TEXT COLLATE "C" NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    session_id TEXT    NOT NULL,
    protocol   TEXT COLLATE "C" NOT NULL,
    status     TEXT    NOT NULL,
    head       BIGINT NOT NULL,
    created_by TEXT    NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (space, run_id)
);
CREATE INDEX runs_by_protocol ON runs (space, protocol, run_id);

CREATE TABLE participants (
    space  TEXT COLLATE "C" NOT NULL,
    run_id TEXT COLLATE "C" NOT NULL,
    role   TEXT COLLATE "C" NOT NULL,
    agent  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (space, run_id, role)
);
CREATE INDEX participants_by_agent ON participants (space, agent, run_id);

-- The log.
CREATE TABLE messages (
    space      TEXT COLLATE "C" NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    message_id TEXT COLLATE "C" NOT NULL,
    seq        BIGINT NOT NULL,
    kind       TEXT    NOT NULL,
    created_at BIGINT NOT NULL,
    checksum   BIGINT NOT NULL,
    digest     BYTEA   NOT NULL,
    body       TEXT    NOT NULL
);
ALTER TABLE messages ADD PRIMARY KEY (space, run_id, seq);
CREATE UNIQUE INDEX messages_by_id ON messages (space, run_id, message_id);

-- What became of a message for one recipient; in the order in which that recipient pulls.
CREATE TABLE receipts (
    space        TEXT COLLATE "C" NOT NULL,
    run_id       TEXT COLLATE "C" NOT NULL,
    recipient    TEXT COLLATE "C" NOT NULL,
    seq          BIGINT NOT NULL,
    state        TEXT    NOT NULL,
    needs_ack    BIGINT NOT NULL,
    delivered_at BIGINT,
    acked_at     BIGINT,
    PRIMARY KEY (space, run_id, recipient, seq)
);
CREATE INDEX receipts_unacked ON receipts (space, run_id, seq)
    WHERE needs_ack = 1 AND acked_at IS NULL;

CREATE TABLE cursors (
    space  TEXT COLLATE "C" NOT NULL,
    run_id TEXT COLLATE "C" NOT NULL,
    agent  TEXT COLLATE "C" NOT NULL,
    seq    BIGINT NOT NULL,
    PRIMARY KEY (space, run_id, agent)
);

-- Every streamed change. A transaction's number is given at its first write, after its runs are
-- locked, so entries of one run follow its log; readers stop below the oldest running transaction.
CREATE TABLE feed (
    tx     XID8   NOT NULL DEFAULT pg_current_xact_id(),
    n      BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY,
    space  TEXT COLLATE "C" NOT NULL,
    type   TEXT   NOT NULL,
    run_id TEXT COLLATE "C" NOT NULL,
    seq    BIGINT NOT NULL,
    PRIMARY KEY (tx, n)
);

CREATE TABLE tokens (
    hash       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    token_id   TEXT COLLATE "C" NOT NULL UNIQUE,
    space      TEXT COLLATE "C" NOT NULL,
    role       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    agent      TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
);

CREATE TABLE blobs (
    space      TEXT COLLATE "C" NOT NULL,
    blob_id    TEXT COLLATE "C" NOT NULL,
    size       BIGINT NOT NULL,
    sha256     TEXT    NOT NULL,
    media_type TEXT    NOT NULL,
    created_by TEXT    NOT NULL,
    created_at BIGINT NOT NULL,
    refs       BIGINT NOT NULL,
    PRIMARY KEY (space, blob_id)
);
CREATE INDEX blobs_unreferenced ON blobs (created_at) WHERE refs = 0;

-- How many bytes of blobs each space holds; kept so that a quota costs no scan.
CREATE TABLE blob_totals (
    space TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    bytes BIGINT NOT NULL
);

-- What a write with an Idempotency-Key was answered.
CREATE TABLE answers (
    principal  TEXT COLLATE "C" NOT NULL,
    route      TEXT COLLATE "C" NOT NULL,
    key        TEXT COLLATE "C" NOT NULL,
    digest     TEXT    NOT NULL,
    status     BIGINT NOT NULL,
    body       TEXT    NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (principal, route, key)
);
CREATE INDEX answers_by_age ON answers (created_at);

-- Blobs live in the database when several nodes share it.
CREATE TABLE blob_chunks (
    space   TEXT COLLATE "C" NOT NULL,
    blob_id TEXT COLLATE "C" NOT NULL,
    n       BIGINT NOT NULL,
    bytes   BYTEA  NOT NULL,
    PRIMARY KEY (space, blob_id, n)
);
