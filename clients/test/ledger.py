#!/usr/bin/env python3
"""The ledger suite: what clients were told, compared with what a hub has after it was killed again and again.

    clients/test/ledger.py --hub ./parley --agent python=COMMAND --agent typescript=COMMAND --agent java=COMMAND

The COMMAND of a language runs a conformance agent (README.md says what it must do). Senders, receivers, askers, workers,
publishers and subscribers of every language work at once, while the hub is killed during and after each kind of call, and processes are killed,
stopped and continued. Then everything must be there: once, in order.
"""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from hub import Hub
from parley import Parley, ParleyError
from proxy import STRIKE_SECONDS, Proxy, Refusal, Strike

CLAIM, COMPLETE, SEND = r"/api/tasks/claim", r"/api/tasks/[^/]+/complete", r"/api/messages"
ASK, COMMIT = r"/api/runs/[^/]+/messages", r"/api/agents/[^/]+/inbox/commit"
PUBLISH, KEEP = r"/api/events", r"/api/subscriptions/[^/]+/commit"
POINTS = [
    *((path, when) for path in (CLAIM, COMPLETE, SEND) for when in ("during", "after")),
    (ASK, "after"),
    (COMMIT, "during"),
    (PUBLISH, "after"),
    (KEEP, "during"),
]
QUIET_SECONDS = 60
STUCK_SECONDS = 8  # longer than a lease

#: What each role tells of its progress; those that count go on from there when they are started again.
TELLS = {"send": "sent", "ask": "asked", "publish": "published", "receive": "got", "work": "started", "subscribe": "kept"}
COUNTING = ("send", "ask", "publish")


