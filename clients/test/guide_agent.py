"""What docs/guides/agent-authors.md shows in Python; pages.py runs it."""

import os
import queue
import sys
import threading
from pathlib import Path
from typing import Callable

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from parley import Message, Parley, ParleyError, Reject, Task

hub = os.environ["PARLEY_URL"]
alice = Parley(hub, os.environ["ALICE"], agent="alice")
token = os.environ["BOB"]
told: "queue.Queue[str]" = queue.Queue()


def start(loop: Callable[[], None]) -> None:
    threading.Thread(target=loop, daemon=True).start()


bob = Parley(hub, token, agent="bob")


def listen() -> None:
    def answer(message: Message) -> str:
        print(message.sender, "says", message.text)
        return "You said: " + message.text  # sent as the reply; None sends nothing

    bob.inbox(answer)


start(listen)

alice.send("bob", "The build is red", message_id="build-17-red")
alice.send("bob", "The build is red", message_id="build-17-red")  # changes nothing

answer = alice.ask("bob", "Is it mended?", timeout=60)
print(answer.text)  # ParleyError "no-answer" when none came in time

choice = alice.ask_person("Deploy now?", ["yes", "no"], timeout=8 * 3600)
assert choice == "yes"


def labour() -> None:
    def review(task: Task) -> object:
        task.progress("reading")
        if "secret" in task.message:
            raise Reject("not to be read by anybody")
        return f"fine, at attempt {task.attempt}"

    bob.work(review, capabilities=["python"])


start(labour)

result = alice.do_task("review the login form", 300, required_capabilities=["python"])
print(result)

ready = threading.Event()


def follow() -> None:
    topics = ["agent.*.task.complete", "agent.bob.**"]
    alice.subscribe(lambda event: told.put(f"{event.type} {event.data}"), topics, name="my-log", ready=ready.set)


start(follow)
ready.wait(60)

bob.publish("data.ready", {"rows": 3})  # on agent.bob.data.ready
assert told.get(timeout=60) == "data.ready {'rows': 3}"

try:
    alice.send("alice", "Hello, me")
except ParleyError as problem:
    print(problem.code, problem.message, problem.recoverable)
print("everything in the guide works")
