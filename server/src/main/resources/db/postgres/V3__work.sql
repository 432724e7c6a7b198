-- Work for whoever may claim it. What is to be done stands in the log of the task's run, which
-- gives the task its id.
CREATE TABLE tasks (
    space        TEXT COLLATE "C" NOT NULL,
    run_id       TEXT COLLATE "C" NOT NULL,
    state        TEXT COLLATE "C" NOT NULL,
    target       TEXT COLLATE "C" NOT NULL, -- the agent it is for; '' is anybody
    needs        TEXT COLLATE "C" NOT NULL, -- the capabilities that it takes
    route        BIGINT NOT NULL, -- negative while its run is paused
    priority     BIGINT NOT NULL,
    place        BIGINT NOT NULL, -- when it was queued first; grows
    queued_at    BIGINT NOT NULL, -- when it was queued last
    fence        BIGINT NOT NULL, -- changes whenever it is claimed, released or expires
    attempts     BIGINT NOT NULL,
    released     BIGINT NOT NULL, -- attempts that were given back
    max_attempts BIGINT NOT NULL,
    holder       TEXT COLLATE "C",
    instance     TEXT COLLATE "C",
    due          BIGINT,          -- when the lease ends, in hub time
    lease_ms     BIGINT,
    deadline_at  BIGINT,          -- on the wall clock
    requester    TEXT COLLATE "C" NOT NULL,
    reason       TEXT,
    result       TEXT COLLATE "C",         -- the message that brings the result
    created_by   TEXT COLLATE "C" NOT NULL,
    created_at   BIGINT NOT NULL,
    ended_at     BIGINT,
    notify_email   TEXT,       -- who is told how it ends, and when it needs input
    notify_webhook TEXT,
    PRIMARY KEY (space, run_id)
);
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

-- How other nodes notice that something was queued.
CREATE INDEX tasks_by_queued ON tasks (space, target, queued_at) WHERE state = 'queued';

-- All tasks for the same agent that take the same capabilities are on one route.
CREATE TABLE routes (
    space   TEXT COLLATE "C" NOT NULL,
    number  BIGINT NOT NULL,
    target  TEXT COLLATE "C" NOT NULL,
    needs   TEXT COLLATE "C" NOT NULL,
    retired BIGINT,             -- since when no new task is put on it
    PRIMARY KEY (space, number)
);
CREATE TABLE route_names (
    space  TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    needs  TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (space, target, needs)
);
CREATE TABLE route_heads (
    space  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);

-- How good the next task of a route is at best, so that a claim looks at routes and not at tasks.
CREATE TABLE fronts (
    space    TEXT COLLATE "C" NOT NULL,
    route    BIGINT NOT NULL,
    target   TEXT COLLATE "C" NOT NULL,
    needs    TEXT COLLATE "C" NOT NULL,
    priority BIGINT NOT NULL,
    place    BIGINT NOT NULL,
    PRIMARY KEY (space, route)
);
CREATE INDEX fronts_by_target ON fronts (space, target, priority DESC, place, route);

-- Workers of one agent that have the same capabilities, and the routes that are open to them.
CREATE TABLE crews (
    space     TEXT COLLATE "C" NOT NULL,
    agent     TEXT COLLATE "C" NOT NULL,
    has       TEXT COLLATE "C" NOT NULL,
    seen      BIGINT NOT NULL,  -- the newest route that was looked at
    routes    BIGINT NOT NULL,  -- how many are open
    last_used BIGINT NOT NULL,  -- in hub time
    PRIMARY KEY (space, agent, has)
);
CREATE INDEX crews_by_use ON crews (last_used);
CREATE TABLE open_routes (
    space TEXT COLLATE "C" NOT NULL,
    agent TEXT COLLATE "C" NOT NULL,
    has   TEXT COLLATE "C" NOT NULL,
    route BIGINT NOT NULL,
    PRIMARY KEY (space, agent, has, route)
);
CREATE INDEX open_routes_by_route ON open_routes (space, route);

-- What was published in each space, in one order; the oldest are let go.
CREATE TABLE events (
    space      TEXT COLLATE "C" NOT NULL,
    seq        BIGINT NOT NULL,
    topic      TEXT COLLATE "C" NOT NULL,
    frame      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (space, seq)
);
CREATE TABLE event_heads (
    space TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    head  BIGINT NOT NULL,
    gone  BIGINT NOT NULL, -- the newest that is no longer kept
    bytes BIGINT NOT NULL
);
CREATE TABLE subscriptions (
    space      TEXT COLLATE "C" NOT NULL,
    holder     TEXT COLLATE "C" NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    topics     TEXT NOT NULL,
    position   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (space, holder, name)
);

-- What somebody outside is told of a task, written together with what it tells.
CREATE TABLE notices (
    space      TEXT COLLATE "C" NOT NULL,
    notice_id  TEXT COLLATE "C" NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    seq        BIGINT NOT NULL,   -- where the run's log ended then
    about      TEXT COLLATE "C" NOT NULL, -- the state that the task has come to
    channel    TEXT COLLATE "C" NOT NULL,
    address    TEXT NOT NULL,
    receiver   TEXT COLLATE "C" NOT NULL, -- the server behind the address
    created_at BIGINT NOT NULL,
    state      TEXT COLLATE "C" NOT NULL,
    attempts   BIGINT NOT NULL,
    due        BIGINT,            -- when it may be sent, in hub time; nothing once it is over
    last_error TEXT,
    PRIMARY KEY (space, notice_id)
);
CREATE INDEX notices_by_receiver ON notices (receiver, due) WHERE due IS NOT NULL;
CREATE INDEX notices_by_due ON notices (due) WHERE due IS NOT NULL;
CREATE INDEX notices_by_run ON notices (space, run_id, seq);

-- Calls of tools that are under way: begun in the log of their run, and not ended there yet.
CREATE TABLE tool_calls (
    space      TEXT COLLATE "C" NOT NULL,
    run_id     TEXT COLLATE "C" NOT NULL,
    call_id    TEXT COLLATE "C" NOT NULL, -- the message that begins it
    tool       TEXT COLLATE "C" NOT NULL,
    from_agent TEXT COLLATE "C" NOT NULL,
    sender     TEXT COLLATE "C" NOT NULL,
    due        BIGINT NOT NULL, -- when whoever began it must be gone, in hub time
    PRIMARY KEY (space, run_id, call_id)
);
CREATE INDEX tool_calls_by_due ON tool_calls (due);
