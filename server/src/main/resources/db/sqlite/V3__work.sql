-- Work for whoever may claim it. What is to be done stands in the log of the task's run, which
-- gives the task its id.
CREATE TABLE tasks (
    space        TEXT NOT NULL,
    run_id       TEXT NOT NULL,
    state        TEXT NOT NULL,
    target       TEXT NOT NULL, -- the agent it is for; '' is anybody
    needs        TEXT NOT NULL, -- the capabilities that it takes
    route        INTEGER NOT NULL, -- negative while its run is paused
    priority     INTEGER NOT NULL,
    place        INTEGER NOT NULL, -- when it was queued first; grows
    queued_at    INTEGER NOT NULL, -- when it was queued last
    fence        INTEGER NOT NULL, -- changes whenever it is claimed, released or expires
    attempts     INTEGER NOT NULL,
    released     INTEGER NOT NULL, -- attempts that were given back
    max_attempts INTEGER NOT NULL,
    holder       TEXT,
    instance     TEXT,
    due          INTEGER,          -- when the lease ends, in hub time
    lease_ms     INTEGER,
    deadline_at  INTEGER,          -- on the wall clock
    requester    TEXT NOT NULL,
    reason       TEXT,
    result       TEXT,         -- the message that brings the result
    created_by   TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    ended_at     INTEGER,
    notify_email   TEXT,       -- who is told how it ends, and when it needs input
    notify_webhook TEXT,
    PRIMARY KEY (space, run_id)
) WITHOUT ROWID;
CREATE INDEX tasks_by_route ON tasks (space, route, priority DESC, place, deadline_at) WHERE state = 'queued';
CREATE INDEX tasks_by_target ON tasks (space, target, priority DESC, place, route, deadline_at) WHERE state = 'queued';
CREATE INDEX tasks_held_by_route ON tasks (space, route, due) WHERE due IS NOT NULL;
CREATE INDEX tasks_by_due ON tasks (due) WHERE due IS NOT NULL;
CREATE INDEX tasks_by_deadline ON tasks (deadline_at) WHERE deadline_at IS NOT NULL AND ended_at IS NULL;
-- Lists are taken from indexes that hold all they ask for, else SQLite would walk the whole table.
CREATE INDEX tasks_by_state ON tasks (space, state, run_id);
-- Only agents are shown what they themselves want done; people see everything.
CREATE INDEX tasks_by_requester ON tasks (space, requester, run_id, state) WHERE requester <> 'user';
CREATE INDEX tasks_by_holder ON tasks (space, holder, run_id, state) WHERE holder IS NOT NULL;
CREATE INDEX tasks_waiting_for ON tasks (space, target, run_id, state) WHERE state = 'queued' AND target <> '';

-- All tasks for the same agent that take the same capabilities are on one route.
CREATE TABLE routes (
    space   TEXT NOT NULL,
    number  INTEGER NOT NULL,
    target  TEXT NOT NULL,
    needs   TEXT NOT NULL,
    retired INTEGER,             -- since when no new task is put on it
    PRIMARY KEY (space, number)
) WITHOUT ROWID;
CREATE TABLE route_names (
    space  TEXT NOT NULL,
    target TEXT NOT NULL,
    needs  TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (space, target, needs)
) WITHOUT ROWID;
CREATE TABLE route_heads (
    space  TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL
) WITHOUT ROWID;

-- How good the next task of a route is at best, so that a claim looks at routes and not at tasks.
CREATE TABLE fronts (
    space    TEXT NOT NULL,
    route    INTEGER NOT NULL,
    target   TEXT NOT NULL,
    needs    TEXT NOT NULL,
    priority INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    PRIMARY KEY (space, route)
) WITHOUT ROWID;
CREATE INDEX fronts_by_target ON fronts (space, target, priority DESC, place, route);

-- Workers of one agent that have the same capabilities, and the routes that are open to them.
CREATE TABLE crews (
    space     TEXT NOT NULL,
    agent     TEXT NOT NULL,
    has       TEXT NOT NULL,
    seen      INTEGER NOT NULL,  -- the newest route that was looked at
    routes    INTEGER NOT NULL,  -- how many are open
    last_used INTEGER NOT NULL,  -- in hub time
    PRIMARY KEY (space, agent, has)
) WITHOUT ROWID;
CREATE INDEX crews_by_use ON crews (last_used);
CREATE TABLE open_routes (
    space TEXT NOT NULL,
    agent TEXT NOT NULL,
    has   TEXT NOT NULL,
    route INTEGER NOT NULL,
    PRIMARY KEY (space, agent, has, route)
) WITHOUT ROWID;
CREATE INDEX open_routes_by_route ON open_routes (space, route);

-- What was published in each space, in one order; the oldest are let go.
CREATE TABLE events (
    space      TEXT NOT NULL,
    seq        INTEGER NOT NULL,
    topic      TEXT NOT NULL,
    frame      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (space, seq)
) WITHOUT ROWID;
CREATE TABLE event_heads (
    space TEXT NOT NULL PRIMARY KEY,
    head  INTEGER NOT NULL,
    gone  INTEGER NOT NULL, -- the newest that is no longer kept
    bytes INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE subscriptions (
    space      TEXT NOT NULL,
    holder     TEXT NOT NULL,
    name       TEXT NOT NULL,
    topics     TEXT NOT NULL,
    position   INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (space, holder, name)
) WITHOUT ROWID;

-- What somebody outside is told of a task, written together with what it tells.
CREATE TABLE notices (
    space      TEXT NOT NULL,
    notice_id  TEXT NOT NULL,
    run_id     TEXT NOT NULL,
    seq        INTEGER NOT NULL,   -- where the run's log ended then
    about      TEXT NOT NULL, -- the state that the task has come to
    channel    TEXT NOT NULL,
    address    TEXT NOT NULL,
    receiver   TEXT NOT NULL, -- the server behind the address
    created_at INTEGER NOT NULL,
    state      TEXT NOT NULL,
    attempts   INTEGER NOT NULL,
    due        INTEGER,            -- when it may be sent, in hub time; nothing once it is over
    last_error TEXT,
    PRIMARY KEY (space, notice_id)
) WITHOUT ROWID;
CREATE INDEX notices_by_receiver ON notices (receiver, due) WHERE due IS NOT NULL;
CREATE INDEX notices_by_due ON notices (due) WHERE due IS NOT NULL;
CREATE INDEX notices_by_run ON notices (space, run_id, seq);

-- Calls of tools that are under way: begun in the log of their run, and not ended there yet.
CREATE TABLE tool_calls (
    space      TEXT NOT NULL,
    run_id     TEXT NOT NULL,
    call_id    TEXT NOT NULL, -- the message that begins it
    tool       TEXT NOT NULL,
    from_agent TEXT NOT NULL,
    sender     TEXT NOT NULL,
    due        INTEGER NOT NULL, -- when whoever began it must be gone, in hub time
    PRIMARY KEY (space, run_id, call_id)
) WITHOUT ROWID;
CREATE INDEX tool_calls_by_due ON tool_calls (due);
