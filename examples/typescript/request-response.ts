/** Request-response: one agent asks another, and waits for the answer. */
import { agent } from "./team.ts";

const done = new AbortController();

const calculator = await agent("calculator");
const add = (terms: string) => terms.split("+").reduce((sum, term) => sum + Number(term), 0);
const calculating = calculator.inbox((message) => String(add(message.text)), { signal: done.signal });

const coordinator = await agent("coordinator");
const answer = await coordinator.ask("calculator", "2 + 3 + 4", { timeout: 30 });
console.log("calculator answers", answer.text);

done.abort();
await calculating;
