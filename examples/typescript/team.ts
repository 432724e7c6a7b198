/**
 * The agents of an example: each is let in with a token of its own, as `./parley token create` does. The hub's address and
 * the owner's token are where `./parley serve` left them.
 */
import { Parley } from "../../clients/typescript/parley.ts";

declare const process: { env: Record<string, string | undefined>; exit: (code: number) => never };

const { existsSync, readFileSync }: any = await import("node:fs" as string);
const { homedir }: any = await import("node:os" as string);
const data = process.env.PARLEY_DATA ?? `${homedir()}/.parley`;
const lock = `${data}/parley.lock`; // empty once its hub has ended
if (!existsSync(lock) || readFileSync(lock, "utf8").trim() === "") {
  giveUp();
}
const { url } = JSON.parse(readFileSync(lock, "utf8"));
const owner = new Parley(url, readFileSync(`${data}/owner.token`, "utf8").trim(), { patience: 2 });
await owner.request("GET", "/health").catch(giveUp);

function giveUp(): never {
  console.error(`no hub is running on ${data}; start one with ./parley serve`);
  process.exit(1);
}

export async function agent(name: string): Promise<Parley> {
  const body = { agent: name, role: "worker", expires_in_days: 1 };
  return new Parley(url, (await owner.request("POST", "/api/tokens", { body })).token, { agent: name });
}
