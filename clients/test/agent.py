"""What the ledger suite runs of the Python client: AGENT ROLE URL TOKEN NAME STOP-FILE [ARGUMENT...]

Every line that it prints is a JSON object that says what the client has told it; README.md has the roles.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
from pathlib import Path
from typing import Callable, Dict, List

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from parley import Event, Fail, Message, Parley, ParleyError, Reject, Release, Task

role, url, token, name, stop_file, *arguments = sys.argv[1:]
logging.basicConfig(format=f"{name}: %(message)s")
hub = Parley(url, token, agent=name, patience=120)
stop = threading.Event()


def tell(**line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def send(to: str, first: str) -> None:
    n = int(first)
    while not stop.is_set():
        sent = hub.send(to, str(n), message_id=f"{name}-{n}")
        tell(sent=n, run=sent.run_id)
        n += 1
        time.sleep(0.02)


def ask(to: str, first: str) -> None:
    n = int(first)
    while not stop.is_set():
        answer = hub.ask(to, f"q{n}", 60, message_id=f"{name}-{n}")
        tell(asked=n, answer=answer.text, run=answer.run_id)
        n += 1
        time.sleep(0.02)


def receive() -> None:
    def handle(message: Message) -> object:
        tell(got=message.text, sender=message.sender, run=message.run_id)
        return f"answer to {message.text}" if message.expects_reply else None

    hub.inbox(handle, wait=2, stop=stop)


def chat() -> None:
    def handle(message: Message) -> object:
        tell(heard=message.text, sender=message.sender)
        return "and a good day to you"

    hub.inbox(handle, wait=2, stop=stop)


def publish(first: str) -> None:
    n = int(first)
    while not stop.is_set():
        hub.publish("tick", {"n": n}, key=f"{name}-{n}")
        tell(published=n)
        n += 1
        time.sleep(0.3)


def subscribe() -> None:
    ticks = ["agent.*.tick", "agent.nobody.**"]

    def saying(way: str) -> Callable[[Event], object]:
        return lambda event: tell(**{way: event.data["n"], "publisher": event.publisher, "life": os.getpid()})

    live = threading.Thread(target=lambda: hub.subscribe(saying("live"), ticks, stop=stop))
    live.start()
    hub.subscribe(saying("kept"), ticks, name="ledger", from_start=True, wait=2, stop=stop)
    live.join()


def work(capability: str) -> None:
    def handle(task: Task) -> object:
        tell(started=task.id, attempt=task.attempt, fence=task.fence)
        word = task.message.split()[0]
        if word == "stuck" and task.attempt == 1:
            if task.cancelled.wait(30):
                tell(lost=task.id)
            task.check()
        if word == "reject":
            raise Reject("not for anybody")
        if word == "fail":
            raise Fail("cannot be done")
        if word == "release" and task.attempt == 1:
            raise Release("another may")
        if word == "break" and task.attempt == 1:
            raise RuntimeError("broken")
        if word == "ask":
            return task.ask("which?", ["red", "blue"], 30)
        task.progress("half")
        time.sleep(0.03)
        return {"did": task.message}

    hub.work(handle, [capability], concurrency=2, lease_seconds=5, wait=2, stop=stop)


def code(call: Callable[[], object]) -> List[object]:
    try:
        return [call()]
    except ParleyError as problem:
        return [problem.code, problem.recoverable, bool(problem.message)]


def single(capability: str, other: str) -> None:
    """One call of each sort, and what came of it."""
    checks: Dict[str, Callable[[], object]] = {
        "refused": lambda: code(lambda: hub.send(other, "x", message_id="no id")),
        "repeated": lambda: [hub.send(other, "once", message_id=f"{name}-once").duplicate for _ in range(2)],
        "conflict": lambda: code(lambda: hub.send(other, "twice", message_id=f"{name}-once")),
        "silence": lambda: code(lambda: hub.ask("nobody", "are you there?", 1)),
        "large": lambda: len(hub.ask(other, "x" * 100_000, 30).text),
        "person": lambda: hub.ask_person("which?", ["red", "blue"], 30),
        "task": lambda: hub.do_task("do it", 30, required_capabilities=[capability]),
        "rejected": lambda: code(lambda: hub.do_task("reject it", 30, required_capabilities=[capability])),
        "failed": lambda: code(lambda: hub.do_task("fail it", 30, required_capabilities=[capability])),
        "released": lambda: hub.do_task("release it", 30, required_capabilities=[capability]),
        "broken": lambda: hub.do_task("break it", 30, required_capabilities=[capability]),
        "asking": lambda: hub.do_task("ask me", 30, required_capabilities=[capability]),
        "stale": stale,
    }
    for check, call in checks.items():
        tell(check=check, value=call())


def stale() -> List[object]:
    """A worker that lets the lease of a task for it expire finds its completion refused."""
    late = hub.claim(lease_seconds=1, wait=10)
    fresh = hub.claim(lease_seconds=30, wait=10)
    assert late and fresh and late.id == fresh.id
    refused = code(lambda: late.complete("late"))
    fresh.complete({"did": fresh.message})
    return [refused[0], late.cancelled.is_set(), fresh.attempt, hub.wait_task(fresh.id, 5)["result"]["result"]]


def watch_stop_file() -> None:
    while not os.path.exists(stop_file):
        time.sleep(0.05)
    stop.set()


roles: Dict[str, Callable[..., None]] = {
    "send": send,
    "ask": ask,
    "receive": receive,
    "chat": chat,
    "work": work,
    "publish": publish,
    "subscribe": subscribe,
    "single": single,
}
threading.Thread(target=watch_stop_file, daemon=True).start()
roles[role](*arguments)
