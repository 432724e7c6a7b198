"""An agent that speaks ACP as its orders say; it writes down every message that it is sent."""
import json
import os
import sys
import time

MODE = os.environ.get("MODE", "")
orders = open(os.environ["FRAMES"], "a", buffering=1)
asked = 100


def send(**message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    orders.write(line)
    return json.loads(line)


def update(sort, **fields):
    send(method="session/update", params={"sessionId": "s", "update": {"sessionUpdate": sort, **fields}})


def say(text, **more):
    update("agent_message_chunk", content={"type": "text", "text": text}, **more)


def ask(method, **params):
    """Asks the hub, and waits for the answer or for the turn's end."""
    global asked
    asked += 1
    send(id=asked, method=method, params={"sessionId": "s", **params})
    is_cancelled = False
    while True:
        message = read()
        if message.get("method") == "session/cancel":
            is_cancelled = True
        elif message.get("id") == asked:
            return message, is_cancelled


def permission(kinds=("allow_always", "allow_once", "reject_once"), **more):
    options = [{"optionId": "opt-" + kind, "name": kind, "kind": kind} for kind in kinds]
    call = {"toolCallId": "c9", "title": "Delete everything", "kind": "delete", "rawInput": {"path": "/"}, **more}
    answer, is_cancelled = ask("session/request_permission", toolCall=call, options=options)
    say(json.dumps(answer["result"]))
    return "cancelled" if is_cancelled else "end_turn"


def turn(prompt):
    words = prompt[-1]["text"]
    if words == "chunks":
        update("agent_thought_chunk", content={"type": "text", "text": "hm"})
        say("Hel", messageId="m1")
        say("lo", messageId="m1")
        say("again", messageId="m2")
    elif words == "tools":
        say("Let me see.")
        update("plan", entries=[{"content": "look", "priority": "high", "status": "pending"}])
        update("tool_call", toolCallId="c1", title="Read a.txt", kind="read", status="pending", rawInput={"path": "a.txt"})
        update("tool_call_update", toolCallId="c1", status="in_progress")
        update("tool_call_update", toolCallId="c1", status="completed", rawOutput="x" * 20000,
               content=[{"type": "content", "content": {"type": "text", "text": "three lines"}}])
        update("tool_call_update", toolCallId="c1", status="completed")
        update("plan", entries=[{"content": "look", "priority": "high", "status": "completed"}])
        say("Done.")
    elif words == "ask":
        return permission()
    elif words == "ask for good":
        return permission(kinds=("allow_always", "reject_once"))
    elif words == "ask at length":
        return permission(rawInput={"command": "true;" + " " * 20000 + "rm -rf /"})
    elif words == "ask at endless length":
        return permission(rawInput={"command": "true;" + " " * 200000 + "rm -rf /"})
    elif words == "ask by half":
        update("tool_call", toolCallId="c9", title="Delete", rawInput={"command": "true;" + " " * 20000 + "rm -rf /"})
        return permission(rawInput=None)
    elif words == "ask oddly":
        return permission(kinds=("something_else",))
    elif words == "wait":
        update("tool_call", toolCallId="c2", title="Sleep", kind="execute", status="in_progress")
        while read().get("method") != "session/cancel":
            pass
        return "cancelled"
    elif words == "deaf":
        say("I do not listen")
        time.sleep(600)
    elif words.startswith("slowly"):
        time.sleep(0.2)
        say(words)
    elif words == "crash":
        sys.stderr.write("out of luck\n")
        sys.stderr.flush()
        os._exit(7)
    elif words == "garbage":
        sys.stdout.write("this is no message\n[]\n7\n{\n\n" + "x" * (5 << 20) + "\n")
        send(id=4711, result={"stopReason": "end_turn"})
        send(method="something/else", params=[1])
        update("never_heard_of")
        update("tool_call_update")
        say("still here")
    elif words == "endless":
        while True:
            say("x" * 1000)
    elif words == "many steps":
        for i in range(700):
            update("tool_call", toolCallId="n%d" % i, title="step", status="completed")
        say("done")
    elif words == "files":
        answer, _ = ask("fs/read_text_file", path="/etc/passwd")
        say(str(answer["error"]["code"]))
    elif words == "error":
        return {"code": -32603, "message": "Internal error", "data": {"details": "no quota"}}
    elif words in ("refusal", "cancelled", "max_tokens"):
        say("so far")
        return words
    elif words == "env":
        say(" ".join(sorted(name for name in os.environ if name.startswith("PARLEY_"))))
    elif words != "silent":
        say(" / ".join(block["text"] for block in prompt))
    return "end_turn"


def opened(session):
    option = {"id": "m", "name": "Model", "category": "model", "type": "select", "currentValue": "small",
              "options": [{"group": "g", "name": "G", "options": [{"value": "large", "name": "The large one"}]}]}
    models = {"availableModels": [{"modelId": "large", "name": "L"}], "currentModelId": "small"}
    offered = {"options": {"configOptions": [option]}, "models": {"models": models}}.get(MODE, {})
    send(id=session["id"], result={"sessionId": "s%d" % os.getpid(), **offered})


while True:
    message = read()
    method, ident = message.get("method"), message.get("id")
    if method == "initialize":
        if MODE == "mute":
            time.sleep(600)
        capabilities = {
            "load": {"loadSession": True},
            "forgetful": {"loadSession": True},
            "resume": {"loadSession": True, "sessionCapabilities": {"resume": {}}},
            "http": {"mcpCapabilities": {"http": True}},
        }.get(MODE, {})
        send(id=ident, result={"protocolVersion": 2 if MODE == "newer" else 1, "agentCapabilities": capabilities,
                               "authMethods": [{"id": "key", "name": "API key"}]})
    elif method == "session/new":
        if MODE == "locked":
            send(id=ident, error={"code": -32000, "message": "Authentication required"})
        else:
            opened(message)
    elif method in ("session/load", "session/resume"):
        if MODE == "forgetful":
            send(id=ident, error={"code": -32002, "message": "Resource not found"})
        else:
            if method == "session/load":
                say("this was said long ago")
            send(id=ident, result=None)
    elif method in ("session/set_config_option", "session/set_model"):
        send(id=ident, result={"configOptions": []})
    elif method == "session/prompt":
        outcome = turn(message["params"]["prompt"])
        if isinstance(outcome, str):
            send(id=ident, result={"stopReason": outcome})
            send(id=ident, result={"stopReason": "end_turn"})
        else:
            send(id=ident, error=outcome)
        if MODE == "brief":
            sys.exit(0)
