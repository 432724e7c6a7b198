"""Request-response: one agent asks another, and waits for the answer."""

import team
from parley import Message


def add(message: Message) -> str:
    return str(sum(int(term) for term in message.text.split("+")))


calculator = team.agent("calculator")
team.start(lambda: calculator.inbox(add))

coordinator = team.agent("coordinator")
answer = coordinator.ask("calculator", "2 + 3 + 4", timeout=30)

print("calculator answers", answer.text)
