CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE runs (
    space      TEXT    NOT NULL,
    run_id     TEXT    NOT NULL,
    session_id TEXT    NOT NULL,
    protocol   TEXT    NOT NULL,
    status     TEXT    NOT NULL,
    head       INTEGER NOT NULL,
    created_by TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (space, run_id)
) WITHOUT ROWID;
CREATE INDEX runs_by_protocol ON runs (space, protocol, run_id);

CREATE TABLE participants (
    space  TEXT NOT NULL,
    run_id TEXT NOT NULL,
    role   TEXT NOT NULL,
    agent  TEXT NOT NULL,
    PRIMARY KEY (space, run_id, role)
) WITHOUT ROWID;
CREATE INDEX participants_by_agent ON participants (space, agent, run_id);

-- The log. A rowid table: every batch appends to the same few pages, however many runs it touches.
CREATE TABLE messages (
    place      INTEGER PRIMARY KEY,
    space      TEXT    NOT NULL,
    run_id     TEXT    NOT NULL,
    message_id TEXT    NOT NULL,
    seq        INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    checksum   INTEGER NOT NULL,
    digest     BLOB    NOT NULL,
    body       TEXT    NOT NULL
);
CREATE UNIQUE INDEX messages_by_seq ON messages (space, run_id, seq);
CREATE UNIQUE INDEX messages_by_id ON messages (space, run_id, message_id);

-- What became of a message for one recipient; in the order in which that recipient pulls.
CREATE TABLE receipts (
    space        TEXT    NOT NULL,
    run_id       TEXT    NOT NULL,
    recipient    TEXT    NOT NULL,
    seq          INTEGER NOT NULL,
    state        TEXT    NOT NULL,
    needs_ack    INTEGER NOT NULL,
    delivered_at INTEGER,
    acked_at     INTEGER,
    PRIMARY KEY (space, run_id, recipient, seq)
) WITHOUT ROWID;
CREATE INDEX receipts_unacked ON receipts (space, run_id, seq)
    WHERE needs_ack = 1 AND acked_at IS NULL;

CREATE TABLE cursors (
    space  TEXT    NOT NULL,
    run_id TEXT    NOT NULL,
    agent  TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    PRIMARY KEY (space, run_id, agent)
) WITHOUT ROWID;

-- Every streamed change in commit order; positions are never reused.
CREATE TABLE feed (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    space    TEXT    NOT NULL,
    type     TEXT    NOT NULL,
    run_id   TEXT    NOT NULL,
    seq      INTEGER NOT NULL
);

CREATE TABLE tokens (
    hash       TEXT    NOT NULL PRIMARY KEY,
    token_id   TEXT    NOT NULL UNIQUE,
    space      TEXT    NOT NULL,
    role       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    agent      TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
);

CREATE TABLE blobs (
    space      TEXT    NOT NULL,
    blob_id    TEXT    NOT NULL,
    size       INTEGER NOT NULL,
    sha256     TEXT    NOT NULL,
    media_type TEXT    NOT NULL,
    created_by TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    refs       INTEGER NOT NULL,
    PRIMARY KEY (space, blob_id)
) WITHOUT ROWID;
CREATE INDEX blobs_unreferenced ON blobs (created_at) WHERE refs = 0;

-- How many bytes of blobs each space holds; kept so that a quota costs no scan.
CREATE TABLE blob_totals (
    space TEXT    NOT NULL PRIMARY KEY,
    bytes INTEGER NOT NULL
) WITHOUT ROWID;

-- What a write with an Idempotency-Key was answered.
CREATE TABLE answers (
    principal  TEXT    NOT NULL,
    route      TEXT    NOT NULL,
    key        TEXT    NOT NULL,
    digest     TEXT    NOT NULL,
    status     INTEGER NOT NULL,
    body       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (principal, route, key)
) WITHOUT ROWID;
CREATE INDEX answers_by_age ON answers (created_at);
