/** A worker that stops after one task. */
import { Parley } from "../typescript/parley.ts";

declare const process: { env: Record<string, string> };

const stop = new AbortController();
const last = () => {
  stop.abort();
  return "done";
};
const worker = new Parley(process.env.PARLEY_URL!, process.env.TOKEN!);
await worker.work(last, { capabilities: ["a", "b"], signal: stop.signal });
