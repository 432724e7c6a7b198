-- Durable conversations with one agent each; what was said stands in the log of the run.
CREATE TABLE sessions (
    space      TEXT COLLATE "C" NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    agent      TEXT COLLATE "C" NOT NULL,
    session_id TEXT COLLATE "C" NOT NULL,
    cwd        TEXT COLLATE "C",
    model      TEXT COLLATE "C",
    parent     TEXT COLLATE "C",          -- the session that has spawned it
    depth      BIGINT NOT NULL,  -- how many sessions deep it was spawned
    ref        TEXT COLLATE "C",          -- by which the agent itself knows it
    running    BIGINT,           -- the turn that is under way, by the seq of its message
    waiting    BIGINT NOT NULL,  -- how many turns are not over
    fault      TEXT COLLATE "C",          -- why its last turn has failed
    created_by TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    touched_at BIGINT NOT NULL,
    closed_at  BIGINT,
    PRIMARY KEY (space, run_id, agent)
);
CREATE UNIQUE INDEX sessions_by_id ON sessions (space, session_id);
CREATE INDEX sessions_spawned ON sessions (touched_at) WHERE closed_at IS NULL AND depth > 0;

-- What was said to an agent and is its turn to answer.
CREATE TABLE turns (
    space      TEXT COLLATE "C" NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    agent      TEXT COLLATE "C" NOT NULL,
    seq        BIGINT NOT NULL,  -- of the message
    message_id TEXT COLLATE "C" NOT NULL,
    state      TEXT COLLATE "C" NOT NULL,
    hub        TEXT COLLATE "C",          -- which start of a hub it runs on; nothing when the agent runs itself
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    ended_at   BIGINT,
    fault      TEXT COLLATE "C",
    answer     TEXT COLLATE "C",          -- the message that the agent has answered with
    PRIMARY KEY (space, run_id, agent, seq)
);
CREATE INDEX turns_open ON turns (space, run_id, agent, seq, state) WHERE ended_at IS NULL;
CREATE INDEX turns_due ON turns (state, space, agent, created_at) WHERE ended_at IS NULL;

-- Whether what was reported is what was asked for.
CREATE TABLE verdicts (
    space      TEXT COLLATE "C" NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    seq        BIGINT NOT NULL,  -- of the report
    completed  BIGINT NOT NULL,
    reason     TEXT COLLATE "C" NOT NULL,
    judged_by  TEXT COLLATE "C" NOT NULL,  -- the rule, or a model
    PRIMARY KEY (space, run_id, seq)
);

-- What models have used: for a run ('run/…'), and for an agent on a day ('agent/…/2026-01-31').
CREATE TABLE model_usage (
    space          TEXT COLLATE "C" NOT NULL,
    subject        TEXT COLLATE "C" NOT NULL,
    calls          BIGINT NOT NULL,
    input_tokens   BIGINT NOT NULL,
    output_tokens  BIGINT NOT NULL,
    cost           BIGINT NOT NULL,  -- billionths of what prices are in
    below_calls    BIGINT NOT NULL,  -- in other runs, on its behalf
    below_input    BIGINT NOT NULL,
    below_output   BIGINT NOT NULL,
    below_cost     BIGINT NOT NULL,
    PRIMARY KEY (space, subject)
);

-- Agents that the hub runs because its owner has said so over HTTP, beside those of the configuration.
CREATE TABLE contracts (
    space      TEXT COLLATE "C" NOT NULL,
    agent      TEXT COLLATE "C" NOT NULL,
    terms      TEXT COLLATE "C" NOT NULL,  -- as they would stand in the configuration
    made_by    TEXT COLLATE "C" NOT NULL,
    made_at    BIGINT NOT NULL,
    PRIMARY KEY (space, agent)
);

-- What SQLite has: a field of some JSON, or several as an array. PostgreSQL refuses to take a zero character or half of a
-- surrogate pair out of JSON; each becomes a space.
CREATE FUNCTION readable_json(body TEXT) RETURNS JSON LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN position('\u' IN body) = 0 THEN body
        ELSE regexp_replace(body, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\u0020', 'gi') END::json
$$;
CREATE FUNCTION json_extract(body TEXT, path TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT readable_json(body) ->> substr(path, 3)
$$;
CREATE FUNCTION json_extract(body TEXT, first TEXT, VARIADIC others TEXT[]) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT json_agg(field.value ORDER BY wanted.place)::text
    FROM unnest(first || others) WITH ORDINALITY AS wanted (path, place)
    LEFT JOIN json_each_text(readable_json(body)) AS field ON field.key = substr(wanted.path, 3)
$$;

-- What a list of runs shows of each: how many messages only agents are meant to see, and the newest that is
-- neither an ack nor a note of the hub.
ALTER TABLE runs ADD COLUMN internal BIGINT NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN spoken BIGINT NOT NULL DEFAULT 0;
UPDATE runs SET
    internal = (SELECT count(*) FROM messages m WHERE m.space = runs.space AND m.run_id = runs.run_id
        AND json_extract(m.body, '$.visibility') = 'internal' AND json_extract(m.body, '$.act') NOT IN ('ack', 'system')),
    spoken = coalesce((SELECT max(m.seq) FROM messages m WHERE m.space = runs.space AND m.run_id = runs.run_id
        AND json_extract(m.body, '$.act') NOT IN ('ack', 'system')), 0);
ALTER TABLE runs ALTER COLUMN status SET DATA TYPE TEXT COLLATE "C";
CREATE INDEX runs_by_status ON runs (space, status, run_id);

-- Who is let in at the console: by the cookie of a session, or once by a link.
CREATE TABLE logins (
    hash       TEXT COLLATE "C" NOT NULL,         -- of the cookie or the link
    login_id   TEXT COLLATE "C" NOT NULL UNIQUE,
    token_id   TEXT COLLATE "C" NOT NULL,         -- as whose bearer
    kind       TEXT COLLATE "C" NOT NULL,         -- session, link
    due        BIGINT  NOT NULL,      -- hub time
    ends       BIGINT  NOT NULL,      -- beyond which it is not prolonged
    PRIMARY KEY (hash)
);
CREATE INDEX logins_by_token ON logins (token_id, kind, login_id);
CREATE INDEX logins_due ON logins (due);

-- Calls of tools, by whom and how they ended; what was asked and answered stands in the logs.
CREATE TABLE tool_records (
    space      TEXT COLLATE "C" NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    call_id    TEXT COLLATE "C" NOT NULL,
    tool       TEXT COLLATE "C" NOT NULL,
    agent      TEXT COLLATE "C" NOT NULL,
    status     TEXT COLLATE "C" NOT NULL,
    decided_by TEXT COLLATE "C",          -- the person who has approved it
    started_at BIGINT NOT NULL,
    ended_at   BIGINT,
    PRIMARY KEY (space, run_id, call_id)
);
CREATE INDEX tool_records_by_age ON tool_records (space, started_at, run_id, call_id);
