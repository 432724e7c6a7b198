package dev.parley.bench.store;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.InstanceId;
import dev.parley.run.TaskBoard;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskStates;
import dev.parley.store.table.TaskTable;
import dev.parley.task.Claims;
import dev.parley.task.Leases;
import dev.parley.task.Worker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Sixteen workers of four agents that claim at once, each as soon as it has what it asked for. */
final class Claimers {
    private static final int AGENTS = 4;
    private static final int WORKERS = 16;

    /** How often a task may be given back before that counts. */
    private static final int RELEASES = 90;

    private static final Duration LEASE = Duration.ofMinutes(10);

    private final Engine engine;
    private final Claims claims;
    private final Leases leases;
    private final List<Worker> workers;
    private final int turn;

    /**
     * @param turn how many each of them claims before all is given back
     */
    Claimers(Engine engine, Capabilities has, int turn) {
        this.engine = engine;
        this.claims = engine.claims();
        this.leases = engine.leases();
        this.turn = turn;
        this.workers =
                IntStream.range(0, WORKERS)
                        .mapToObj(
                                i ->
                                        new Worker(
                                                new AgentName("claimer" + i % AGENTS),
                                                new InstanceId("copy" + i / AGENTS),
                                                has))
                        .toList();
    }

    /** Claims for so long; the time in which what was claimed is given back does not count. */
    Sample claim(Duration time) throws Exception {
        long claimed = 0;
        long nanos = 0;
        do {
            long begun = System.nanoTime();
            var held = Together.each(workers, this::claim);
            nanos += System.nanoTime() - begun;
            var all = held.stream().flatMap(List::stream).toList();
            claimed += all.size();
            Together.each(all, this::giveBack);
        } while (nanos < time.toNanos());
        return new Sample(claimed, 1, nanos, 0);
    }

    private TaskRow giveBack(TaskRow task) {
        var agent = Objects.requireNonNull(task.hold()).agent();
        return task.released() < RELEASES
                ? leases.release(
                        new Leases.Lease(Engine.OWNER, agent, task.id(), task.fence()),
                        "to be claimed again")
                : engine.store().write(new GiveBack(task.key()));
    }

    /** Queues a task again without a word once its releases would count as attempts. */
    private record GiveBack(RunKey key) implements Command<TaskRow> {
        @Override
        public void touches(Touches touches) {
            touches.lock(key.lock());
            touches.row(TaskTable.TABLE, key);
        }

        @Override
        public TaskRow decide(Tx tx) throws SQLException {
            var task = tx.rows(TaskTable.TABLE).find(key).orElseThrow();
            var queued =
                    task.requeued(TaskStates.Trigger.RELEASED, "to be claimed again", tx.now());
            TaskBoard.move(tx, task, queued);
            return queued;
        }
    }

    private List<TaskRow> claim(Worker worker) {
        var request = new Claims.Request(worker, null, LEASE);
        var held = new ArrayList<TaskRow>();
        for (int i = 0; i < turn; i++) {
            held.add(
                    claims.claim(
                                    Engine.OWNER,
                                    request,
                                    Duration.ZERO,
                                    claim -> engine.store().write(claim))
                            .orElseThrow(() -> new IllegalStateException("nothing to claim")));
        }
        return held;
    }
}
