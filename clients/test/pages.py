#!/usr/bin/env python3
"""Runs what the pages of docs/ show: every command of patterns.md must answer as the page says, every snippet of
guides/agent-authors.md must stand in a program that works, and a worker that stops must be gone.

    clients/test/pages.py --jar JAR --java JAVA --node NODE --hub COMMAND
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from pathlib import Path
from typing import Dict, List

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from hub import Hub
from parley import Parley

HOME = Path(__file__).resolve().parents[2]
STEP = re.compile(r"```sh\n([^`]*)```\n```\n([^`]*)```")
SNIPPET = re.compile(r"```(java|python|ts)\n(.*?)```", re.DOTALL)
PROGRAMS = {"java": "GuideAgent.java", "python": "guide_agent.py", "ts": "guide_agent.ts"}
SECONDS = 120
MAX_LINES = 60


class Pages:
    def __init__(self, java: str, jar: str, node: str, hub: Hub) -> None:
        self.folder = hub.folder
        self.url = f"http://127.0.0.1:{hub.port}"
        self.owner = Parley(self.url, hub.owner())
        self.words = {
            "./parley example ": f"{shlex.quote(java)} -XX:TieredStopAtLevel=1 -cp {shlex.quote(jar)} ",
            "node ": f"{shlex.quote(node)} --no-warnings ",
        }
        self.parley = " ".join(map(shlex.quote, hub.command)) + " "
        self.env = {**os.environ, "PARLEY_DATA": str(hub.folder / "data"), "PYTHONDONTWRITEBYTECODE": "1"}
        self.faults: List[str] = []

    def run(self, commands: str) -> str:
        """What the commands of a page print, run with the programs of this machine on the hub of this test."""
        script = "\n".join(map(self.real, commands.splitlines()))
        done = self.shell("set -eu\n" + script, self.env)
        if done.returncode != 0:
            self.faults.append(f"{script} ended with {done.returncode}: {done.stderr.decode()[-2000:]}")
        return done.stdout.decode()

    def shell(self, script: str, env: Dict[str, str]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(script, shell=True, cwd=HOME, env=env, capture_output=True, timeout=SECONDS)

    def real(self, command: str) -> str:
        for shown, real in self.words.items():
            if command.startswith(shown):
                rest = command[len(shown) :]
                return real + (_example(rest) if "example" in shown else rest)
        return command.replace("./parley ", self.parley).replace("http://127.0.0.1:7420", self.url)

    def patterns(self) -> int:
        steps = STEP.findall((HOME / "docs/patterns.md").read_text())
        for commands, answer in steps:
            began = time.monotonic()
            said = self.run(commands)
            if not re.fullmatch(".*?".join(map(re.escape, answer.split("…"))), said, re.DOTALL):
                self.faults.append(f"{commands}answers\n{said}and not\n{answer}")
            print(f"pages: {commands.splitlines()[0]} ({time.monotonic() - began:.1f} s)", flush=True)
        for example in HOME.glob("examples/*/*.*"):
            if len(example.read_text().splitlines()) >= MAX_LINES:
                self.faults.append(f"{example} has {MAX_LINES} lines or more")
        return len(steps)

    def alone(self) -> int:
        """Whoever runs an example before a hub is told so in a sentence."""
        none = self.folder / "none"
        none.mkdir()
        (none / "parley.lock").write_text("")  # as a hub leaves it that has ended
        commands = [line for line in STEP.findall((HOME / "docs/patterns.md").read_text())[0][0].splitlines()]
        for command in commands:
            done = self.shell(self.real(command), {**self.env, "PARLEY_DATA": str(none)})
            said = done.stderr.decode()
            if done.returncode != 1 or said.count("\n") != 1 or "./parley serve" not in said:
                self.faults.append(f"{command} without a hub ends with {done.returncode}: {said}")
        return len(commands)

    def guide(self) -> int:
        programs = {language: (HOME / "clients/test" / name).read_text() for language, name in PROGRAMS.items()}
        snippets = SNIPPET.findall((HOME / "docs/guides/agent-authors.md").read_text())
        for language, snippet in snippets:
            if _plain(snippet) not in _plain(programs[language]):
                self.faults.append(f"{PROGRAMS[language]} does not have this of the guide:\n{snippet}")
        threading.Thread(target=self.answer_people, daemon=True).start()
        for name, how in {
            "GuideAgent.java": self.words["./parley example "],
            "guide_agent.py": "python3 ",
            "guide_agent.ts": self.words["node "] + "--experimental-strip-types ",
        }.items():
            tokens = {word.upper(): self.token(word) for word in ("alice", "bob")}
            self.env.update(tokens, PARLEY_URL=self.url)
            said = self.run(f"{how}clients/test/{name}")
            if not said.endswith("everything in the guide works\n"):
                self.faults.append(f"{name} says {said}")
        return len(snippets)

    def leaving(self) -> None:
        """Nobody waits for a worker that has stopped."""
        strips = self.words["node "] + "--experimental-strip-types "
        for name, how in {"leaving.py": "python3 ", "leaving.ts": strips}.items():
            self.env.update(TOKEN=self.token(name), PARLEY_URL=self.url)
            self.owner.create_task("once", target_agent=name, required_capabilities=["a"])
            self.run(f"{how}clients/test/{name}")
            task = self.owner.create_task("again", target_agent=name)
            why = self.owner.request("GET", f"/api/tasks/{task['task_id']}").get("waits_because")
            if why != f"it is for {name}, and no worker of that name is online":
                self.faults.append(f"{name} has stopped, but the next task waits because {why}")

    def token(self, agent: str) -> str:
        made = self.owner.request("POST", "/api/tokens", {"agent": agent, "role": "worker"})
        return str(made["token"])

    def answer_people(self) -> None:
        """Whoever is asked says yes."""
        person = Parley(self.url, self.owner.request("POST", "/api/tokens", {"person": "ann", "role": "person"})["token"])
        while True:
            for question in person.request("GET", "/api/questions", query={"wait": 5}, wait=5)["items"]:
                person.request("POST", f"/api/questions/{question['question_id']}/answer", {"choice": "yes"})


def _example(name: str) -> str:
    return "examples/java/" + "".join(word.capitalize() for word in name.split("-")) + ".java"


def _plain(code: str) -> str:
    """Code without its indentation, which is another in a program than on a page."""
    return "\n".join(line.strip() for line in textwrap.dedent(code).strip().splitlines())


def main() -> int:
    parser = argparse.ArgumentParser(description="runs what the pages of docs/ show")
    for name in ("jar", "java", "node", "hub"):
        parser.add_argument(f"--{name}", required=True)
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="parley-pages-"))
    hub = Hub(shlex.split(given.hub), folder)
    began = time.monotonic()
    try:
        hub.start()
        pages = Pages(given.java, given.jar, given.node, hub)
        steps, snippets = pages.alone() + pages.patterns(), pages.guide()
        pages.leaving()
    finally:
        hub.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"pages: {steps} steps and {snippets} snippets, {len(pages.faults)} faults; {time.monotonic() - began:.0f} s")
    for fault in pages.faults:
        print(f"FAULT {fault}")
    return 1 if pages.faults else 0


if __name__ == "__main__":
    sys.exit(main())
