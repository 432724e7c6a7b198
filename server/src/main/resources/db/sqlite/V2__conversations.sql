ALTER TABLE runs ADD COLUMN roster INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN open_matters INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN silent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN reason TEXT;
ALTER TABLE runs ADD COLUMN question_id TEXT;
ALTER TABLE runs ADD COLUMN summary TEXT;

-- A change that no log entry tells by itself: which agent's state became what.
ALTER TABLE feed ADD COLUMN detail TEXT;

-- An agent's card.
CREATE TABLE agents (
    space        TEXT NOT NULL,
    name         TEXT NOT NULL,
    description  TEXT NOT NULL,
    capabilities TEXT NOT NULL,
    parent       TEXT,
    tool_role    TEXT,
    updated_by   TEXT NOT NULL,
    updated_at   INTEGER NOT NULL,
    PRIMARY KEY (space, name)
) WITHOUT ROWID;
CREATE INDEX agents_by_parent ON agents (space, parent, name);

-- What an agent does in a run, what it waits for there and which assignments it holds.
CREATE TABLE run_agents (
    space     TEXT NOT NULL,
    run_id    TEXT NOT NULL,
    agent     TEXT NOT NULL,
    state     TEXT NOT NULL,
    waits_for TEXT NOT NULL,
    holds     TEXT NOT NULL,
    PRIMARY KEY (space, run_id, agent)
) WITHOUT ROWID;

-- Every message that expects a reply, until it has one.
CREATE TABLE awaited (
    space      TEXT NOT NULL,
    run_id     TEXT NOT NULL,
    seq        INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    act        TEXT NOT NULL,
    asker      TEXT NOT NULL,
    asked      TEXT NOT NULL,
    assignment INTEGER,
    rounds     INTEGER NOT NULL,
    deadline   INTEGER,
    rest       INTEGER,
    state      TEXT NOT NULL,
    PRIMARY KEY (space, run_id, seq)
) WITHOUT ROWID;
CREATE INDEX awaited_by_asker ON awaited (space, asker, run_id, seq, state) WHERE state = 'open';
CREATE INDEX awaited_by_asked ON awaited (space, asked, run_id, seq) WHERE state = 'open';
CREATE INDEX awaited_by_message ON awaited (space, message_id, run_id);
CREATE INDEX awaited_by_deadline ON awaited (deadline) WHERE state = 'open' AND deadline IS NOT NULL;

-- What the manager understands the user to want, and how far it is met.
CREATE TABLE intents (
    space      TEXT NOT NULL,
    run_id     TEXT NOT NULL,
    version    INTEGER NOT NULL,
    body       TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (space, run_id)
) WITHOUT ROWID;

-- Running copies of agents; last_seen and state_since are in hub time.
CREATE TABLE instances (
    space      TEXT NOT NULL,
    agent      TEXT NOT NULL,
    instance   TEXT NOT NULL,
    state      TEXT NOT NULL,
    last_seen  INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    state_since INTEGER NOT NULL,
    PRIMARY KEY (space, agent, instance)
) WITHOUT ROWID;
CREATE INDEX instances_by_age ON instances (last_seen);

-- Refusals and the acts of people. Each entry holds the hash of the one before it.
CREATE TABLE audit (
    n          INTEGER NOT NULL PRIMARY KEY,
    created_at INTEGER NOT NULL,
    space      TEXT NOT NULL,
    principal  TEXT NOT NULL,
    token_id   TEXT NOT NULL,
    action     TEXT NOT NULL,
    target     TEXT NOT NULL,
    outcome    TEXT NOT NULL,
    count      INTEGER NOT NULL,
    detail     TEXT NOT NULL,
    previous   TEXT NOT NULL,
    hash       TEXT NOT NULL
);
CREATE INDEX audit_by_space ON audit (space, n);
CREATE INDEX audit_by_principal ON audit (principal, n);

-- What waits for a person, and what became of it; numbered in the order in which it was asked.
CREATE TABLE questions (
    position   INTEGER PRIMARY KEY AUTOINCREMENT,
    space      TEXT NOT NULL,
    run_id     TEXT NOT NULL,
    seq        INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    kind       TEXT NOT NULL,
    asked_by   TEXT NOT NULL,
    asked      TEXT NOT NULL,
    digest     TEXT,
    deadline   INTEGER,
    opened_at  INTEGER NOT NULL,
    state      TEXT NOT NULL,
    decision   TEXT,
    outcome    TEXT,
    UNIQUE (space, run_id, seq)
);
CREATE INDEX questions_open ON questions (space, position) WHERE state = 'open';
CREATE INDEX questions_by_space ON questions (space, position);
CREATE INDEX questions_by_asker ON questions (space, asked_by, position);
CREATE INDEX questions_by_digest ON questions (space, run_id, digest, seq) WHERE digest IS NOT NULL;

-- What is for each recipient in all its runs, in the order in which it was committed.
CREATE TABLE inbox (
    space     TEXT    NOT NULL,
    recipient TEXT    NOT NULL,
    position  INTEGER NOT NULL,
    run_id    TEXT    NOT NULL,
    seq       INTEGER NOT NULL,
    attempt   INTEGER NOT NULL,
    PRIMARY KEY (space, recipient, position)
) WITHOUT ROWID;
INSERT INTO inbox (space, recipient, position, run_id, seq, attempt)
    SELECT r.space, r.recipient,
           row_number() OVER (PARTITION BY r.space, r.recipient ORDER BY m.created_at, r.run_id, r.seq),
           r.run_id, r.seq, 1
    FROM receipts r JOIN messages m ON m.space = r.space AND m.run_id = r.run_id AND m.seq = r.seq;
