"""A worker that stops after one task."""

import os
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from parley import Parley, Task

stop = threading.Event()


def last(task: Task) -> str:
    stop.set()
    return "done"


Parley(os.environ["PARLEY_URL"], os.environ["TOKEN"]).work(last, capabilities=["a", "b"], stop=stop)
