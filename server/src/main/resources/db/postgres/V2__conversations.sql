ALTER TABLE runs ADD COLUMN roster BIGINT NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN paused BIGINT NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN open_matters BIGINT NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN silent BIGINT NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN reason TEXT;
ALTER TABLE runs ADD COLUMN question_id TEXT;
ALTER TABLE runs ADD COLUMN summary TEXT;

-- A change that no log entry tells by itself: which agent's state became what.
ALTER TABLE feed ADD COLUMN detail TEXT;

-- An agent's card.
CREATE TABLE agents (
    space        TEXT COLLATE "C" NOT NULL,
    name         TEXT COLLATE "C" NOT NULL,
    description  TEXT NOT NULL,
    capabilities TEXT NOT NULL,
    parent       TEXT COLLATE "C",
    tool_role    TEXT,
    updated_by   TEXT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (space, name)
);
CREATE INDEX agents_by_parent ON agents (space, parent, name);

-- What an agent does in a run, what it waits for there and which assignments it holds.
CREATE TABLE run_agents (
    space     TEXT COLLATE "C" NOT NULL,
    run_id    TEXT COLLATE "C" NOT NULL,
    agent     TEXT COLLATE "C" NOT NULL,
    state     TEXT NOT NULL,
    waits_for TEXT NOT NULL,
    holds     TEXT NOT NULL,
    PRIMARY KEY (space, run_id, agent)
);

-- Every message that expects a reply, until it has one.
CREATE TABLE awaited (
    space      TEXT COLLATE "C" NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    seq        BIGINT NOT NULL,
    message_id TEXT COLLATE "C" NOT NULL,
    act        TEXT NOT NULL,
    asker      TEXT COLLATE "C" NOT NULL,
    asked      TEXT COLLATE "C" NOT NULL,
    assignment BIGINT,
    rounds     BIGINT NOT NULL,
    deadline   BIGINT,
    rest       BIGINT,
    state      TEXT NOT NULL,
    PRIMARY KEY (space, run_id, seq)
);
CREATE INDEX awaited_by_asker ON awaited (space, asker, run_id, seq) WHERE state = 'open';
CREATE INDEX awaited_by_asked ON awaited (space, asked, run_id, seq) WHERE state = 'open';
CREATE INDEX awaited_by_message ON awaited (space, message_id, run_id);
CREATE INDEX awaited_by_deadline ON awaited (deadline) WHERE state = 'open' AND deadline IS NOT NULL;

-- What the manager understands the user to want, and how far it is met.
CREATE TABLE intents (
    space      TEXT COLLATE "C" NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    version    BIGINT NOT NULL,
    body       TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (space, run_id)
);

-- Running copies of agents; last_seen and state_since are in hub time.
CREATE TABLE instances (
    space      TEXT COLLATE "C" NOT NULL,
    agent      TEXT COLLATE "C" NOT NULL,
    instance   TEXT COLLATE "C" NOT NULL,
    state      TEXT NOT NULL,
    last_seen  BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    state_since BIGINT NOT NULL,
    PRIMARY KEY (space, agent, instance)
);
CREATE INDEX instances_by_age ON instances (last_seen);

-- Refusals and the acts of people. Each entry holds the hash of the one before it.
CREATE TABLE audit (
    n          BIGINT NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL,
    space      TEXT COLLATE "C" NOT NULL,
    principal  TEXT COLLATE "C" NOT NULL,
    token_id   TEXT NOT NULL,
    action     TEXT NOT NULL,
    target     TEXT NOT NULL,
    outcome    TEXT NOT NULL,
    count      BIGINT NOT NULL,
    detail     TEXT NOT NULL,
    previous   TEXT NOT NULL,
    hash       TEXT NOT NULL
);
CREATE INDEX audit_by_space ON audit (space, n);
CREATE INDEX audit_by_principal ON audit (principal, n);

-- What waits for a person, and what became of it; numbered in the order in which it was asked.
CREATE TABLE questions (
    position   BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    space      TEXT COLLATE "C" NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    seq        BIGINT NOT NULL,
    message_id TEXT COLLATE "C" NOT NULL,
    kind       TEXT NOT NULL,
    asked_by   TEXT COLLATE "C" NOT NULL,
    asked      TEXT NOT NULL,
    digest     TEXT COLLATE "C",
    deadline   BIGINT,
    opened_at  BIGINT NOT NULL,
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
    space     TEXT COLLATE "C" NOT NULL,
    recipient TEXT COLLATE "C" NOT NULL,
    position  BIGINT NOT NULL,
    run_id    TEXT COLLATE "C" NOT NULL,
    seq       BIGINT NOT NULL,
    attempt   BIGINT NOT NULL,
    PRIMARY KEY (space, recipient, position)
);
INSERT INTO inbox (space, recipient, position, run_id, seq, attempt)
    SELECT r.space, r.recipient,
           row_number() OVER (PARTITION BY r.space, r.recipient ORDER BY m.created_at, r.run_id, r.seq),
           r.run_id, r.seq, 1
    FROM receipts r JOIN messages m ON m.space = r.space AND m.run_id = r.run_id AND m.seq = r.seq;
