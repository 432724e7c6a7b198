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
