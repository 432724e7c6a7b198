/** What docs/guides/agent-authors.md shows in TypeScript; pages.py runs it. */
import { Parley, ParleyError, Reject } from "../typescript/parley.ts";

declare const process: { env: Record<string, string>; exit(code: number): never };

const hub = process.env.PARLEY_URL!;
const alice = new Parley(hub, process.env.ALICE!, { agent: "alice" });
const token = process.env.BOB!;

const bob = new Parley(hub, token, { agent: "bob" });

async function listen(): Promise<void> {
  await bob.inbox((message) => {
    console.log(message.sender, "says", message.text);
    return "You said: " + message.text; // sent as the reply; undefined sends nothing
  });
}
void listen();

await alice.send("bob", "The build is red", { messageId: "build-17-red" });
await alice.send("bob", "The build is red", { messageId: "build-17-red" }); // changes nothing

const answer = await alice.ask("bob", "Is it mended?", { timeout: 60 });
console.log(answer.text); // ParleyError "no-answer" when none came in time

const choice = await alice.askPerson("Deploy now?", { choices: ["yes", "no"], timeout: 8 * 3600 });
expect(choice === "yes");

async function labour(): Promise<void> {
  await bob.work(async (task) => {
    await task.progress("reading");
    if (task.message.includes("secret")) {
      throw new Reject("not to be read by anybody");
    }
    return `fine, at attempt ${task.attempt}`;
  }, { capabilities: ["typescript"] });
}
void labour();

const result = await alice.doTask("review the login form", { required_capabilities: ["typescript"] }, 300);
console.log(result);

let ready = () => {};
const isReady = new Promise<void>((resolve) => (ready = resolve));
let tell: (text: string) => void = () => {};
const told = new Promise<string>((resolve) => (tell = resolve));

async function follow(): Promise<void> {
  const topics = ["agent.*.task.complete", "agent.bob.**"];
  await alice.subscribe((event) => tell(`${event.type} ${event.data.rows}`), topics, { name: "my-log", ready });
}
void follow();
await isReady;

await bob.publish("data.ready", { rows: 3 }); // on agent.bob.data.ready
expect((await told) === "data.ready 3");

try {
  await alice.send("alice", "Hello, me");
} catch (problem) {
  if (problem instanceof ParleyError) {
    console.log(problem.code, problem.message, problem.recoverable);
  }
}
console.log("everything in the guide works");
process.exit(0);

function expect(holds: boolean): void {
  if (!holds) {
    throw new Error("the guide is wrong");
  }
}