-- Where each message stands in its recipient's inbox since it was last put there.
ALTER TABLE receipts ADD COLUMN position BIGINT NOT NULL DEFAULT 0;
UPDATE receipts SET position = i.position FROM inbox i
    WHERE i.space = receipts.space AND i.recipient = receipts.recipient
    AND i.run_id = receipts.run_id AND i.seq = receipts.seq;

CREATE TABLE inbox_heads (
    space     TEXT COLLATE "C" NOT NULL,
    recipient TEXT COLLATE "C" NOT NULL,
    head      BIGINT NOT NULL,
    PRIMARY KEY (space, recipient)
);
INSERT INTO inbox_heads (space, recipient, head)
    SELECT space, recipient, max(position) FROM inbox GROUP BY space, recipient;

-- How far each reader has committed; an agent that names no instance is the one called ''.
CREATE TABLE inbox_cursors (
    space     TEXT COLLATE "C" NOT NULL,
    recipient TEXT COLLATE "C" NOT NULL,
    instance  TEXT COLLATE "C" NOT NULL,
    position  BIGINT NOT NULL,
    PRIMARY KEY (space, recipient, instance)
);

-- What was handed out as a digest only, until it is fetched or acked.
CREATE TABLE inbox_unread (
    space     TEXT COLLATE "C" NOT NULL,
    recipient TEXT COLLATE "C" NOT NULL,
    run_id    TEXT COLLATE "C" NOT NULL,
    seq       BIGINT NOT NULL,
    position  BIGINT NOT NULL,
    digest    TEXT NOT NULL,
    PRIMARY KEY (space, recipient, run_id, seq)
);
CREATE INDEX inbox_unread_by_position ON inbox_unread (space, recipient, position);

-- Inboxes that several instances of their agents read: how far they are shared out.
CREATE TABLE inbox_shares (
    space     TEXT COLLATE "C" NOT NULL,
    recipient TEXT COLLATE "C" NOT NULL,
    frontier  BIGINT NOT NULL,
    since     BIGINT NOT NULL,
    PRIMARY KEY (space, recipient)
);

-- What instances were given and have not done with.
CREATE TABLE inbox_held (
    space     TEXT COLLATE "C" NOT NULL,
    recipient TEXT COLLATE "C" NOT NULL,
    run_id    TEXT COLLATE "C" NOT NULL,
    seq       BIGINT NOT NULL,
    instance  TEXT COLLATE "C" NOT NULL,
    position  BIGINT NOT NULL,
    bound     BIGINT NOT NULL,
    PRIMARY KEY (space, recipient, run_id, seq)
);
CREATE INDEX inbox_held_by_instance ON inbox_held (space, recipient, instance, position, bound);

-- What each agent has sent.
CREATE TABLE outbox (
    space      TEXT COLLATE "C" NOT NULL,
    sender     TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    seq        BIGINT NOT NULL,
    PRIMARY KEY (space, sender, created_at, run_id, seq)
);

-- What could not become a message, or reached nobody; numbered for each token, or by the message's seq.
CREATE TABLE dead_letters (
    space      TEXT COLLATE "C" NOT NULL,
    holder     TEXT COLLATE "C" NOT NULL,
    n          BIGINT NOT NULL,
    type       TEXT NOT NULL,
    role       TEXT NOT NULL,
    name       TEXT NOT NULL,
    agent      TEXT COLLATE "C",
    run_id     TEXT COLLATE "C",
    code       TEXT NOT NULL,
    reason     TEXT NOT NULL,
    body       BYTEA NOT NULL,
    size       BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (space, holder, n)
);
CREATE INDEX dead_letters_by_age ON dead_letters (space, created_at, holder, n);
CREATE INDEX dead_letters_by_agent ON dead_letters (space, agent, created_at, holder, n);

CREATE TABLE dead_letter_heads (
    space   TEXT COLLATE "C" NOT NULL,
    holder  TEXT COLLATE "C" NOT NULL,
    agent   TEXT COLLATE "C",
    head    BIGINT NOT NULL,
    dropped BIGINT NOT NULL,
    PRIMARY KEY (space, holder)
);

-- How long, in hub time, whoever was handed a message may still take to ack it; rest while its run is paused.
CREATE TABLE ack_clocks (
    space     TEXT COLLATE "C" NOT NULL,
    run_id    TEXT COLLATE "C" NOT NULL,
    recipient TEXT COLLATE "C" NOT NULL,
    seq       BIGINT NOT NULL,
    missed    INTEGER NOT NULL,
    handed    INTEGER NOT NULL,
    due       BIGINT,
    rest      BIGINT,
    PRIMARY KEY (space, run_id, recipient, seq)
);
CREATE INDEX ack_clocks_by_due ON ack_clocks (due) WHERE due IS NOT NULL;
CREATE INDEX ack_clocks_to_hand ON ack_clocks (space, run_id, recipient, seq) WHERE handed = 0;
-- Which run was opened for what names none: a pair of agents, or a delegation.
CREATE TABLE occasions (
    space    TEXT COLLATE "C" NOT NULL,
    occasion TEXT COLLATE "C" NOT NULL,
    run_id   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (space, occasion)
);

-- Whether an agent was ever given a token.
ALTER TABLE tokens ALTER COLUMN agent TYPE TEXT COLLATE "C";

CREATE INDEX tokens_by_agent ON tokens (space, agent);
