"""Stands between the clients and the hub, and knows the moment at which to kill the hub."""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

from hub import Hub

STRIKE_SECONDS = 30
NOT_PASSED_ON = frozenset(("host", "connection", "content-length", "transfer-encoding", "keep-alive"))


class Strike:
    """Kills the hub once a client of every language is at the same point of the same call.

    during: nobody knows what became of the call. after: what it did is on disk, and the answer is lost.
    """

    def __init__(self, method: str, path: str, when: str, languages: Set[str], kill: Callable[[], None]) -> None:
        self.name = f"{method} {path} {when}"
        self.when = when
        self._method, self._path, self._kill = method, re.compile(path), kill
        self._missing = set(languages)
        self._lock = threading.Lock()
        self.together = threading.Event()
        self.done = threading.Event()

    def concerns(self, language: str, method: str, path: str) -> bool:
        with self._lock:
            return language in self._missing and method == self._method and bool(self._path.fullmatch(path))

    def at(self, language: str) -> None:
        """Waits for the others; the last one to come kills the hub."""
        with self._lock:
            self._missing.discard(language)
            is_last = not self._missing and not self.together.is_set()
            if is_last:
                self.together.set()
        if is_last:
            if self.when == "during":
                time.sleep(random.uniform(0, 0.004))
            self._kill()
            self.done.set()
        self.done.wait(STRIKE_SECONDS)


@dataclass(frozen=True)
class Refusal:
    """What the next such call of a language is answered with, in place of the hub's answer."""

    language: str
    method: str
    path: str
    status: int
    body: bytes = b'{"code":"test","message":"not now","recoverable":true}'

    def concerns(self, language: str, method: str, path: str) -> bool:
        return (language, method) == (self.language, self.method) and bool(re.fullmatch(self.path, path))


class Proxy:
    """Passes requests on; forgets answers, and is busy, when told to."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.languages: Dict[str, str] = {}  # by token
        self.strike: Optional[Strike] = None
        self.refusals: List[Refusal] = []
        self.refused: List[Refusal] = []
        self.is_forgetful = False  # whether the first answer to every write is lost
        self.forgotten: Set[Tuple[str, ...]] = set()
        self.lost_claims: List[Dict[str, Any]] = []  # what the hub gave, and nobody was told
        self._lock = threading.Lock()
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                proxy.serve(self)

            do_POST = do_PUT = do_DELETE = do_GET

            def log_message(self, format: str, *args: object) -> None:
                pass

        class Listener(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, request: object, client_address: object) -> None:
                pass  # a client that was killed

        self._server = Listener(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def serve(self, call: BaseHTTPRequestHandler) -> None:
        body = call.rfile.read(int(call.headers.get("Content-Length") or 0))
        language = self.languages.get(call.headers.get("Authorization", "")[len("Bearer ") :], "")
        path = call.path.partition("?")[0]
        strike = self.strike
        if strike is not None and not strike.concerns(language, call.command, path):
            strike = None
        refusal = self._refusal(language, call.command, path)
        if refusal is not None:
            answer = refusal
        elif strike is not None and strike.when == "during":
            threading.Thread(target=self._forward_together, args=(strike, call, body), daemon=True).start()
            strike.at(language)
            return self._drop(call)
        elif call.headers.get("Accept") == "text/event-stream":
            return self._relay(call)
        else:
            try:
                answer = self._forward(call, body)
            except (OSError, http.client.HTTPException):
                return self._drop(call)
            if strike is not None and self._did_something(path, answer[2]):
                strike.at(language)
                return self._drop(call)
            if self._forgets(call, language, body):
                return self._drop(call)
        status, headers, content = answer
        call.send_response(status)
        for name, value in headers:
            if name.lower() not in NOT_PASSED_ON:
                call.send_header(name, value)
        call.send_header("Content-Length", str(len(content)))
        call.end_headers()
        call.wfile.write(content)

    def _relay(self, call: BaseHTTPRequestHandler) -> None:
        """Passes a stream on as it comes, until the hub ends or the client goes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.hub.port, timeout=90)
        try:
            headers = {n: v for n, v in call.headers.items() if n.lower() not in NOT_PASSED_ON}
            connection.request("GET", call.path, None, headers)
            response = connection.getresponse()
            call.send_response(response.status)
            call.send_header("Content-Type", response.headers["Content-Type"])
            call.send_header("Connection", "close")
            call.end_headers()
            while content := response.read1(65536):
                call.wfile.write(content)
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()
            self._drop(call)

    def _forward_together(self, strike: Strike, call: BaseHTTPRequestHandler, body: bytes) -> None:
        strike.together.wait(STRIKE_SECONDS)
        try:
            self._forward(call, body)
        except (OSError, http.client.HTTPException):
            pass

    def _forward(self, call: BaseHTTPRequestHandler, body: bytes) -> Tuple[int, List[Tuple[str, str]], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.hub.port, timeout=90)
        try:
            headers = {n: v for n, v in call.headers.items() if n.lower() not in NOT_PASSED_ON}
            connection.request(call.command, call.path, body or None, headers)
            response = connection.getresponse()
            return response.status, response.getheaders(), response.read()
        finally:
            connection.close()

    def _refusal(self, language: str, method: str, path: str) -> Optional[Tuple[int, List[Tuple[str, str]], bytes]]:
        with self._lock:
            found = next((r for r in self.refusals if r.concerns(language, method, path)), None)
            if found is None:
                return None
            self.refusals.remove(found)
            self.refused.append(found)
        return found.status, [("Retry-After", "1")] if found.status in (429, 503) else [], found.body

    def _forgets(self, call: BaseHTTPRequestHandler, language: str, body: bytes) -> bool:
        if not self.is_forgetful or not language or call.command != "POST":
            return False
        key = call.headers.get("Idempotency-Key", "")
        write = (call.headers["Authorization"], call.path, body.decode(), key)
        with self._lock:
            is_first = write not in self.forgotten
            self.forgotten.add(write)
        return is_first

    def _did_something(self, path: str, content: bytes) -> bool:
        if not path.endswith("/claim"):
            return True
        given: Dict[str, Any] = json.loads(content)
        if given.get("task") is None:
            return False
        self.lost_claims.append(given)
        return True

    @staticmethod
    def _drop(call: BaseHTTPRequestHandler) -> None:
        """The client is told nothing at all."""
        call.close_connection = True
