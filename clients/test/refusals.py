#!/usr/bin/env python3
"""What the clients' loops do when they are refused: by the hub, and by whatever stands before it.

    clients/test/refusals.py --hub ./parley --agent python=COMMAND --agent typescript=COMMAND --agent java=COMMAND

The clients of all languages must do the same: a task fails only if its result can never be sent, a lease is lost only
when the hub says so, and an inbox goes on whatever becomes of one message.
"""

from __future__ import annotations

import sys
from typing import Dict, List

from ledger import ASK, COMMIT, COMPLETE, Agent, Suite, run
from parley import Parley
from proxy import Refusal

BLOB, HEARTBEAT = r"/api/blobs/[^/]+", r"/api/tasks/[^/]+/heartbeat"
PAGE = b"<html>default backend</html>"
LARGE = 100_000


def _problem(code: str, recoverable: bool = False) -> bytes:
    return b'{"code":"%s","message":"no","recoverable":%s}' % (code.encode(), b"true" if recoverable else b"false")


class Refusals(Suite):
    def play(self) -> None:
        self.workers = {x: self.agent(x, "work", x).start() for x in self.commands}
        self.readers = {x: self.agent(x, "receive").start() for x in self.commands}
        self.sender = Parley(self.proxy.url, self.token("sender", ""), agent="sender")
        self.results()
        self.leases()
        self.messages()
        self.end(self.agents)

    def refuse(self, method: str, path: str, *answers: tuple[int, bytes]) -> None:
        for language in self.commands:
            self.proxy.refusals += [Refusal(language, method, path, status, body) for status, body in answers]

    def give_all(self, what: str) -> Dict[str, str]:
        return {x: self.give(what, required_capabilities=[x]) for x in self.commands}

    def are_over(self, tasks: Dict[str, str], *states: str) -> None:
        """Every one is in this state, after this many attempts."""
        self.until(f"{states} after refusals", lambda: not set(tasks.values()) & self.open_tasks())
        for language, task in tasks.items():
            shown = self.owner.request("GET", f"/api/tasks/{task}")
            self.expect([shown["state"], str(shown["attempt"])] == list(states), f"{language}, not {states}: {shown}")
        self.expect(not self.proxy.refusals, f"not refused: {self.proxy.refusals}")

    def results(self) -> None:
        self.refuse("POST", COMPLETE, *((status, PAGE) for status in (404, 401, 200, 500, 400)))
        codes = {"forbidden": False, "conflict": False, "run-paused": True}
        self.refuse("POST", COMPLETE, *((409, _problem(*code)) for code in codes.items()))
        self.are_over(self.give_all("job that is refused"), "completed", "1")
        self.refuse("POST", COMPLETE, (413, _problem("body-size")))
        self.are_over(self.give_all("job that is too large"), "failed", "1")
        self.refuse("POST", COMPLETE, (422, _problem("bad-value")))
        self.are_over(self.give_all("job that is odd"), "failed", "1")
        self.refuse("POST", COMPLETE, (413, PAGE))
        self.are_over(self.give_all("job that no proxy takes"), "failed", "1")
        self.refuse("POST", COMPLETE, (409, _problem("stale-lease")))
        self.are_over(self.give_all("job that was lost"), "completed", "2")

    def leases(self) -> None:
        self.refuse("POST", HEARTBEAT, (404, PAGE), (409, PAGE))
        tasks = self.give_all("stuck job")
        self.until("heartbeats are refused", lambda: not self.proxy.refusals)
        for language, task in tasks.items():
            told = self.workers[language].lines("lost")
            self.expect({"lost": task} not in told, f"{language} takes a proxy's word that its lease is lost")
            self.owner.request("POST", f"/api/tasks/{task}/cancel", {"reason": "no longer needed"})
        for language, task in tasks.items():
            told = self.workers[language]
            self.until(f"{language} finds its lease lost", lambda: {"lost": task} in told.lines("lost"))

    def messages(self) -> None:
        self.refuse("POST", ASK, (409, _problem("run-paused", True)))
        self.ask_all("in a paused run")
        self.refuse("POST", ASK, (409, _problem("clarification-loop", True)))
        self.ask_all("too often")
        self.refuse("POST", COMMIT, (404, PAGE), (500, PAGE))
        self.send_all("through a proxy")
        self.refuse("POST", COMMIT, (403, _problem("forbidden")))
        self.send_all("not committed")
        self.refuse("GET", BLOB, (404, _problem("unknown-blob")))
        self.large("lost")
        self.refuse("GET", BLOB, (404, PAGE), (503, PAGE))
        self.large("kept")
        self.send_all("last")
        expected = ["in a paused run", "too often", "through a proxy", "not committed", "kept", "last"]
        self.until("the last message comes", lambda: all("last" in _got(r) for r in self.readers.values()))
        self.until("everything is refused", lambda: not self.proxy.refusals)
        for reader in self.readers.values():
            self.expect(_got(reader) == expected, f"{reader.name} got {_got(reader)}")

    def ask_all(self, text: str) -> None:
        for reader in self.readers.values():
            run = self.sender._talk(reader.name, None)
            self.sender._post(run, reader.name, "QUERY", text, None, f"{reader.name}-{text.replace(' ', '-')}", {})
        self.comes(text)

    def send_all(self, text: str) -> None:
        for reader in self.readers.values():
            self.sender.send(reader.name, text)
        self.comes(text)

    def comes(self, text: str) -> None:
        self.until(f"'{text}' comes", lambda: all(text in _got(r) for r in self.readers.values()))
        self.until(f"what is about '{text}' is refused", lambda: not self.proxy.refusals)

    def large(self, text: str) -> None:
        for reader in self.readers.values():
            run = self.sender._talk(reader.name, None)
            filling = {"filling": "x" * LARGE}
            self.sender._post(run, reader.name, "QUERY", text, filling, f"{reader.name}-{text}", {})

    def judge(self) -> None:
        for agent in self.agents:
            self.expect(agent.is_well(), f"{agent.name} ended with {agent.process and agent.process.returncode}")

    def summary(self) -> str:
        return f"{len(self.proxy.refused)} refusals, {len(self.faults)} faults"


def _got(reader: Agent) -> List[str]:
    return [line["got"] for line in reader.lines("got")]


if __name__ == "__main__":
    sys.exit(run("refusals", Refusals))
