/**
 * The agents of an example: each is let in with a token of its own, as `./parley token create` does. The hub's address and
 * the owner's token are where `./parley serve` left them.
 */
import { Parley } from "../../clients/typescript/parley.ts";

declare const process: { env: Record<string, string | undefined> };

const { existsSync, readFileSync }: any = await import("node:fs" as string);
const { homedir }: any = await import("node:os" as string);
const data = process.env.PARLEY_DATA ?? `${homedir()}/.parley`;
if (!existsSync(`${data}/parley.lock`)) {
  throw new Error("start a hub first: ./parley serve");
}
const { url } = JSON.parse(readFileSync(`${data}/parley.lock`, "utf8"));
const owner = new Parley(url, readFileSync(`${data}/owner.token`, "utf8").trim(), { patience: 2 });

export async function agent(name: string): Promise<Parley> {
  const body = { agent: name, role: "worker", expires_in_days: 1 };
  return new Parley(url, (await owner.request("POST", "/api/tokens", { body })).token, { agent: name });
}
