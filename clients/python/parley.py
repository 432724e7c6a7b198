"""Parley for Python: one file, no dependencies, Python 3.9 or newer. Copy it beside your program.

An agent in ten lines::

    from parley import Message, Parley

    hub = Parley("http://127.0.0.1:7420", token="pa_...", agent="bob")

    def answer(message: Message) -> str:
        print(message.sender, "says", message.text)
        return "You said: " + message.text  # sent as the reply; None sends nothing

    hub.inbox(answer)  # for ever, also over restarts of the hub

A worker in as many::

    def review(task: Task) -> object:
        task.progress("reading")
        return {"verdict": "fine", "attempt": task.attempt}

    hub.work(review, capabilities=["python"])

Events::

    hub.publish("data.ready", {"rows": 3})  # on the topic agent.bob.data.ready
    hub.subscribe(lambda event: print(event.type, event.data), ["agent.*.data.ready", "agent.monitor.**"])

What holds for every call:

- It can be repeated without being done twice, and is repeated while the hub is away or busy, for ``patience``
  seconds. Ids are made before the first try.
- What the hub refuses is a :class:`ParleyError` with a stable ``code``, a sentence, and ``recoverable``.
- A :class:`Parley` may be used by many threads. Every call blocks until it has its answer.
"""

from __future__ import annotations

import http.client
import json
import logging
import math
import random
import socket
import threading
import time
import uuid
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, TypeVar, Union
from urllib.parse import quote, urlencode, urlsplit

__all__ = [
    "Event",
    "Fail",
    "LeaseLost",
    "Message",
    "Parley",
    "ParleyError",
    "Reject",
    "Release",
    "Sent",
    "Task",
    "TaskFailed",
]

Json = Dict[str, Any]
T = TypeVar("T")

_log = logging.getLogger("parley")

_ANSWER_SECONDS = 20.0  # how long one try may take, beyond what it asks the hub to wait
_MAX_WAIT = 55  # the longest wait that a hub grants
_SILENCE_SECONDS = 90.0  # longer than any hub's stream is silent
_GOODBYE_SECONDS = 2.0  # a hub that is away longer forgets a worker by itself
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
_PASSING = frozenset((408, 429, 502, 503, 504, 507))  # about the moment, not about the request
_LEASE_OVER = frozenset(("stale-lease", "task-ended", "run-ended", "unknown-task"))
_UNSENDABLE = frozenset(("body-size", "json-depth", "bad-json", "bad-request", "bad-value", "conflicting-fields"))
_CHANCES = 10  # how often one message is tried again while a hub breaks, or something else answers in its place
_MAX_MOVED = 1 << 20  # nothing larger is a payload that was moved out of the log; it is a file
_SUMMARY = 280
_REMEMBERED = 10_000

#: What answers what; any other message is answered with a ``message``.
_ANSWERS = {
    "QUERY": "ANSWER",
    "clarification_request": "clarification_reply",
    "status_check": "status_reply",
    "DELEGATE": "REPORT",
    "intent_brief": "result_bundle",
    "REQUEST_USER_INPUT": "USER_RESPONSE",
}

#: Under which name a kind's payload holds its text.
_TEXT_FIELDS = {"QUERY": "question", "ANSWER": "answer", "DELEGATE": "task", "REPORT": "result"}


