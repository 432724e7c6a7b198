"""The agents of an example: each is let in with a token of its own, as ``./parley token create`` does. The hub's address
and the owner's token are where ``./parley serve`` left them."""

import json
import os
import sys
import threading
from pathlib import Path
from typing import Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients" / "python"))

from parley import Parley, ParleyError

_data = Path(os.environ.get("PARLEY_DATA") or Path.home() / ".parley")
_lock = _data / "parley.lock"  # empty once its hub has ended
_nobody = f"no hub is running on {_data}; start one with ./parley serve"
if not _lock.exists() or not _lock.read_text().strip():
    sys.exit(_nobody)
_url = json.loads(_lock.read_text())["url"]
_owner = Parley(_url, (_data / "owner.token").read_text().strip(), patience=2)
try:
    _owner.request("GET", "/health")
except ParleyError:
    sys.exit(_nobody)


def agent(name: str) -> Parley:
    wanted = {"agent": name, "role": "worker", "expires_in_days": 1}
    return Parley(_url, _owner.request("POST", "/api/tokens", wanted)["token"], agent=name)


def start(loop: Callable[[], None]) -> None:
    """Runs an agent's loop beside the others, until the program ends."""
    threading.Thread(target=loop, daemon=True).start()
