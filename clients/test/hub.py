"""The real hub as a process that can be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import List, Optional

START_SECONDS = 60

#: The suite sends faster than agents do.
SETTINGS = ["limits.pair-rate=0", "limits.agent-rate=0"]


class Hub:
    """
    :param command: what runs Parley, such as ./parley
    """

    def __init__(self, command: List[str], folder: Path) -> None:
        self.command = command
        self.folder = folder
        self.kills = 0
        self.port = 0
        self._process: Optional[subprocess.Popen[bytes]] = None

    def start(self) -> None:
        """Starts it, on the port that it had before, and waits until it listens."""
        log = self.folder / "hub.log"
        begun = log.stat().st_size if log.exists() else 0
        command = self.command + ["serve", "--data", str(self.folder / "data")]
        command += ["--port", str(self.port)] + [word for s in SETTINGS for word in ("--set", s)]
        env = {name: value for name, value in os.environ.items() if not name.startswith("PARLEY_") or "JAVA" in name}
        with log.open("ab") as out:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=env)
        deadline = time.monotonic() + (START_SECONDS if self.port else 10 * START_SECONDS)  # the first time it is built
        while True:
            said = log.read_bytes()[begun:].decode()
            listening = re.search(r"listening on http://127\.0\.0\.1:(\d+)", said)
            if listening:
                self.port = int(listening.group(1))
                return
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"the hub does not start:\n{said}")
            time.sleep(0.01)

    def owner(self) -> str:
        return (self.folder / "data" / "owner.token").read_text().strip()

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self.kills += 1

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