class ParleyError(Exception):
    """What went wrong: compare ``code``, show ``message``; ``recoverable`` says whether the same may succeed later."""

    def __init__(
        self,
        code: str,
        message: str,
        recoverable: bool = False,
        status: int = 0,
        body: Optional[Json] = None,
        retry_after: float = 0.0,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.recoverable = recoverable
        self.status = status
        self.body: Json = body or {}
        self.retry_after = retry_after

    @property
    def is_strangers(self) -> bool:
        """Whether something that is no hub, such as a proxy before it, has answered: it says nothing about what was
        asked."""
        return self.code.startswith("http-") or (self.code == "bad-json" and not self.status)


class TaskFailed(ParleyError):
    """The task ended without a result: ``task-failed``, ``task-rejected`` or ``task-cancelled``."""

    def __init__(self, task: Json) -> None:
        reason = task.get("reason") or f"the task is {task['state']}"
        super().__init__(f"task-{task['state']}", reason, body=task)
        self.task = task


class LeaseLost(ParleyError):
    """The task is no longer this worker's: stop working on it."""

    def __init__(self, message: str, code: str = "stale-lease") -> None:
        super().__init__(code, message, status=409)


class Fail(Exception):
    """Raise it in a handler: the task has failed; with ``retry`` another worker may try."""

    def __init__(self, reason: str, retry: bool = False) -> None:
        super().__init__(reason)
        self.retry = retry


class Reject(Exception):
    """Raise it in a handler: nobody should do this task."""


class Release(Exception):
    """Raise it in a handler: the task goes back untouched, for another worker."""


@dataclass(frozen=True)
class Sent:
    """Where a message stands; ``duplicate`` when it had been sent before."""

    message_id: str
    run_id: str
    seq: int
    duplicate: bool


@dataclass(frozen=True)
class Message:
    """A message as its reader sees it; ``raw`` has every field."""

    raw: Json = field(repr=False)
    attempt: int = 1
    position: int = 0

    @property
    def id(self) -> str:
        return str(self.raw["message_id"])

    @property
    def run_id(self) -> str:
        return str(self.raw["run_id"])

    @property
    def seq(self) -> int:
        return int(self.raw["seq"])

    @property
    def sender(self) -> str:
        return str(self.raw["from_agent"])

    @property
    def kind(self) -> str:
        return str(self.raw["kind"])

    @property
    def act(self) -> str:
        """What it does, whatever its kind is called: say, ask, answer, assign, result, system, ..."""
        return str(self.raw["act"])

    @property
    def parent_id(self) -> Optional[str]:
        """The message that this is a reply to."""
        parent: Optional[str] = self.raw.get("parent_id")
        return parent

    @property
    def expects_reply(self) -> bool:
        return bool(self.raw.get("expects_reply"))

    @property
    def text(self) -> str:
        """What it says: its text parts, else the text in its payload, else its summary."""
        parts = [p["content"] for p in self.raw.get("parts") or () if p.get("type") == "text"]
        if parts:
            return "\n".join(parts)
        payload = self.raw.get("payload") or {}
        for name in (_TEXT_FIELDS.get(self.kind), "choice", "answer", "decision"):
            if name and isinstance(payload.get(name), str):
                return str(payload[name])
        return str(self.raw.get("summary", ""))

    @property
    def payload(self) -> Json:
        """Its data: the payload, or the first data part of a direct message."""
        payload: Json = self.raw.get("payload") or {}
        if payload:
            return payload
        for part in self.raw.get("parts") or ():
            if part.get("type") == "data" and isinstance(part.get("content"), dict):
                found: Json = part["content"]
                return found
        return {}

    @property
    def may_be_answered(self) -> bool:
        """Whether a handler's return value is sent: replies that expect nothing never are, so no two agents can
        keep answering each other's answers."""
        if self.act == "system":
            return False
        return self.expects_reply or (self.parent_id is None and self.act in ("say", "ask", "assign"))


@dataclass(frozen=True)
class Event:
    """Something that was published; ``raw`` is the whole frame."""

    raw: Json = field(repr=False)

    @property
    def topic(self) -> str:
        """Its full name, such as ``agent.alice.data.ready``."""
        return str(self.raw["event_type"])

    @property
    def publisher(self) -> str:
        """The agent that published it, or ``user``."""
        return str(self.raw["data"]["agent"])

    @property
    def type(self) -> str:
        """The publisher's own word for it, such as ``data.ready``."""
        return str(self.raw["data"]["event_type"])

    @property
    def data(self) -> Json:
        data: Json = self.raw["data"].get("data") or {}
        return data


class Parley:
    """A hub, seen by one agent.

    :param agent: the name that the token belongs to; only :meth:`inbox` needs it
    :param instance: which running copy of the agent this is, where there are several
    :param patience: for how many seconds a call is repeated while the hub is away or busy
    """

    def __init__(
        self,
        url: str,
        token: str,
        agent: Optional[str] = None,
        instance: Optional[str] = None,
        patience: float = 30.0,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"a hub's address is http://host:port or https://..., not {url}")
        self.url = url.rstrip("/")
        self.agent = agent
        self.patience = patience
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._prefix = parts.path.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
        if instance:
            self._headers["X-Parley-Instance"] = instance
        self._local = threading.local()
        self._talks: Dict[str, str] = {}
        self._asked = _Recent()

    # -- messages

    def send(
        self,
        to: str,
        text: str = "",
        payload: Optional[Mapping[str, Any]] = None,
        *,
        run: Optional[str] = None,
        kind: str = "message",
        message_id: Optional[str] = None,
        **fields: Any,
    ) -> Sent:
        """Sends a message; when this returns, the hub has it on disk.

        Without ``run`` it goes to the standing conversation of the two agents. With one, ``kind`` and every other
        field of a message (``requires_ack``, ``priority``, ``parent_id``, ...) may be given. Choose ``message_id``
        yourself where your program may crash and send again.
        """
        message_id = message_id or _mint("msg")
        if run is not None:
            return self._post(run, to, kind, text, payload, message_id, fields)
        if kind != "message" or fields:
            raise ValueError("a message without a run has no kind and no further fields: name its run")
        parts: List[Json] = [{"type": "text", "content": text}] if text or not payload else []
        if payload:
            parts.append({"type": "data", "content": dict(payload)})
        data = {"to_agent": to, "message_id": message_id, "message": {"parts": parts}}
        answer = self.request("POST", "/api/messages", {"event_type": f"message.to.{to}", "data": data})
        return _sent(answer, answer["run_id"])

    def ask(
        self,
        to: str,
        question: str,
        timeout: Optional[float] = None,
        payload: Optional[Mapping[str, Any]] = None,
        *,
        run: Optional[str] = None,
        message_id: Optional[str] = None,
    ) -> Message:
        """Asks another agent and waits for its answer, over restarts of the hub.

        Raises :class:`ParleyError` ``no-answer`` after ``timeout`` seconds (ten minutes unless given), or when the hub
        gives up. With a ``message_id`` of your own, asking the same again, also from another process after a crash,
        waits for the same answer.
        """
        limit = 600.0 if timeout is None else timeout
        fields: Json = {"expects_reply": True}
        if timeout is not None and message_id is None:
            fields["deadline_at"] = round(time.time() + timeout, 3)
        return self._ask(run, to, "QUERY", question, payload, message_id, fields, limit)

    def ask_person(
        self,
        question: str,
        choices: Optional[Iterable[str]] = None,
        timeout: Optional[float] = None,
        *,
        context: Optional[str] = None,
        run: Optional[str] = None,
        message_id: Optional[str] = None,
    ) -> str:
        """Asks the people of this space and waits for what one of them answers: free text, or one of ``choices``.

        Without ``timeout`` for as long as it takes. ``message_id`` as in :meth:`ask`.
        """
        payload = _question(choices, context)
        return self._ask(run, "user", "REQUEST_USER_INPUT", question, payload, message_id, {}, timeout).text

    def _ask(
        self,
        run: Optional[str],
        to: str,
        kind: str,
        question: str,
        payload: Optional[Mapping[str, Any]],
        message_id: Optional[str],
        fields: Json,
        timeout: Optional[float],
    ) -> Message:
        mine = message_id or _mint("ask")
        place = run or self._talk(to, message_id)
        self._asked.add((place, mine))
        try:
            sent = self._post(place, to, kind, question, payload, mine, fields)
            return self._reply_to(sent, timeout)
        except ParleyError as problem:
            self._asked.discard((place, mine))  # an answer that comes after all is a message like any other
            if run is not None or problem.code != "run-ended" or self._talks.pop(to, None) is None:
                raise
        return self._ask(None, to, kind, question, payload, message_id, fields, timeout)

    def reply(
        self,
        message: Message,
        text: str = "",
        payload: Optional[Mapping[str, Any]] = None,
        *,
        kind: Optional[str] = None,
        message_id: Optional[str] = None,
        **fields: Any,
    ) -> Sent:
        """Answers a message, in its run and with the kind that fits."""
        kind = kind or _ANSWERS.get(message.kind, "message")
        fields["parent_id"] = message.id
        return self._post(
            message.run_id, message.sender, kind, text, payload, message_id or _mint("msg"), fields
        )

    def ack(self, message: Message) -> None:
        """Says that a message has arrived; the inbox loop does so by itself."""
        body = {"agent_id": self._name(), "message_id": message.id}
        self.request("POST", f"/api/runs/{_q(message.run_id)}/ack", body)

    def inbox(
        self,
        handler: Callable[[Message], object],
        *,
        wait: int = 20,
        stop: Optional[threading.Event] = None,
    ) -> None:
        """Gives every message for this agent, in order, to the handler; for ever, or until ``stop`` is set.

        Each is given once; again only if this process dies before it has handled it (``message.attempt`` counts what
        the hub knows of). What the handler returns is sent as the reply: a text, or a mapping as payload. Replies are
        given to the handler too, but nothing that it returns for them is sent, so that agents cannot answer each
        other for ever; those to an :meth:`ask` of this object go to the asker only. An exception of the handler is
        logged, and told to whoever expects a reply. What the hub refuses about one message, such as a reply in a run
        that is paused or over, is logged and not sent later; the next message is not to blame.
        """
        stop = stop or threading.Event()
        path = f"/api/agents/{_q(self._name())}/inbox"
        seen = _Recent()
        after: Optional[int] = None
        while not stop.is_set():
            query = {"wait": min(wait, _MAX_WAIT), "after": after}
            try:
                page = self._patiently(lambda: self.request("GET", path, query=query, wait=wait), stop)
            except ParleyError as problem:
                if problem.code != "cursor-ahead" or after is None:
                    raise
                after = None  # the hub was restored from a backup: it knows where we stood then
                continue
            for item in page["items"] if page else ():
                if stop.is_set():
                    return
                message = Message(item["message"], item["attempt"], item["position"])
                after = message.position
                done = {"position": after}
                commit = lambda: self.request("POST", path + "/commit", done)
                try:
                    self._handle(handler, message, seen, stop)
                    self._unless_refused(commit, "committed", message, stop)
                except _Stopped:
                    return

    def _handle(
        self,
        handler: Callable[[Message], object],
        message: Message,
        seen: _Recent,
        stop: threading.Event,
    ) -> None:
        is_answer = message.parent_id is not None and not message.expects_reply
        is_awaited = is_answer and (message.run_id, message.parent_id or "") in self._asked
        answer: object = None
        if not is_awaited and seen.add((message.run_id, message.id)):
            raw = self._unless_refused(lambda: self._whole(message.raw), "read whole", message, stop)
            answer = self._dealt(handler, replace(message, raw=raw)) if raw is not None else None
        is_answered = (
            answer is not None
            and message.may_be_answered
            and self._unless_refused(lambda: self._answer(message, answer), "answered", message, stop)
        )
        if message.raw.get("requires_ack") and not is_answered:
            self._unless_refused(lambda: self.ack(message), "acked", message, stop)

    def _dealt(self, handler: Callable[[Message], object], message: Message) -> object:
        try:
            return handler(message)
        except Exception as broken:  # whatever it is, the next message is not to blame
            _log.exception("the handler failed for message %s of %s", message.id, message.run_id)
            return f"failed: {type(broken).__name__}: {broken}" if message.expects_reply else None

    def _answer(self, message: Message, answer: object) -> bool:
        """One answer to each message, also when a process died after it and its successor answers otherwise."""
        payload = answer if isinstance(answer, Mapping) else None
        text = "" if payload is not None else str(answer)
        try:
            self.reply(message, text, payload, message_id="re_" + message.id[-120:])
        except ParleyError as problem:
            if problem.code != "message-id-conflict":
                raise
        return True

    def _unless_refused(
        self, call: Callable[[], T], what: str, about: Message, stop: threading.Event
    ) -> Optional[T]:
        """Goes on while the hub is away or busy. What is refused is noted and not tried again, since the next message
        is not to blame; a hub that breaks, and whatever else answers in its place, has a few more chances."""
        failures = 0
        while True:
            try:
                return call()
            except ParleyError as problem:
                refused: Exception = problem
                is_away = problem.recoverable and problem.status in _PASSING
                may_pass = (problem.code == "internal" or problem.is_strangers) and failures < _CHANCES
                if is_away or may_pass:
                    if stop.wait(max(problem.retry_after, _pause(failures))):
                        raise _Stopped() from problem
                    failures += 1
                    continue
            except Exception as broken:  # it cannot be written as JSON
                refused = broken
            _log.warning("message %s of %s cannot be %s: %s", about.id, about.run_id, what, refused)
            return None

    # -- tasks

    def create_task(self, message: str, *, key: Optional[str] = None, **options: Any) -> Json:
        """Queues work: ``target_agent``, ``required_capabilities``, ``priority``, ``deadline_seconds``, ... as options.

        Returns the task with its ``task_id``. Choose ``key`` yourself where your program may crash and create again.
        """
        body = {"message": message, **options}
        return self.request("POST", "/api/tasks", body, key=key or _mint("key"))

    def wait_task(self, task_id: str, timeout: Optional[float] = None) -> Json:
        """The task once it is over, or as it stands after ``timeout`` seconds."""
        deadline = _deadline(timeout)
        while True:
            wait = _slice(deadline)
            path, query = f"/api/tasks/{_q(task_id)}", {"wait": wait}
            task = self._patiently(lambda: self.request("GET", path, query=query, wait=wait), None, deadline)
            assert task is not None
            if task.get("ended_at") is not None or time.monotonic() >= deadline:
                return task

    def do_task(
        self, message: str, timeout: Optional[float] = None, *, key: Optional[str] = None, **options: Any
    ) -> Any:
        """Queues work, waits, and returns what the worker returned; :class:`TaskFailed` when there is no result."""
        task = self.wait_task(str(self.create_task(message, key=key, **options)["task_id"]), timeout)
        if task["state"] == "completed":
            result = self._whole(task.get("result") or {}, task.get("result") or {})
            return result.get("result", result)
        if task.get("ended_at") is not None:
            raise TaskFailed(task)
        waits = task.get("waits_because") or f"the task is {task['state']}"
        raise ParleyError("no-answer", f"no result in time: {waits}", True, body=task)

    def claim(
        self,
        capabilities: Iterable[str] = (),
        *,
        lease_seconds: int = 60,
        wait: int = 0,
        task_id: Optional[str] = None,
        key: Optional[str] = None,
    ) -> Optional[Task]:
        """The next task that this worker may do, or None. Call its :meth:`Task.heartbeat`, or use :meth:`work`.

        The same ``key`` again returns the same lease: what was claimed is not lost with the answer.
        """
        wait = min(wait, _MAX_WAIT)
        body: Json = {"capabilities": sorted(capabilities), "lease_seconds": lease_seconds, "wait": wait}
        if task_id is not None:
            body["task_id"] = task_id
        given = self.request("POST", "/api/tasks/claim", body, wait=wait, key=key or _mint("key"))
        if given.get("task") is None:
            return None
        return Task(self, self._whole(given["task"], given["task"]), given["lease"])

    def work(
        self,
        handler: Callable[[Task], object],
        capabilities: Iterable[str] = (),
        *,
        concurrency: int = 1,
        lease_seconds: int = 60,
        wait: int = 20,
        stop: Optional[threading.Event] = None,
    ) -> None:
        """Claims tasks and gives each to the handler; for ever, or until ``stop`` is set.

        What the handler returns is the result. It may raise :class:`Reject`, :class:`Release` or :class:`Fail`; any
        other exception fails the task so that it is tried again, up to its ``max_attempts``. The lease is kept by a
        heartbeat; if it is lost nevertheless, ``task.cancelled`` is set and the result is thrown away. Once it stops, it
        does not count among the workers online any longer.
        """
        halt = stop or threading.Event()
        words = sorted(capabilities)
        broken: List[BaseException] = []

        def loop() -> None:
            try:
                while not halt.is_set():
                    key = _mint("key")
                    task = self._patiently(
                        lambda: self.claim(words, lease_seconds=lease_seconds, wait=wait, key=key), halt
                    )
                    if task is not None:
                        self._perform(handler, task, halt)
            except BaseException as problem:
                broken.append(problem)
                halt.set()

        others = [threading.Thread(target=loop, daemon=True) for _ in range(concurrency - 1)]
        for other in others:
            other.start()
        loop()
        for other in others:
            other.join()
        self._leave(words)
        if broken:
            raise broken[0]

    def _leave(self, capabilities: List[str]) -> None:
        """Says that this worker claims nothing more, so that nobody waits for it."""
        body = json.dumps({"capabilities": capabilities}).encode()
        headers = {**self._headers, "Content-Type": "application/json"}
        try:
            self._once("POST", self._prefix + "/api/tasks/leave", body, headers, _GOODBYE_SECONDS)
        except ParleyError as away:
            _log.debug("the hub does not know that this worker has left: %s", away)

    def _perform(self, handler: Callable[[Task], object], task: Task, halt: threading.Event) -> None:
        with task:
            last: Callable[[], object]
            try:
                if halt.is_set():
                    raise Release("the worker stops")
                result = handler(task)
                last = lambda: task.complete(result)
            except LeaseLost:
                return
            except Reject as no:
                reason = str(no)
                last = lambda: task.reject(reason)
            except Release as back:
                reason = str(back)
                last = lambda: task.release(reason)
            except Fail as bad:
                reason, retry = str(bad), bad.retry
                last = lambda: task.fail(reason, retry)
            except Exception as broken:
                _log.exception("the handler failed for task %s", task.id)
                reason = f"{type(broken).__name__}: {broken}"
                last = lambda: task.fail(reason, True)
            self._settle(task, last, halt)

    def _settle(self, task: Task, last: Callable[[], object], halt: threading.Event) -> None:
        """The last word is repeated until the hub has it, or does not want it any more. What can never be sent fails
        the task; whatever else is said, by the hub or by what stands before it, is not about what came of it."""
        failures, is_instead = 0, False
        while True:
            try:
                last()
                return
            except ParleyError as problem:
                if isinstance(problem, LeaseLost) or problem.code == "message-id-conflict":
                    _log.warning("task %s is no longer this worker's; what came of it is thrown away", task.id)
                    return
                if not _is_unsendable(problem):
                    is_passing = problem.recoverable or problem.is_strangers
                    if problem.code == "unauthenticated" or (halt.is_set() and not is_passing):
                        _log.error("what came of task %s is not delivered: %s", task.id, problem)
                        return
                    _log.warning("what came of task %s is not taken: %s; trying again", task.id, problem)
                    task.cancelled.wait(max(problem.retry_after, _pause(failures)))
                    failures += 1
                    continue
                refused: Exception = problem
            except Exception as broken:  # it cannot be written as JSON
                refused = broken
            _log.warning("what came of task %s cannot be sent: %s", task.id, refused)
            if is_instead:
                return
            is_instead, reason = True, f"what came of it cannot be sent: {refused}"
            last = lambda: task.fail(reason)

    # -- events

    def publish(
        self, event_type: str, data: Optional[Mapping[str, Any]] = None, *, key: Optional[str] = None
    ) -> Json:
        """Publishes an event for whoever follows its topic, ``agent.NAME.EVENT_TYPE``; the answer has its ``topic``
        and ``position``. Choose ``key`` yourself where your program may crash and publish again."""
        body = {"event_type": event_type, "data": dict(data or {})}
        return self.request("POST", "/api/events", body, key=key or _mint("key"))

    def subscribe(
        self,
        handler: Callable[[Event], object],
        topics: Union[str, Iterable[str]],
        *,
        name: Optional[str] = None,
        from_start: bool = False,
        ready: Optional[Callable[[], object]] = None,
        missed: Optional[Callable[[], object]] = None,
        wait: int = 20,
        stop: Optional[threading.Event] = None,
    ) -> None:
        """Gives every event on these topics, in the order in which they were published, to the handler; for ever, or
        until ``stop`` is set. In a topic ``*`` is any one word and ``**`` any number of them.

        Without ``name`` from now on, and each event once. With one the hub keeps the place: what is published while
        nobody is there comes later, each event at least once; ``from_start`` begins with the oldest that is kept.
        ``ready`` is called when nothing that is published is missed any more, ``missed`` when the hub has let events
        go before they could be read. An exception of the handler is logged.
        """
        patterns = [topics] if isinstance(topics, str) else list(topics)
        halt = stop or threading.Event()

        def deal(event: Event) -> None:
            try:
                handler(event)
            except Exception:  # whatever it is, the next event is not to blame
                _log.exception("the handler failed for an event on %s", event.topic)

        def lack() -> None:
            _log.warning("events on %s were let go before they could be read", ", ".join(patterns))
            if missed is not None:
                missed()

        if name is None:
            self._follow(deal, patterns, ready or (lambda: None), lack, halt)
            return
        path = f"/api/subscriptions/{_q(name)}"
        wanted = {"topics": patterns, "from": "start" if from_start else "now"}
        if self._patiently(lambda: self.request("PUT", path, wanted), halt) is not None:
            if ready is not None:
                ready()
            self._follow_kept(deal, path, lack, min(wait, _MAX_WAIT), halt)

    def unsubscribe(self, name: str) -> None:
        """Ends a subscription that the hub keeps."""
        self.request("DELETE", f"/api/subscriptions/{_q(name)}")

    def _follow_kept(
        self,
        deal: Callable[[Event], None],
        path: str,
        lack: Callable[[], None],
        wait: int,
        halt: threading.Event,
    ) -> None:
        after: Optional[int] = None
        while not halt.is_set():
            query = {"wait": wait, "after": after}
            try:
                page = self._patiently(lambda: self.request("GET", path, query=query, wait=wait), halt)
            except ParleyError as problem:
                if problem.code != "cursor-ahead" or after is None:
                    raise
                after = None  # the hub was restored from a backup: it knows where we stood then
                continue
            if page and page["missed"]:
                lack()
            for item in page["items"] if page else ():
                if halt.is_set():
                    return
                deal(Event(item["event"]))
                after = item["position"]
                done = {"position": after}
                self._patiently(lambda: self.request("POST", path + "/commit", done), halt)

    def _follow(
        self,
        deal: Callable[[Event], None],
        patterns: List[str],
        ready: Callable[[], object],
        lack: Callable[[], None],
        halt: threading.Event,
    ) -> None:
        place: Optional[str] = None
        is_ready, barren = False, 0
        while not halt.is_set():
            try:
                stream = self._patiently(lambda: self._stream(patterns, place), halt)
            except ParleyError as problem:
                if problem.code != "cursor-ahead" or place is None:
                    raise
                place = None  # the hub was restored from a backup: what we saw is not its past
                lack()
                continue
            barren += 1
            for name, at, data in stream.until(halt) if stream else ():
                barren = 0
                place = at or place
                if not is_ready:
                    is_ready = True
                    ready()
                if name == "reset":
                    lack()
                elif name == "event":
                    deal(Event(_object(data.encode())))
                if halt.is_set():
                    return
            halt.wait(_pause(barren))

    def _stream(self, patterns: List[str], place: Optional[str]) -> _Stream:
        connection = self._connection(_SILENCE_SECONDS)
        headers = {**self._headers, "Accept": "text/event-stream"}
        if place is not None:
            headers["Last-Event-ID"] = place
        target = f"{self._prefix}/api/events?{urlencode([('topic', topic) for topic in patterns])}"
        try:
            connection.request("GET", target, headers=headers)
            response = connection.getresponse()
            if response.status == 200:
                return _Stream(connection, response)
            problem = _problem(response.status, response.read(), response.headers.get("Retry-After"))
        except (OSError, http.client.HTTPException) as away:
            problem = self._unreachable(away)
        connection.close()
        raise problem

    # -- what all of it is made of

    def request(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        *,
        query: Optional[Mapping[str, Any]] = None,
        wait: float = 0.0,
        key: Optional[str] = None,
    ) -> Json:
        """Any other call of the hub (its docs/http.md has them all): JSON in, JSON out, repeated while that may help.

        :param wait: how long the hub was asked to wait
        :param key: an Idempotency-Key; give one to every POST that creates something
        """
        given = {name: value for name, value in (query or {}).items() if value is not None}
        target = self._prefix + path + ("?" + urlencode(given) if given else "")
        headers = dict(self._headers)
        data: Optional[bytes] = None
        if body is not None:
            data = json.dumps(body, allow_nan=False).encode()
            headers["Content-Type"] = "application/json"
        if key:
            headers["Idempotency-Key"] = key
        began, failures = time.monotonic(), 0
        while True:
            try:
                return self._once(method, target, data, headers, _ANSWER_SECONDS + wait)
            except ParleyError as problem:
                pause = max(problem.retry_after, _pause(failures))
                is_passing = problem.recoverable and problem.status in _PASSING
                if not is_passing or time.monotonic() + pause - began > self.patience:
                    raise
                failures += 1
                time.sleep(pause)

    def _once(
        self, method: str, target: str, data: Optional[bytes], headers: Dict[str, str], seconds: float
    ) -> Json:
        kept: Optional[http.client.HTTPConnection] = getattr(self._local, "connection", None)
        self._local.connection = None
        try:
            try:
                return self._exchange(kept, method, target, data, headers, seconds)
            except (http.client.RemoteDisconnected, ConnectionError):
                if kept is None:
                    raise
                return self._exchange(None, method, target, data, headers, seconds)  # it was idle too long
        except (OSError, http.client.HTTPException) as away:
            raise self._unreachable(away) from away

    def _unreachable(self, away: Exception) -> ParleyError:
        reason = f"the hub at {self.url} cannot be reached: {away or type(away).__name__}"
        return ParleyError("unreachable", reason, True, 503)

    def _connection(self, seconds: float) -> http.client.HTTPConnection:
        make = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        return make(self._host, self._port, timeout=seconds)

    def _exchange(
        self,
        connection: Optional[http.client.HTTPConnection],
        method: str,
        target: str,
        data: Optional[bytes],
        headers: Dict[str, str],
        seconds: float,
    ) -> Json:
        if connection is None:
            connection = self._connection(seconds)
        elif connection.sock is not None:
            connection.sock.settimeout(seconds)
        try:
            connection.request(method, target, data, headers)
            response = connection.getresponse()
            content = response.read()
        except BaseException:
            connection.close()
            raise
        self._local.connection = connection
        if 200 <= response.status < 300:
            answer: Json = _object(content)
            return answer
        raise _problem(response.status, content, response.headers.get("Retry-After"))

    def close(self) -> None:
        """Closes this thread's connection; the next call opens another."""
        connection: Optional[http.client.HTTPConnection] = getattr(self._local, "connection", None)
        self._local.connection = None
        if connection is not None:
            connection.close()

    def __enter__(self) -> Parley:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _patiently(
        self,
        call: Callable[[], T],
        stop: Optional[threading.Event],
        deadline: float = math.inf,
    ) -> Optional[T]:
        """Goes on where one call's patience ends: a loop outlives any absence of the hub. None once stopped."""
        failures = 0
        while True:
            try:
                return call()
            except ParleyError as problem:
                pause = max(problem.retry_after, _pause(failures))
                may_pass = problem.recoverable or problem.is_strangers
                if not may_pass or time.monotonic() + pause > deadline:
                    raise
                failures += 1
                _log.warning("%s; trying again", problem)
                if stop is None:
                    time.sleep(pause)
                elif stop.wait(pause):
                    return None

    def _post(
        self,
        run: str,
        to: str,
        kind: str,
        text: str,
        payload: Optional[Mapping[str, Any]],
        message_id: str,
        fields: Mapping[str, Any],
    ) -> Sent:
        body: Json = {"message_id": message_id, "to_agent": to, "kind": kind, **fields}
        body["summary"] = _one_line(text)
        named = _TEXT_FIELDS.get(kind)
        body["payload"] = {**({named: text} if named and text else {}), **(payload or {})}
        if text and not named:
            body["parts"] = [{"type": "text", "content": text}]
        return _sent(self.request("POST", f"/api/runs/{_q(run)}/messages", body), run)

    def _talk(self, to: str, message_id: Optional[str]) -> str:
        """The run in which this object asks the other; a question with an id of its own has its own run."""
        if message_id is None:
            known = self._talks.get(to)
            if known is not None:
                return known
        others = {name: name for name in (self.agent, to) if name and name != "user"}
        body = {"protocol": "open", "participants": others}
        key = _mint("key") if message_id is None else "ask_" + message_id[-120:]
        run = str(self.request("POST", "/api/runs", body, key=key)["run_id"])
        if message_id is None:
            self._talks[to] = run
        return run

    def _is_running(self, run: str) -> bool:
        return self.request("GET", f"/api/runs/{_q(run)}", query={"limit": 1})["status"] in ("running", "waiting")

    def _reply_to(self, sent: Sent, timeout: Optional[float], task: Optional[Task] = None) -> Message:
        path = f"/api/runs/{_q(sent.run_id)}/messages"
        deadline, after = _deadline(timeout), sent.seq
        while True:
            if task is not None:
                task.check()
            wait = _slice(deadline)
            query = {"after": after, "wait": wait}
            page = self._patiently(lambda: self.request("GET", path, query=query, wait=wait), None, deadline)
            assert page is not None
            for raw in page["items"]:
                after = raw["seq"]
                message = Message(raw)
                if message.parent_id != sent.message_id or message.act in ("ack", "progress") or message.expects_reply:
                    continue
                if message.act == "system":
                    raise ParleyError("no-answer", message.text, True, body=raw)
                return Message(self._whole(raw))
            if any(raw["act"] == "system" for raw in page["items"]) and not self._is_running(sent.run_id):
                raise ParleyError("no-answer", f"run {sent.run_id} has ended")
            if time.monotonic() >= deadline:
                raise ParleyError("no-answer", f"no answer to {sent.message_id} within {timeout} seconds", True)

    def _whole(self, raw: Json, into: Optional[Json] = None) -> Json:
        """With a payload that was too large for the log fetched from where it is kept."""
        ref = raw.get("payload_ref")
        if not ref or (into is None and ref["size"] > _MAX_MOVED):
            return raw
        try:
            payload = self.request("GET", f"/api/blobs/{_q(ref['blob_id'])}")
        except ParleyError as problem:
            if problem.code != "bad-json":
                raise
            return raw  # a file, to be fetched by whoever wants it
        return {**raw, "payload": payload} if into is None else {**raw, **payload}

    def _name(self) -> str:
        if not self.agent:
            raise ValueError('whose inbox? Parley(url, token, agent="...") needs the name that the token belongs to')
        return self.agent


class Task:
    """A task that this worker holds. ``cancelled`` is set when it no longer does: stop then."""

    def __init__(self, hub: Parley, raw: Json, lease: Json) -> None:
        self.raw = raw
        self.id = str(raw["task_id"])
        self.run_id = str(raw["run_id"])
        self.message = str(raw.get("message", ""))
        self.attempt = int(raw["attempt"])
        self.fence = int(lease["fence"])
        self.lease_seconds = float(lease["seconds"])
        self.cancelled = threading.Event()
        self._hub = hub
        self._over = threading.Event()

    def progress(self, text: str = "", **data: Any) -> None:
        """Tells whoever wants it done how it goes; ``artifact=...`` hands over a piece of the result."""
        self._do("progress", {"message": text, "message_id": _mint("msg"), **data})

    def ask(
        self,
        question: str,
        choices: Optional[Iterable[str]] = None,
        timeout: Optional[float] = None,
        *,
        context: Optional[str] = None,
    ) -> str:
        """Asks a person and waits; meanwhile the task needs input."""
        mine = _mint("ask")
        self._hub._asked.add((self.run_id, mine))
        body = {**_question(choices, context), "question": question, "message_id": mine}
        return self._hub._reply_to(_sent(self._do("ask", body), self.run_id), timeout, self).text

    def complete(self, result: object = None) -> None:
        """Ends it with a result, which is taken once however often it is sent."""
        self._do("complete", {"result": result})

    def fail(self, reason: str, retry: bool = False) -> None:
        """It cannot be done; with ``retry`` another may try."""
        self._do("fail", {"reason": reason[:1000], "retry": retry})

    def reject(self, reason: str) -> None:
        """It should not be done by anybody."""
        self._do("reject", {"reason": reason[:1000]})

    def release(self, reason: str = "") -> None:
        """Gives it back untouched."""
        self._do("release", {"reason": reason[:1000] or "released"})

    def heartbeat(self) -> None:
        """Keeps the lease; :meth:`Parley.work` and ``with task:`` do so by themselves."""
        self._do("heartbeat", {})

    def check(self) -> None:
        """Raises :class:`LeaseLost` when the task is no longer this worker's."""
        if self.cancelled.is_set():
            raise LeaseLost(f"task {self.id} is no longer this worker's")

    def _do(self, deed: str, body: Json) -> Json:
        self.check()
        try:
            return self._hub.request("POST", f"/api/tasks/{_q(self.id)}/{deed}", {"fence": self.fence, **body})
        except ParleyError as problem:
            if problem.code in _LEASE_OVER:
                self.cancelled.set()
                raise LeaseLost(problem.message, problem.code) from problem
            raise

    def __enter__(self) -> Task:
        threading.Thread(target=self._beat, name=f"heartbeat {self.id}", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _beat(self) -> None:
        while not self._over.wait(self.lease_seconds / 3):
            try:
                self.heartbeat()
            except LeaseLost:
                return
            except ParleyError as problem:  # a hub that is away does not let leases expire
                _log.warning("no heartbeat for task %s: %s", self.id, problem)
        self._hub.close()


class _Stopped(Exception):
    """The inbox is no longer read; the message at hand comes again."""


class _Stream:
    """Server-sent events of one connection."""

    def __init__(self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse) -> None:
        self._connection, self._response = connection, response
        self._sock = connection.sock

    def until(self, halt: threading.Event) -> Iterator[Tuple[str, Optional[str], str]]:
        """Each with its name, id and data, until the connection ends or ``halt`` is set."""
        over = threading.Event()
        threading.Thread(target=self._watch, args=(halt, over), daemon=True).start()
        name, place, data = "", None, ""
        try:
            for line in self._lines():
                word, _, value = line.partition(": ")
                if word == "event":
                    name = value
                elif word == "id":
                    place = value
                elif word == "data":
                    data = data + "\n" + value if data else value
                elif not line and (place is not None or data):
                    yield name, place, data
                    name, place, data = "", None, ""
        finally:
            over.set()
            self._connection.close()

    def _lines(self) -> Iterator[str]:
        try:
            while True:
                line = self._response.readline()
                if not line.endswith(b"\n"):
                    return
                yield line.decode().rstrip("\r\n")
        except (OSError, ValueError, http.client.HTTPException):
            return  # the next connection goes on where this one broke

    def _watch(self, halt: threading.Event, over: threading.Event) -> None:
        while not over.is_set():
            if halt.wait(0.2):
                try:
                    self._sock.shutdown(socket.SHUT_RDWR)  # ends a read that waits
                except OSError:
                    pass
                return


class _Recent:
    """The last few thousand messages that something was done about."""

    def __init__(self) -> None:
        self._keys: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, key: tuple[str, str]) -> bool:
        """Whether it is new."""
        with self._lock:
            if key in self._keys:
                return False
            self._keys[key] = None
            if len(self._keys) > _REMEMBERED:
                self._keys.popitem(last=False)
            return True

    def discard(self, key: tuple[str, str]) -> None:
        with self._lock:
            self._keys.pop(key, None)

    def __contains__(self, key: tuple[str, str]) -> bool:
        with self._lock:
            return key in self._keys


def _mint(prefix: str) -> str:
    return f"{prefix}_{uuid.uuid4().hex}"


def _q(text: str) -> str:
    return quote(text, safe="")


def _pause(failures: int) -> float:
    longest = min(_FIRST_PAUSE * 2.0 ** min(failures, 10), _LONGEST_PAUSE)
    return random.uniform(longest / 2, longest)


def _deadline(timeout: Optional[float]) -> float:
    return math.inf if timeout is None else time.monotonic() + timeout


def _slice(deadline: float) -> int:
    """How long to wait in one request."""
    return max(0, math.ceil(min(25.0, deadline - time.monotonic())))


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SUMMARY else line[: _SUMMARY - 1] + "…"


def _question(choices: Optional[Iterable[str]], context: Optional[str]) -> Json:
    payload: Json = {}
    if choices is not None:
        payload["choices"] = list(choices)
    if context is not None:
        payload["context"] = context
    return payload


def _sent(answer: Json, run: str) -> Sent:
    return Sent(str(answer["message_id"]), run, int(answer["seq"]), bool(answer.get("duplicate")))


def _object(content: bytes) -> Json:
    try:
        found: Union[Json, object] = json.loads(content) if content else {}
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ParleyError("bad-json", "the hub does not answer with a JSON object")
    return found


def _is_unsendable(problem: ParleyError) -> bool:
    """Whether this can never be sent; what is too large for a proxy never gets past it."""
    return problem.code == "http-413" or (problem.code in _UNSENDABLE and not problem.is_strangers)


def _problem(status: int, content: bytes, retry_after: Optional[str]) -> ParleyError:
    try:
        body = _object(content)
    except ParleyError:
        body = {}
    named, guess = body.get("code"), "unreachable" if status in (502, 503, 504) else f"http-{status}"
    code = named if isinstance(named, str) else guess
    message = str(body.get("message") or f"HTTP status {status}")
    recoverable = bool(body.get("recoverable", status in _PASSING))
    try:
        seconds = float(retry_after or 0)
    except ValueError:
        seconds = 0.0
    return ParleyError(code, message, recoverable, status, body, seconds)