class Agent:
    """A process of a client, and what it has told; it can be killed and started again."""

    def __init__(self, suite: Suite, language: str, role: str, *arguments: str, suffix: str = "") -> None:
        self.language, self.role, self.arguments = language, role, arguments
        self.name = f"{language}-{role}{suffix}"
        self.suite = suite
        self.out = suite.folder / f"{self.name}.out"
        self.out.touch()
        self.stop_file = suite.folder / f"{self.name}.stop"
        self.token = suite.token(self.name, language)
        self.process: Optional[subprocess.Popen[bytes]] = None
        self.kills = 0

    def start(self, *arguments: str) -> Agent:
        words = [self.role, self.suite.proxy.url, self.token, self.name, str(self.stop_file)]
        command = self.suite.commands[self.language] + words + list(arguments or self.arguments)
        with self.out.open("ab") as out, (self.suite.folder / "agents.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=log)
        return self

    def signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        assert self.process is not None
        self.process.wait()
        self.kills += 1

    def lines(self, name: str) -> List[Dict[str, Any]]:
        whole = self.out.read_text().rpartition("\n")[0]  # a killed process may leave half a line
        return [line for line in map(json.loads, whole.splitlines()) if name in line]

    def is_well(self) -> bool:
        assert self.process is not None
        return self.process.poll() in (None, 0)


class Suite:
    def __init__(self, hub: Hub, commands: Dict[str, List[str]], folder: Path) -> None:
        self.commands, self.folder = commands, folder
        self.hub = hub
        self.hub.start()
        self.proxy = Proxy(self.hub)
        self.owner = Parley(self.proxy.url, self.hub.owner(), patience=120)
        self.agents: List[Agent] = []
        self.tasks: Dict[str, str] = {}  # what each is to do
        self.faults: List[str] = []

    def token(self, agent: str, language: str) -> str:
        made = self.owner.request("POST", "/api/tokens", {"agent": agent, "role": "worker"}, key=f"token-{agent}")
        self.proxy.languages[made["token"]] = language
        return str(made["token"])

    def agent(self, language: str, role: str, *arguments: str, suffix: str = "") -> Agent:
        agent = Agent(self, language, role, *arguments, suffix=suffix)
        self.agents.append(agent)
        return agent

    # -- what happens

    def play(self) -> None:
        languages = list(self.commands)
        for at, language in enumerate(languages):
            other = languages[(at + 1) % len(languages)]
            self.agent(language, "receive").start()
            self.agent(language, "chat").start()
            self.agent(language, "work", language, suffix="-1").start()
            self.agent(language, "work", language, suffix="-2").start()
            self.agent(language, "send", f"{other}-receive", "1").start()
            self.agent(language, "ask", f"{other}-receive", "1").start()
            self.agent(language, "subscribe").start()
            self.agent(language, "publish", "1").start()
        giving = threading.Thread(target=self.give_tasks, daemon=True)
        giving.start()
        for path, when in POINTS:
            self.strike(path, when)
        for language in languages:
            self.proxy.refusals += [Refusal(language, "POST", SEND, status) for status in (429, 503)]
        for agent in [a for a in self.agents if a.role != "chat" and not a.name.endswith("work-2")]:
            self.restart(agent)
        self.stick(languages)
        self.until("every client is refused twice", lambda: not self.proxy.refusals)
        self.proxy.is_forgetful = True
        singles = [self.agent(x, "single", x, f"{x}-receive") for x in languages]
        for single in singles:
            self.give("late job", target_agent=single.name)
            single.start()
        self.chat()
        self.until("single calls end", lambda: self.answer_people() and all(not _runs(s) for s in singles))
        self.proxy.is_forgetful = False
        self.giving = False
        giving.join()
        self.until("all tasks end", lambda: not self.open_tasks())
        self.end([agent for agent in self.agents if agent.role in COUNTING])
        self.until("everything is received", lambda: all(self.is_received(a) for a in self.agents if a.role == "send"))
        self.until("all events are told", lambda: all(self.is_told(a) for a in self.agents if a.role == "subscribe"))
        self.end(self.agents)

    def end(self, agents: List[Agent]) -> None:
        for agent in agents:
            agent.stop_file.touch()
        self.until("agents stop when asked to", lambda: all(not _runs(agent) for agent in agents))

    def is_received(self, sender: Agent) -> bool:
        last = {"got": str(sender.lines("sent")[-1]["sent"]), "sender": sender.name}
        return any(last.items() <= line.items() for line in self.reader(sender).lines("got"))

    def is_told(self, subscriber: Agent) -> bool:
        lasts = {a.name: a.lines("published")[-1]["published"] for a in self.agents if a.role == "publish"}
        return all(
            any(line["publisher"] == name and line[way] == n for line in subscriber.lines(way))
            for name, n in lasts.items()
            for way in ("kept", "live")
        )

    def reader(self, sender: Agent) -> Agent:
        return next(agent for agent in self.agents if agent.name == sender.arguments[0])

    giving = True

    def give_tasks(self) -> None:
        n = 0
        while self.giving:
            for language in self.commands:
                self.give(f"job {n} of {language}", required_capabilities=[language])
            n += 1
            time.sleep(0.3)

    def give(self, what: str, **options: Any) -> str:
        task = str(self.owner.create_task(what, max_attempts=20, **options)["task_id"])
        self.tasks[task] = what
        return task

    def strike(self, path: str, when: str) -> None:
        """Kills the hub at this point of the next such call of every language, and starts it again."""
        strike = Strike("POST", path, when, set(self.commands), self.hub.kill)
        self.proxy.strike = strike
        struck = strike.done.wait(STRIKE_SECONDS)
        self.proxy.strike = None
        if not struck:
            raise AssertionError(f"not every client came to {strike.name}: {self.folder / 'agents.log'}")
        self.hub.start()
        senders = {agent: len(agent.lines("sent")) for agent in self.agents if agent.role == "send"}
        self.until(
            "every sender goes on", lambda: all(len(agent.lines("sent")) > n for agent, n in senders.items())
        )

    def restart(self, agent: Agent) -> None:
        """Kills a process in the middle of its work; its successor goes on with what is not acknowledged."""
        name = TELLS[agent.role]
        before = len(agent.lines(name))
        self.until(f"{agent.name} goes on", lambda: len(agent.lines(name)) > before)
        agent.kill()
        if agent.role in COUNTING:
            agent.start(*agent.arguments[:-1], str(1 + max(line[name] for line in agent.lines(name))))
        else:
            agent.start()

    def stick(self, languages: List[str]) -> None:
        """A worker that is frozen loses its task to another, and finds out when it goes on."""
        stuck: Dict[str, str] = {}
        given: Dict[str, float] = {}
        holders: Dict[str, Agent] = {}

        def give(language: str) -> None:
            stuck[language] = self.give("stuck job", required_capabilities=[language])
            given[language] = time.monotonic()

        def are_held() -> bool:
            for agent in self.agents:
                for line in agent.lines("started"):
                    if line["started"] in stuck.values() and line["attempt"] == 1:
                        holders[agent.language] = agent
            for language in set(languages) - set(holders):
                # A claim of a worker that was killed while it waited may have taken the job to its grave.
                if time.monotonic() - given.get(language, 0) > STUCK_SECONDS:
                    give(language)
            return len(holders) == len(languages)

        self.until("somebody takes the stuck jobs", are_held)
        for agent in holders.values():
            agent.signal(signal.SIGSTOP)
        self.until("others do the stuck jobs", lambda: not set(stuck.values()) & self.open_tasks())
        for agent in holders.values():
            agent.signal(signal.SIGCONT)
        for language, task in stuck.items():
            lost = {"lost": task}
            self.until(f"{language} finds its lease lost", lambda: lost in holders[language].lines("lost"))

    def chat(self) -> None:
        """Two agents that answer whatever they hear, and whoever begins."""
        chats = [agent for agent in self.agents if agent.role == "chat"]
        for agent, other in zip(chats, chats[1:] + chats[:1]):
            Parley(self.proxy.url, agent.token).send(other.name, "good day")

    def answer_people(self) -> bool:
        for question in self.owner.request("GET", "/api/questions")["items"]:
            path = f"/api/questions/{question['question_id']}/answer"
            self.owner.request("POST", path, {"choice": question["choices"][-1]})
        return True

    def open_tasks(self) -> set[str]:
        return {str(t["task_id"]) for s in ("queued", "running", "needs_input") for t in self.all("/api/tasks", state=s)}

    def until(self, what: str, happens: Callable[[], bool]) -> None:
        deadline = time.monotonic() + QUIET_SECONDS
        while not happens():
            broken = [agent.name for agent in self.agents if not agent.is_well() and agent.kills == 0]
            if broken or time.monotonic() > deadline:
                raise AssertionError(f"{what}: this does not happen; broken: {broken}")
            time.sleep(0.05)

    # -- what must be so afterwards

    def judge(self) -> None:
        self.owner = Parley(f"http://127.0.0.1:{self.hub.port}", self.hub.owner())
        for agent in self.agents:
            self.expect(agent.is_well(), f"{agent.name} ended with {agent.process and agent.process.returncode}")
            judge = {"send": self.judge_send, "ask": self.judge_ask, "single": self.judge_single}.get(agent.role)
            if judge is not None:
                judge(agent)
        self.judge_tasks()
        self.judge_chat()
        self.judge_events()
        self.expect(len(self.proxy.refused) == 2 * len(self.commands), f"refused: {self.proxy.refused}")

    def judge_send(self, sender: Agent) -> None:
        sent = [line["sent"] for line in sender.lines("sent")]
        (run,) = {line["run"] for line in sender.lines("sent")}
        log = [m["message_id"] for m in self.log(run) if m["from_agent"] == sender.name]
        self.expect(len(sent) > 20, f"{sender.name} sent only {len(sent)}")
        self.expect(sent == list(range(1, len(sent) + 1)), f"{sender.name} was told {sent}")
        self.expect(log == [f"{sender.name}-{n}" for n in sent], f"{sender.name} told {len(sent)}, log {log}")
        reader = self.reader(sender)
        got = [int(line["got"]) for line in reader.lines("got") if line["sender"] == sender.name]
        doubled = len(got) - len(set(got))
        self.expect(list(dict.fromkeys(got)) == sent, f"{reader.name} got {got} of {len(sent)}")
        self.expect(doubled <= reader.kills, f"{reader.name} got {doubled} twice, killed {reader.kills} times")

    def judge_ask(self, asker: Agent) -> None:
        asked = asker.lines("asked")
        self.expect(len(asked) > 5, f"{asker.name} asked only {len(asked)}")
        for at, line in enumerate(asked):
            n = at + 1
            self.expect(line["asked"] == n and line["answer"] == f"answer to q{n}", f"{asker.name}: {line}")
            kinds = [m["kind"] for m in self.log(line["run"])]
            self.expect(kinds == ["QUERY", "ANSWER"], f"{asker.name} asked {n}: {kinds}")

    def judge_single(self, single: Agent) -> None:
        values = {line["check"]: line["value"] for line in single.lines("check")}
        expected = {
            "refused": ["bad-value", False, True],
            "repeated": [True, True],  # the answer to the very first one was lost
            "conflict": ["message-id-conflict", False, True],
            "silence": ["no-answer", True, True],
            "large": 100_000 + len("answer to "),
            "person": "blue",
            "task": {"did": "do it"},
            "rejected": ["task-rejected", False, True],
            "failed": ["task-failed", False, True],
            "released": {"did": "release it"},
            "broken": {"did": "break it"},
            "asking": "blue",
            "stale": ["stale-lease", True, 2, {"did": "late job"}],
        }
        for name, value in expected.items():
            self.expect(values.get(name) == value, f"{single.name}, {name}: {values.get(name)}, not {value}")
        made = [t for t in self.all("/api/tasks") if t["created_by"] == f"agent:{single.name}"]
        self.expect(len(made) == 6, f"{single.name} created {len(made)} tasks")

    def judge_tasks(self) -> None:
        known = {t["task_id"]: t for t in self.all("/api/tasks") if t["created_by"].startswith("owner")}
        self.expect(known.keys() == self.tasks.keys(), f"created {len(self.tasks)} tasks, there are {len(known)}")
        started = [line for agent in self.agents for line in agent.lines("started")]
        for lost in self.proxy.lost_claims:
            task = lost["task"]
            given = {"started": task["task_id"], "attempt": task["attempt"], "fence": lost["lease"]["fence"]}
            self.expect(given in started, f"the claim {given} was lost with its answer")
        self.expect(len(self.proxy.lost_claims) >= len(self.commands), f"lost: {self.proxy.lost_claims}")
        for task, what in self.tasks.items():
            shown = self.owner.request("GET", f"/api/tasks/{task}")
            did = (shown.get("result") or {}).get("result")
            self.expect(shown["state"] == "completed" and did == {"did": what}, f"{what}: {shown}")
            ends = Counter(m["act"] for m in self.log(shown["run_id"]))["final"]
            self.expect(ends == 1, f"{what} has {ends} results")

    def judge_events(self) -> None:
        """Whoever keeps a place gets everything in one order, whoever is there everything meanwhile and once."""
        publishers = [agent for agent in self.agents if agent.role == "publish"]
        subscribers = [agent for agent in self.agents if agent.role == "subscribe"]
        orders = set()
        for agent in subscribers:
            kept = [(line["publisher"], line["kept"]) for line in agent.lines("kept")]
            orders.add(tuple(dict.fromkeys(kept)))
            doubled = len(kept) - len(set(kept))
            self.expect(doubled <= agent.kills, f"{agent.name} got {doubled} twice, killed {agent.kills} times")
            for publisher in publishers:
                published = [line["published"] for line in publisher.lines("published")]
                self.expect(len(published) > 20, f"{publisher.name} published only {len(published)}")
                self.expect(published == list(range(1, len(published) + 1)), f"{publisher.name} was told {published}")
                told = list(dict.fromkeys(n for name, n in kept if name == publisher.name))
                self.expect(told == published, f"{agent.name} got {told} of {len(published)} of {publisher.name}")
                lives: Dict[int, List[int]] = {}
                for line in agent.lines("live"):
                    if line["publisher"] == publisher.name:
                        lives.setdefault(line["life"], []).append(line["live"])
                for live in lives.values():
                    whole = list(range(live[0], live[-1] + 1))
                    self.expect(live == whole, f"{agent.name} was told {live} live of {publisher.name}")
        self.expect(len(orders) == 1, f"{len(orders)} orders of the same events")

    def judge_chat(self) -> None:
        chats = [agent for agent in self.agents if agent.role == "chat"]
        for agent in chats:
            heard = Counter(line["heard"] for line in agent.lines("heard"))
            self.expect(heard == {"good day": 1, "and a good day to you": 1}, f"{agent.name} heard {heard}")

    def expect(self, holds: bool, fault: str) -> None:
        if not holds:
            self.faults.append(fault)

    def log(self, run: str) -> List[Dict[str, Any]]:
        return self.all(f"/api/runs/{run}/messages")

    def all(self, path: str, **query: Any) -> List[Dict[str, Any]]:
        items: List[Dict[str, Any]] = []
        after: Any = None
        while True:
            page = self.owner.request("GET", path, query={**query, "after": after, "limit": 500})
            items += page["items"]
            after = page["next"]
            if after is None:
                return items

    def summary(self) -> str:
        told = {name: sum(len(agent.lines(name)) for agent in self.agents) for name in ("sent", "asked", "published")}
        killed = sum(agent.kills for agent in self.agents)
        return (
            f"{', '.join(f'{count} {name}' for name, count in told.items())}, {len(self.tasks)} tasks; the hub killed"
            f" {self.hub.kills} times, agents {killed} times; {len(self.faults)} faults: lost, doubled or out of order"
        )

    def close(self) -> None:
        for agent in self.agents:
            if _runs(agent):
                agent.signal(signal.SIGCONT)
                agent.kill()
        self.hub.stop()


def _runs(agent: Agent) -> bool:
    return agent.process is not None and agent.process.poll() is None


def run(name: str, kind: Callable[[Hub, Dict[str, List[str]], Path], Suite]) -> int:
    """Plays a suite with the clients that the command line names, and says what came of it."""
    parser = argparse.ArgumentParser(description="tries the clients at a hub and compares what they were told")
    parser.add_argument("--agent", action="append", required=True, metavar="LANGUAGE=COMMAND")
    parser.add_argument("--hub", default="./parley", metavar="COMMAND", help="what runs Parley")
    arguments = parser.parse_args()
    commands = {}
    for word in arguments.agent:
        language, _, command = word.partition("=")
        commands[language] = shlex.split(command)
    folder = Path(tempfile.mkdtemp(prefix=f"parley-{name}-"))
    began = time.monotonic()
    suite = kind(Hub(shlex.split(arguments.hub), folder), commands, folder)
    try:
        suite.play()
        suite.judge()
    except (AssertionError, ParleyError) as broken:
        suite.faults.append(str(broken))
    finally:
        suite.close()
    print(f"{name} of {', '.join(commands)}: {suite.summary()}; {time.monotonic() - began:.0f} s")
    for fault in suite.faults:
        print(f"FAULT {fault[:2000]}")
    if suite.faults:
        print(f"what everybody said is in {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(run("ledger", Suite))
