"""Coordinator-worker: work is queued, and each piece is done once, by whoever is free."""

import time
from collections import Counter

import team
from parley import Parley, Task


def square(task: Task) -> int:
    time.sleep(0.05)  # it takes a while
    return int(task.message) ** 2


def work(worker: Parley) -> None:
    """Whoever is silent for longer than five seconds is replaced by another."""
    team.start(lambda: worker.work(square, capabilities=["squares"], lease_seconds=5))


for name in ("worker-1", "worker-2", "worker-3"):
    work(team.agent(name))

coordinator = team.agent("coordinator")
given = [coordinator.create_task(str(n), required_capabilities=["squares"]) for n in range(1, 31)]
done = [coordinator.wait_task(task["task_id"], timeout=60) for task in given]

print("the squares of 1 to 30 add up to", sum(task["result"]["result"] for task in done))
print("who did how many:", dict(sorted(Counter(task["worker"]["agent"] for task in done).items())))
