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

-- Running copies of agents; last_seen is in hub time.
CREATE TABLE instances (
    space      TEXT NOT NULL,
    agent      TEXT NOT NULL,
    instance   TEXT NOT NULL,
    state      TEXT NOT NULL,
    last_seen  INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    PRIMARY KEY (space, agent, instance)
) WITHOUT ROWID;
CREATE INDEX instances_by_age ON instances (last_seen);
