/** Coordinator-worker: work is queued, and each piece is done once, by whoever is free. */
import { agent } from "./team.ts";

const done = new AbortController();
const working = ["worker-1", "worker-2", "worker-3"].map(async (name) => {
  const worker = await agent(name);
  const square = async (task: { message: string }) => {
    await new Promise((resolve) => setTimeout(resolve, 50)); // it takes a while
    return Number(task.message) ** 2;
  };
  const lease = { leaseSeconds: 5, wait: 1 }; // whoever is silent for longer is replaced
  await worker.work(square, { capabilities: ["squares"], ...lease, signal: done.signal });
});

const coordinator = await agent("coordinator");
const given = [];
for (let n = 1; n <= 30; n++) {
  given.push(await coordinator.createTask(String(n), { required_capabilities: ["squares"] }));
}

let sum = 0;
const shares: Record<string, number> = {};
for (const { task_id } of given) {
  const task = await coordinator.waitTask(task_id, 60);
  sum += task.result.result;
  shares[task.worker.agent] = (shares[task.worker.agent] ?? 0) + 1;
}
console.log("the squares of 1 to 30 add up to", sum);
console.log("who did how many:", shares);

done.abort();
await Promise.all(working);
