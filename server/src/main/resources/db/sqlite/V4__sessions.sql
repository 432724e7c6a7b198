-- Durable conversations with one agent each; what was said stands in the log of the run.
CREATE TABLE sessions (
    space      TEXT NOT NULL,
    run_id     TEXT NOT NULL,
    agent      TEXT NOT NULL,
    session_id TEXT NOT NULL,
    cwd        TEXT,
    model      TEXT,
    parent     TEXT,          -- the session that has spawned it
    depth      INTEGER NOT NULL,  -- how many sessions deep it was spawned
    ref        TEXT,          -- by which the agent itself knows it
    running    INTEGER,           -- the turn that is under way, by the seq of its message
    waiting    INTEGER NOT NULL,  -- how many turns are not over
    fault      TEXT,          -- why its last turn has failed
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL,
    closed_at  INTEGER,
    PRIMARY KEY (space, run_id, agent)
) WITHOUT ROWID;
CREATE UNIQUE INDEX sessions_by_id ON sessions (space, session_id);
CREATE INDEX sessions_spawned ON sessions (touched_at) WHERE closed_at IS NULL AND depth > 0;

-- What was said to an agent and is its turn to answer.
CREATE TABLE turns (
    space      TEXT NOT NULL,
    run_id     TEXT NOT NULL,
    agent      TEXT NOT NULL,
    seq        INTEGER NOT NULL,  -- of the message
    message_id TEXT NOT NULL,
    state      TEXT NOT NULL,
    hub        TEXT,          -- which start of a hub it runs on; nothing when the agent runs itself
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at   INTEGER,
    fault      TEXT,
    answer     TEXT,          -- the message that the agent has answered with
    PRIMARY KEY (space, run_id, agent, seq)
) WITHOUT ROWID;
CREATE INDEX turns_open ON turns (space, run_id, agent, seq, state) WHERE ended_at IS NULL;
CREATE INDEX turns_due ON turns (state, space, agent, created_at) WHERE ended_at IS NULL;

-- Whether what was reported is what was asked for.
CREATE TABLE verdicts (
    space      TEXT NOT NULL,
    run_id     TEXT NOT NULL,
    seq        INTEGER NOT NULL,  -- of the report
    completed  INTEGER NOT NULL,
    reason     TEXT NOT NULL,
    judged_by  TEXT NOT NULL,  -- the rule, or a model
    PRIMARY KEY (space, run_id, seq)
) WITHOUT ROWID;

-- What models have used: for a run ('run/…'), and for an agent on a day ('agent/…/2026-01-31').
CREATE TABLE model_usage (
    space          TEXT NOT NULL,
    subject        TEXT NOT NULL,
    calls          INTEGER NOT NULL,
    input_tokens   INTEGER NOT NULL,
    output_tokens  INTEGER NOT NULL,
    cost           INTEGER NOT NULL,  -- billionths of what prices are in
    below_calls    INTEGER NOT NULL,  -- in other runs, on its behalf
    below_input    INTEGER NOT NULL,
    below_output   INTEGER NOT NULL,
    below_cost     INTEGER NOT NULL,
    PRIMARY KEY (space, subject)
) WITHOUT ROWID;

-- Agents that the hub runs because its owner has said so over HTTP, beside those of the configuration.
CREATE TABLE contracts (
    space      TEXT NOT NULL,
    agent      TEXT NOT NULL,
    terms      TEXT NOT NULL,  -- as they would stand in the configuration
    made_by    TEXT NOT NULL,
    made_at    INTEGER NOT NULL,
    PRIMARY KEY (space, agent)
) WITHOUT ROWID;

-- What a list of runs shows of each: how many messages only agents are meant to see, and the newest that is
-- neither an ack nor a note of the hub.
ALTER TABLE runs ADD COLUMN internal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN spoken INTEGER NOT NULL DEFAULT 0;
UPDATE runs SET
    internal = (SELECT count(*) FROM messages m WHERE m.space = runs.space AND m.run_id = runs.run_id
        AND json_extract(m.body, '$.visibility') = 'internal' AND json_extract(m.body, '$.act') NOT IN ('ack', 'system')),
    spoken = coalesce((SELECT max(m.seq) FROM messages m WHERE m.space = runs.space AND m.run_id = runs.run_id
        AND json_extract(m.body, '$.act') NOT IN ('ack', 'system')), 0);
CREATE INDEX runs_by_status ON runs (space, status, run_id);

-- Who is let in at the console: by the cookie of a session, or once by a link.
CREATE TABLE logins (
    hash       TEXT NOT NULL,         -- of the cookie or the link
    login_id   TEXT NOT NULL UNIQUE,
    token_id   TEXT NOT NULL,         -- as whose bearer
    kind       TEXT NOT NULL,         -- session, link
    due        INTEGER NOT NULL,      -- hub time
    ends       INTEGER NOT NULL,      -- beyond which it is not prolonged
    PRIMARY KEY (hash)
) WITHOUT ROWID;
CREATE INDEX logins_by_token ON logins (token_id, kind, login_id);
CREATE INDEX logins_due ON logins (due);

-- Calls of tools, by whom and how they ended; what was asked and answered stands in the logs.
CREATE TABLE tool_records (
    space      TEXT NOT NULL,
    run_id     TEXT NOT NULL,
    call_id    TEXT NOT NULL,
    tool       TEXT NOT NULL,
    agent      TEXT NOT NULL,
    status     TEXT NOT NULL,
    decided_by TEXT,          -- the person who has approved it
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    PRIMARY KEY (space, run_id, call_id)
) WITHOUT ROWID;
CREATE INDEX tool_records_by_age ON tool_records (space, started_at, run_id, call_id);
