/**
 * What the ledger suite runs of the TypeScript client: AGENT ROLE URL TOKEN NAME STOP-FILE [ARGUMENT...]
 *
 * Every line that it prints is a JSON object that says what the client has told it; README.md has the roles.
 */
import { type Event, Fail, Parley, ParleyError, Reject, Release, type Json, type Task } from "../typescript/parley.ts";

declare const process: { argv: string[]; pid: number; exit(code: number): never };

const fs: any = await import("node:fs" as string);
const [role, url, token, name, stopFile, ...given] = process.argv.slice(2) as [string, string, string, string, string];
const hub = new Parley(url, token, { agent: name, patience: 120 });
const halt = new AbortController();
const { signal } = halt;

function tell(line: Json): void {
  fs.writeSync(1, JSON.stringify(line) + "\n");
}

function sleep(millis: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, millis));
}

async function send(to: string, first: string): Promise<void> {
  for (let n = Number(first); !signal.aborted; n++) {
    const sent = await hub.send(to, String(n), { messageId: `${name}-${n}` });
    tell({ sent: n, run: sent.runId });
    await sleep(20);
  }
}

async function ask(to: string, first: string): Promise<void> {
  for (let n = Number(first); !signal.aborted; n++) {
    const answer = await hub.ask(to, `q${n}`, { timeout: 60, messageId: `${name}-${n}` });
    tell({ asked: n, answer: answer.text, run: answer.runId });
    await sleep(20);
  }
}

async function receive(): Promise<void> {
  await hub.inbox(
    (message) => {
      tell({ got: message.text, sender: message.sender, run: message.runId });
      return message.expectsReply ? `answer to ${message.text}` : undefined;
    },
    { wait: 2, signal },
  );
}

async function chat(): Promise<void> {
  await hub.inbox(
    (message) => {
      tell({ heard: message.text, sender: message.sender });
      return "and a good day to you";
    },
    { wait: 2, signal },
  );
}

async function publish(first: string): Promise<void> {
  for (let n = Number(first); !signal.aborted; n++) {
    await hub.publish("tick", { n }, `${name}-${n}`);
    tell({ published: n });
    await sleep(300);
  }
}

async function subscribe(): Promise<void> {
  const ticks = ["agent.*.tick", "agent.nobody.**"];
  const saying = (way: string) => (event: Event) =>
    tell({ [way]: event.data.n, publisher: event.publisher, life: process.pid });
  await Promise.all([
    hub.subscribe(saying("live"), ticks, { signal }),
    hub.subscribe(saying("kept"), ticks, { name: "ledger", fromStart: true, signal }),
  ]);
}

async function work(capability: string): Promise<void> {
  const handle = async (task: Task): Promise<unknown> => {
    tell({ started: task.id, attempt: task.attempt, fence: task.fence });
    const word = task.message.split(" ")[0];
    if (word === "stuck" && task.attempt === 1) {
      for (let waited = 0; waited < 30_000 && !task.signal.aborted; waited += 20) {
        await sleep(20);
      }
      if (task.signal.aborted) {
        tell({ lost: task.id });
      }
      task.check();
    }
    if (word === "reject") {
      throw new Reject("not for anybody");
    }
    if (word === "fail") {
      throw new Fail("cannot be done");
    }
    if (word === "release" && task.attempt === 1) {
      throw new Release("another may");
    }
    if (word === "break" && task.attempt === 1) {
      throw new Error("broken");
    }
    if (word === "ask") {
      return task.ask("which?", { choices: ["red", "blue"], timeout: 30 });
    }
    await task.progress("half");
    await sleep(30);
    return { did: task.message };
  };
  await hub.work(handle, { capabilities: [capability], concurrency: 2, leaseSeconds: 5, wait: 2, signal });
}

async function code(call: () => Promise<unknown>): Promise<unknown[]> {
  try {
    return [await call()];
  } catch (problem) {
    if (problem instanceof ParleyError) {
      return [problem.code, problem.recoverable, problem.message !== ""];
    }
    throw problem;
  }
}

/** One call of each sort, and what came of it. */
async function single(capability: string, other: string): Promise<void> {
  const mine = { required_capabilities: [capability] };
  const once = async () => (await hub.send(other, "once", { messageId: `${name}-once` })).duplicate;
  const checks: Record<string, () => Promise<unknown>> = {
    refused: () => code(() => hub.send(other, "x", { messageId: "no id" })),
    repeated: async () => [await once(), await once()],
    conflict: () => code(() => hub.send(other, "twice", { messageId: `${name}-once` })),
    silence: () => code(() => hub.ask("nobody", "are you there?", { timeout: 1 })),
    large: async () => (await hub.ask(other, "x".repeat(100_000), { timeout: 30 })).text.length,
    person: () => hub.askPerson("which?", { choices: ["red", "blue"], timeout: 30 }),
    task: () => hub.doTask("do it", mine, 30),
    rejected: () => code(() => hub.doTask("reject it", mine, 30)),
    failed: () => code(() => hub.doTask("fail it", mine, 30)),
    released: () => hub.doTask("release it", mine, 30),
    broken: () => hub.doTask("break it", mine, 30),
    asking: () => hub.doTask("ask me", mine, 30),
    stale,
  };
  for (const [check, call] of Object.entries(checks)) {
    tell({ check, value: await call() });
  }
}

/** A worker that lets the lease of a task for it expire finds its completion refused. */
async function stale(): Promise<unknown> {
  const late = await hub.claim({ leaseSeconds: 1, wait: 10 });
  const fresh = await hub.claim({ leaseSeconds: 30, wait: 10 });
  if (!late || !fresh || late.id !== fresh.id) {
    throw new Error("the task was not given twice");
  }
  const refused = await code(() => late.complete("late"));
  await fresh.complete({ did: fresh.message });
  return [refused[0], late.signal.aborted, fresh.attempt, (await hub.waitTask(fresh.id, 5)).result.result];
}

const watch = setInterval(() => {
  if (fs.existsSync(stopFile)) {
    clearInterval(watch);
    halt.abort();
  }
}, 50);
const roles: Record<string, (...words: string[]) => Promise<void>> = {
  send,
  ask,
  receive,
  chat,
  work,
  publish,
  subscribe,
  single,
};
await roles[role]!(...(given as string[]));
process.exit(0);
