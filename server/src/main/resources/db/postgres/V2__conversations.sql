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

-- Running copies of agents; last_seen is in hub time.
CREATE TABLE instances (
    space      TEXT COLLATE "C" NOT NULL,
    agent      TEXT COLLATE "C" NOT NULL,
    instance   TEXT COLLATE "C" NOT NULL,
    state      TEXT NOT NULL,
    last_seen  BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    PRIMARY KEY (space, agent, instance)
);
CREATE INDEX instances_by_age ON instances (last_seen);