-- Where each message stands in its recipient's inbox since it was last put there.
ALTER TABLE receipts ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
UPDATE receipts SET position = i.position FROM inbox i
    WHERE i.space = receipts.space AND i.recipient = receipts.recipient
    AND i.run_id = receipts.run_id AND i.seq = receipts.seq;

CREATE TABLE inbox_heads (
    space     TEXT    NOT NULL,
    recipient TEXT    NOT NULL,
    head      INTEGER NOT NULL,
    PRIMARY KEY (space, recipient)
) WITHOUT ROWID;
INSERT INTO inbox_heads (space, recipient, head)
    SELECT space, recipient, max(position) FROM inbox GROUP BY space, recipient;

-- How far each reader has committed; an agent that names no instance is the one called ''.
CREATE TABLE inbox_cursors (
    space     TEXT    NOT NULL,
    recipient TEXT    NOT NULL,
    instance  TEXT    NOT NULL,
    position  INTEGER NOT NULL,
    PRIMARY KEY (space, recipient, instance)
) WITHOUT ROWID;

-- What was handed out as a digest only, until it is fetched or acked.
CREATE TABLE inbox_unread (
    space     TEXT    NOT NULL,
    recipient TEXT    NOT NULL,
    run_id    TEXT    NOT NULL,
    seq       INTEGER NOT NULL,
    position  INTEGER NOT NULL,
    digest    TEXT    NOT NULL,
    PRIMARY KEY (space, recipient, run_id, seq)
) WITHOUT ROWID;
CREATE INDEX inbox_unread_by_position ON inbox_unread (space, recipient, position);

-- Inboxes that several instances of their agents read: how far they are shared out.
CREATE TABLE inbox_shares (
    space     TEXT NOT NULL,
    recipient TEXT NOT NULL,
    frontier  INTEGER NOT NULL,
    since     INTEGER NOT NULL,
    PRIMARY KEY (space, recipient)
) WITHOUT ROWID;

-- What instances were given and have not done with.
CREATE TABLE inbox_held (
    space     TEXT NOT NULL,
    recipient TEXT NOT NULL,
    run_id    TEXT NOT NULL,
    seq       INTEGER NOT NULL,
    instance  TEXT NOT NULL,
    position  INTEGER NOT NULL,
    bound     INTEGER NOT NULL,
    PRIMARY KEY (space, recipient, run_id, seq)
) WITHOUT ROWID;
CREATE INDEX inbox_held_by_instance ON inbox_held (space, recipient, instance, position, bound);

-- What each agent has sent.
CREATE TABLE outbox (
    space      TEXT    NOT NULL,
    sender     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    run_id     TEXT    NOT NULL,
    seq        INTEGER NOT NULL,
    PRIMARY KEY (space, sender, created_at, run_id, seq)
) WITHOUT ROWID;

-- What could not become a message, or reached nobody; numbered for each token, or by the message's seq.
CREATE TABLE dead_letters (
    space      TEXT    NOT NULL,
    holder     TEXT    NOT NULL,
    n          INTEGER NOT NULL,
    type       TEXT    NOT NULL,
    role       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    agent      TEXT,
    run_id     TEXT,
    code       TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    body       BLOB    NOT NULL,
    size       INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (space, holder, n)
) WITHOUT ROWID;
CREATE INDEX dead_letters_by_age ON dead_letters (space, created_at, holder, n);
CREATE INDEX dead_letters_by_agent ON dead_letters (space, agent, created_at, holder, n);

CREATE TABLE dead_letter_heads (
    space   TEXT    NOT NULL,
    holder  TEXT    NOT NULL,
    agent   TEXT,
    head    INTEGER NOT NULL,
    dropped INTEGER NOT NULL,
    PRIMARY KEY (space, holder)
) WITHOUT ROWID;

-- How long, in hub time, whoever was handed a message may still take to ack it; rest while its run is paused.
CREATE TABLE ack_clocks (
    space     TEXT    NOT NULL,
    run_id    TEXT    NOT NULL,
    recipient TEXT    NOT NULL,
    seq       INTEGER NOT NULL,
    missed    INTEGER NOT NULL,
    handed    INTEGER NOT NULL,
    due       INTEGER,
    rest      INTEGER,
    PRIMARY KEY (space, run_id, recipient, seq)
) WITHOUT ROWID;
CREATE INDEX ack_clocks_by_due ON ack_clocks (due) WHERE due IS NOT NULL;
CREATE INDEX ack_clocks_to_hand ON ack_clocks (space, run_id, recipient, seq) WHERE handed = 0;
-- Which run was opened for what names none: a pair of agents, or a delegation.
CREATE TABLE occasions (
    space    TEXT NOT NULL,
    occasion TEXT NOT NULL,
    run_id   TEXT NOT NULL,
    PRIMARY KEY (space, occasion)
) WITHOUT ROWID;

-- Whether an agent was ever given a token.
CREATE INDEX tokens_by_agent ON tokens (space, agent);
