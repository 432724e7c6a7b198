/**
 * Parley for TypeScript: one file, no dependencies. Copy it beside your program. It runs in Node 22 or newer
 * (`node --experimental-strip-types agent.ts`), in Node 20 with a compiler, and in browsers.
 *
 * An agent in ten lines:
 *
 *     import { Parley } from "./parley.ts";
 *
 *     const hub = new Parley("http://127.0.0.1:7420", "pa_...", { agent: "bob" });
 *
 *     await hub.inbox((message) => {             // for ever, also over restarts of the hub
 *       console.log(message.sender, "says", message.text);
 *       return "You said: " + message.text;      // sent as the reply; undefined sends nothing
 *     });
 *
 * A worker in as many:
 *
 *     await hub.work(async (task) => {
 *       await task.progress("reading");
 *       return { verdict: "fine", attempt: task.attempt };
 *     }, { capabilities: ["typescript"] });
 *
 * Events:
 *
 *     await hub.publish("data.ready", { rows: 3 });  // on the topic agent.bob.data.ready
 *     await hub.subscribe((event) => console.log(event.type, event.data), ["agent.*.data.ready", "agent.monitor.**"]);
 *
 * What holds for every call:
 *
 * - It can be repeated without being done twice, and is repeated while the hub is away or busy, for `patience`
 *   seconds. Ids are made before the first try.
 * - What the hub refuses is a ParleyError with a stable `code`, a sentence, and `recoverable`.
 * - Messages are in the order in which their sends were awaited.
 */

export type Json = { [name: string]: any };

/** Whatever a handler returns: a text or an object to answer with, or nothing. */
export type Answer = string | Json | null | undefined | void;

const ANSWER_SECONDS = 20; // how long one try may take, beyond what it asks the hub to wait
const MAX_WAIT = 55; // the longest wait that a hub grants
const SILENCE_SECONDS = 90; // longer than any hub's stream is silent
const GOODBYE_SECONDS = 2; // a hub that is away longer forgets a worker by itself
const FIRST_PAUSE = 0.1;
const LONGEST_PAUSE = 2;
const PASSING = new Set([408, 429, 502, 503, 504, 507]); // about the moment, not about the request
const LEASE_OVER = new Set(["stale-lease", "task-ended", "run-ended", "unknown-task"]);
const UNSENDABLE = new Set(["body-size", "json-depth", "bad-json", "bad-request", "bad-value", "conflicting-fields"]);
const CHANCES = 10; // how often one message is tried again while a hub breaks, or something else answers in its place
const MAX_MOVED = 1 << 20; // nothing larger is a payload that was moved out of the log; it is a file
const SUMMARY = 280;
const REMEMBERED = 10_000;

/** What answers what; any other message is answered with a `message`. */
const ANSWERS: Record<string, string> = {
  QUERY: "ANSWER",
  clarification_request: "clarification_reply",
  status_check: "status_reply",
  DELEGATE: "REPORT",
  intent_brief: "result_bundle",
  REQUEST_USER_INPUT: "USER_RESPONSE",
};

/** Under which name a kind's payload holds its text. */
const TEXT_FIELDS: Record<string, string> = {
  QUERY: "question",
  ANSWER: "answer",
  DELEGATE: "task",
  REPORT: "result",
};

/** What went wrong: compare `code`, show `message`; `recoverable` says whether the same may succeed later. */
export class ParleyError extends Error {
  readonly code: string;
  readonly recoverable: boolean;
  readonly status: number;
  readonly body: Json;
  readonly retryAfter: number;

  constructor(
    code: string,
    message: string,
    more: { recoverable?: boolean; status?: number; body?: Json; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = "ParleyError";
    this.code = code;
    this.recoverable = more.recoverable ?? false;
    this.status = more.status ?? 0;
    this.body = more.body ?? {};
    this.retryAfter = more.retryAfter ?? 0;
  }

  /** Whether something that is no hub, such as a proxy before it, has answered: it says nothing about what was asked. */
  get isStrangers(): boolean {
    return this.code.startsWith("http-") || (this.code === "bad-json" && this.status === 0);
  }
}

/** The task ended without a result: `task-failed`, `task-rejected` or `task-cancelled`. */
export class TaskFailed extends ParleyError {
  readonly task: Json;

  constructor(task: Json) {
    super(`task-${task.state}`, task.reason ?? `the task is ${task.state}`, { body: task });
    this.name = "TaskFailed";
    this.task = task;
  }
}

/** The task is no longer this worker's: stop working on it. */
export class LeaseLost extends ParleyError {
  constructor(message: string, code = "stale-lease") {
    super(code, message, { status: 409 });
    this.name = "LeaseLost";
  }
}

/** Throw it in a handler: the task has failed; with `retry` another worker may try. */
export class Fail extends Error {
  readonly retry: boolean;

  constructor(reason: string, retry = false) {
    super(reason);
    this.name = "Fail";
    this.retry = retry;
  }
}

/** Throw it in a handler: nobody should do this task. */
export class Reject extends Error {}

/** Throw it in a handler: the task goes back untouched, for another worker. */
export class Release extends Error {}

/** Where a message stands; `duplicate` when it had been sent before. */
export interface Sent {
  messageId: string;
  runId: string;
  seq: number;
  duplicate: boolean;
}

/** A message as its reader sees it; `raw` has every field. */
export class Message {
  readonly raw: Json;
  readonly attempt: number;
  readonly position: number;

  constructor(raw: Json, attempt = 1, position = 0) {
    this.raw = raw;
    this.attempt = attempt;
    this.position = position;
  }

  get id(): string {
    return this.raw.message_id;
  }

  get runId(): string {
    return this.raw.run_id;
  }

  get seq(): number {
    return this.raw.seq;
  }

  get sender(): string {
    return this.raw.from_agent;
  }

  get kind(): string {
    return this.raw.kind;
  }

  /** What it does, whatever its kind is called: say, ask, answer, assign, result, system, ... */
  get act(): string {
    return this.raw.act;
  }

  /** The message that this is a reply to. */
  get parentId(): string | null {
    return this.raw.parent_id ?? null;
  }

  get expectsReply(): boolean {
    return this.raw.expects_reply === true;
  }

  /** What it says: its text parts, else the text in its payload, else its summary. */
  get text(): string {
    const parts = this.parts("text").map((part) => part.content);
    if (parts.length > 0) {
      return parts.join("\n");
    }
    const payload: Json = this.raw.payload ?? {};
    for (const name of [TEXT_FIELDS[this.kind], "choice", "answer", "decision"]) {
      if (name !== undefined && typeof payload[name] === "string") {
        return payload[name];
      }
    }
    return this.raw.summary ?? "";
  }

  /** Its data: the payload, or the first data part of a direct message. */
  get payload(): Json {
    const payload: Json = this.raw.payload ?? {};
    return Object.keys(payload).length > 0 ? payload : (this.parts("data")[0]?.content ?? {});
  }

  /**
   * Whether what a handler returns is sent: replies that expect nothing are never answered, so no two agents can keep
   * answering each other's answers.
   */
  get mayBeAnswered(): boolean {
    if (this.act === "system") {
      return false;
    }
    return this.expectsReply || (this.parentId === null && ["say", "ask", "assign"].includes(this.act));
  }

  private parts(type: string): Json[] {
    return ((this.raw.parts ?? []) as Json[]).filter((part) => part.type === type);
  }
}

/** Something that was published; `raw` is the whole frame. */
export class Event {
  readonly raw: Json;

  constructor(raw: Json) {
    this.raw = raw;
  }

  /** Its full name, such as `agent.alice.data.ready`. */
  get topic(): string {
    return this.raw.event_type;
  }

  /** The agent that published it, or `user`. */
  get publisher(): string {
    return this.raw.data.agent;
  }

  /** The publisher's own word for it, such as `data.ready`. */
  get type(): string {
    return this.raw.data.event_type;
  }

  get data(): Json {
    return this.raw.data.data ?? {};
  }
}

export interface Options {
  /** The name that the token belongs to; only `inbox` needs it. */
  agent?: string;
  /** Which running copy of the agent this is, where there are several. */
  instance?: string;
  /** For how many seconds a call is repeated while the hub is away or busy; 30 unless given. */
  patience?: number;
}

export interface SendOptions {
  /** The run that the message belongs to; without one it goes to the standing conversation of the two agents. */
  run?: string;
  /** With a run: `message` unless given. */
  kind?: string;
  /** Choose it yourself where your program may crash and send again. */
  messageId?: string;
  /** With a run: every other field of a message, such as `{ requires_ack: true }`. */
  fields?: Json;
}

export interface AskOptions {
  payload?: Json;
  /** In seconds. */
  timeout?: number;
  run?: string;
  /** With an id of your own, asking the same again, also after a crash, waits for the same answer. */
  messageId?: string;
}

export interface PersonOptions {
  /** The only answers there are; free text without them. */
  choices?: string[];
  context?: string;
  /** In seconds; without it for as long as it takes. */
  timeout?: number;
  run?: string;
  messageId?: string;
}

export interface ClaimOptions {
  capabilities?: string[];
  leaseSeconds?: number;
  /** How long to wait for a task, in seconds. */
  wait?: number;
  taskId?: string;
  /** The same key again returns the same lease: what was claimed is not lost with the answer. */
  key?: string;
}

export interface WorkOptions {
  capabilities?: string[];
  concurrency?: number;
  leaseSeconds?: number;
  wait?: number;
  /** Ends the loop once what is under way is done. */
  signal?: AbortSignal;
}

export interface SubscribeOptions {
  /** Under which the hub keeps the place: what is published while nobody is there comes later, at least once. */
  name?: string;
  /** With a name: begins with the oldest event that is kept, not with the next. */
  fromStart?: boolean;
  /** Called when nothing that is published is missed any more. */
  ready?: () => void;
  /** Called when the hub has let events go before they could be read. */
  missed?: () => void;
  signal?: AbortSignal;
}

/** A hub, seen by one agent. */
export class Parley {
  readonly url: string;
  readonly agent: string | undefined;
  readonly patience: number;
  private readonly headers: Record<string, string>;
  private readonly talks = new Map<string, Promise<string>>();
  private readonly asked = new Recent();

  constructor(url: string, token: string, options: Options = {}) {
    if (!/^https?:\/\/[^/]/.test(url)) {
      throw new TypeError(`a hub's address is http://host:port or https://..., not ${url}`);
    }
    this.url = url.replace(/\/+$/, "");
    this.agent = options.agent;
    this.patience = options.patience ?? 30;
    this.headers = { Authorization: `Bearer ${token}`, Accept: "application/json" };
    if (options.instance !== undefined) {
      this.headers["X-Parley-Instance"] = options.instance;
    }
  }

  // -- messages

  /** Sends a message, a text or an object; when the promise is kept, the hub has it on disk. */
  async send(to: string, content: string | Json, options: SendOptions = {}): Promise<Sent> {
    const messageId = options.messageId ?? mint("msg");
    const [text, payload] = split(content);
    if (options.run !== undefined) {
      return this.post(options.run, to, options.kind ?? "message", text, payload, messageId, options.fields ?? {});
    }
    if ((options.kind ?? "message") !== "message" || options.fields !== undefined) {
      throw new TypeError("a message without a run has no kind and no further fields: name its run");
    }
    const parts = payload === undefined ? [{ type: "text", content: text }] : [{ type: "data", content: payload }];
    const data = { to_agent: to, message_id: messageId, message: { parts } };
    const answer = await this.request("POST", "/api/messages", { body: { event_type: `message.to.${to}`, data } });
    return sent(answer, answer.run_id);
  }

  /**
   * Asks another agent and waits for its answer, over restarts of the hub. Throws ParleyError `no-answer` after
   * `timeout` seconds (ten minutes unless given), or when the hub gives up.
   */
  async ask(to: string, question: string, options: AskOptions = {}): Promise<Message> {
    const fields: Json = { expects_reply: true };
    if (options.timeout !== undefined && options.messageId === undefined) {
      fields.deadline_at = Date.now() / 1000 + options.timeout;
    }
    const timeout = options.timeout ?? 600;
    return this.question(to, "QUERY", question, options.payload, fields, { ...options, timeout });
  }

  /** Asks the people of this space and waits for what one of them answers. */
  async askPerson(question: string, options: PersonOptions = {}): Promise<string> {
    const payload = { choices: options.choices, context: options.context };
    return (await this.question("user", "REQUEST_USER_INPUT", question, payload, {}, options)).text;
  }

  private async question(
    to: string,
    kind: string,
    text: string,
    payload: Json | undefined,
    fields: Json,
    options: AskOptions,
  ): Promise<Message> {
    const mine = options.messageId ?? mint("ask");
    const run = options.run ?? (await this.talk(to, options.messageId));
    const key = `${run}/${mine}`;
    this.asked.add(key);
    try {
      return await this.replyTo(await this.post(run, to, kind, text, payload, mine, fields), options.timeout);
    } catch (problem) {
      this.asked.delete(key); // an answer that comes after all is a message like any other
      const isOver = problem instanceof ParleyError && problem.code === "run-ended";
      if (options.run !== undefined || !isOver || !this.talks.delete(to)) {
        throw problem;
      }
    }
    return this.question(to, kind, text, payload, fields, options);
  }

  /** Answers a message, in its run and with the kind that fits. */
  async reply(message: Message, content: string | Json, options: SendOptions = {}): Promise<Sent> {
    const kind = options.kind ?? ANSWERS[message.kind] ?? "message";
    const fields = { ...options.fields, parent_id: message.id };
    const [text, payload] = split(content);
    return this.post(message.runId, message.sender, kind, text, payload, options.messageId ?? mint("msg"), fields);
  }

  /** Says that a message has arrived; the inbox loop does so by itself. */
  async ack(message: Message): Promise<void> {
    const body = { agent_id: this.name(), message_id: message.id };
    await this.request("POST", `/api/runs/${q(message.runId)}/ack`, { body });
  }

  /**
   * Gives every message for this agent, in order, to the handler; for ever, or until the signal is aborted.
   *
   * Each is given once; again only if this process dies before it has handled it (`message.attempt` counts what the
   * hub knows of). What the handler returns is sent as the reply. Replies are given to the handler too, but nothing
   * that it returns for them is sent, so that agents cannot answer each other for ever; those to an `ask` of this
   * object go to the asker only. What the handler throws is logged, and told to whoever expects a reply. What the hub
   * refuses about one message, such as a reply in a run that is paused or over, is logged and not sent later; the next
   * message is not to blame.
   */
  async inbox(
    handler: (message: Message) => Answer | Promise<Answer>,
    options: { wait?: number; signal?: AbortSignal } = {},
  ): Promise<void> {
    const { signal } = options;
    const wait = Math.min(options.wait ?? 20, MAX_WAIT);
    const path = `/api/agents/${q(this.name())}/inbox`;
    const seen = new Recent();
    let after: number | undefined;
    while (!signal?.aborted) {
      let page: Json | undefined;
      try {
        const query = { wait, after };
        page = await this.patiently(() => this.request("GET", path, { query, wait, signal }), signal);
      } catch (problem) {
        if (!isAhead(problem) || after === undefined) {
          throw problem;
        }
        after = undefined; // the hub was restored from a backup: it knows where we stood then
        continue;
      }
      for (const item of page?.items ?? []) {
        if (signal?.aborted) {
          return;
        }
        const message = new Message(item.message, item.attempt, item.position);
        after = message.position;
        const body = { position: after };
        try {
          await this.handle(handler, message, seen, signal);
          const commit = () => this.request("POST", `${path}/commit`, { body });
          await this.unlessRefused(commit, "committed", message, signal);
        } catch (problem) {
          if (problem instanceof Stopped) {
            return;
          }
          throw problem;
        }
      }
    }
  }

  private async handle(
    handler: (message: Message) => Answer | Promise<Answer>,
    message: Message,
    seen: Recent,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const isAnswer = message.parentId !== null && !message.expectsReply;
    const isAwaited = isAnswer && this.asked.has(`${message.runId}/${message.parentId}`);
    let answer: Answer;
    if (!isAwaited && seen.add(`${message.runId}/${message.id}`)) {
      const raw = await this.unlessRefused(() => this.whole(message.raw), "read whole", message, signal);
      if (raw !== undefined) {
        answer = await dealt(handler, new Message(raw, message.attempt, message.position));
      }
    }
    let isAnswered: boolean | undefined = false;
    if (answer !== undefined && answer !== null && message.mayBeAnswered) {
      const given: string | Json = answer;
      isAnswered = await this.unlessRefused(() => this.answer(message, given), "answered", message, signal);
    }
    if (message.raw.requires_ack && !isAnswered) {
      await this.unlessRefused(() => this.ack(message), "acked", message, signal);
    }
  }

  /**
   * Goes on while the hub is away or busy. What is refused is noted and not tried again, since the next message is not to
   * blame; a hub that breaks, and whatever else answers in its place, has a few more chances. Undefined once refused.
   */
  private async unlessRefused<T>(
    call: () => Promise<T>,
    what: string,
    about: Message,
    signal: AbortSignal | undefined,
  ): Promise<T | undefined> {
    for (let failures = 0; ; failures++) {
      try {
        return await call();
      } catch (problem) {
        const refused = problem instanceof ParleyError ? problem : undefined; // else it cannot be written as JSON
        const isAway = refused?.recoverable && PASSING.has(refused.status);
        const mayPass = (refused?.code === "internal" || refused?.isStrangers) && failures < CHANCES;
        if (!isAway && !mayPass) {
          console.error(`parley: message ${about.id} of ${about.runId} cannot be ${what}: ${problem}`);
          return undefined;
        }
        await sleep(Math.max(refused!.retryAfter, pauseAfter(failures)), signal);
        if (signal?.aborted) {
          throw new Stopped();
        }
      }
    }
  }

  /** One answer to each message, also when a process died after it and its successor answers otherwise. */
  private async answer(message: Message, answer: string | Json): Promise<boolean> {
    try {
      await this.reply(message, answer, { messageId: `re_${message.id.slice(-120)}` });
    } catch (problem) {
      if (!(problem instanceof ParleyError) || problem.code !== "message-id-conflict") {
        throw problem;
      }
    }
    return true;
  }

  // -- tasks

  /**
   * Queues work: `{ target_agent, required_capabilities, priority, deadline_seconds, ... }` as options. The answer has
   * its `task_id`. Choose `key` yourself where your program may crash and create again.
   */
  async createTask(message: string, options: Json = {}, key: string = mint("key")): Promise<Json> {
    return this.request("POST", "/api/tasks", { body: { message, ...options }, key });
  }

  /** The task once it is over, or as it stands after `timeout` seconds. */
  async waitTask(taskId: string, timeout?: number): Promise<Json> {
    const deadline = deadlineIn(timeout);
    for (;;) {
      const wait = slice(deadline);
      const call = () => this.request("GET", `/api/tasks/${q(taskId)}`, { query: { wait }, wait });
      const task = (await this.patiently(call, undefined, deadline))!;
      if (task.ended_at !== undefined || Date.now() >= deadline) {
        return task;
      }
    }
  }

  /** Queues work, waits, and gives what the worker returned; TaskFailed when there is no result. */
  async doTask(message: string, options: Json = {}, timeout?: number, key?: string): Promise<any> {
    const task = await this.waitTask((await this.createTask(message, options, key)).task_id, timeout);
    if (task.state === "completed") {
      const result = await this.whole(task.result ?? {}, true);
      return "result" in result ? result.result : result;
    }
    if (task.ended_at !== undefined) {
      throw new TaskFailed(task);
    }
    const waits = task.waits_because ?? `the task is ${task.state}`;
    throw new ParleyError("no-answer", `no result in time: ${waits}`, { recoverable: true, body: task });
  }

  /** The next task that this worker may do, or null. Call its `heartbeat`, or use `work`. */
  async claim(options: ClaimOptions = {}): Promise<Task | null> {
    const wait = Math.min(options.wait ?? 0, MAX_WAIT);
    const body: Json = {
      capabilities: [...(options.capabilities ?? [])].sort(),
      lease_seconds: options.leaseSeconds ?? 60,
      wait,
      task_id: options.taskId,
    };
    const given = await this.request("POST", "/api/tasks/claim", { body, wait, key: options.key ?? mint("key") });
    return given.task === null ? null : new Task(this, await this.whole(given.task, true), given.lease);
  }

  /**
   * Claims tasks and gives each to the handler; for ever, or until the signal is aborted.
   *
   * What the handler returns is the result. It may throw Reject, Release or Fail; anything else that it throws fails
   * the task so that it is tried again, up to its `max_attempts`. The lease is kept by a heartbeat; if it is lost
   * nevertheless, `task.signal` is aborted and the result is thrown away. Once it stops, it does not count among the
   * workers online any longer.
   */
  async work(handler: (task: Task) => unknown, options: WorkOptions = {}): Promise<void> {
    const halt = new AbortController();
    const stop = () => halt.abort();
    options.signal?.addEventListener("abort", stop);
    if (options.signal?.aborted) {
      stop();
    }
    const { capabilities, leaseSeconds } = options;
    const loop = async (): Promise<void> => {
      while (!halt.signal.aborted) {
        const key = mint("key");
        const wait = options.wait ?? 20;
        const call = () => this.claim({ capabilities, leaseSeconds, wait, key });
        const task = await this.patiently(call, halt.signal);
        if (task) {
          await this.perform(handler, task, halt.signal);
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: options.concurrency ?? 1 }, loop));
    } finally {
      stop();
      options.signal?.removeEventListener("abort", stop);
      await this.leave(capabilities ?? []);
    }
  }

  /** Says that this worker claims nothing more, so that nobody waits for it; a hub that is away forgets it by itself. */
  private async leave(capabilities: string[]): Promise<void> {
    const headers = { ...this.headers, "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ capabilities }) };
    await this.once(`${this.url}/api/tasks/leave`, init, GOODBYE_SECONDS).catch(() => undefined);
  }

  private async perform(handler: (task: Task) => unknown, task: Task, halt: AbortSignal): Promise<void> {
    const over = task.keep();
    try {
      let last: () => Promise<void>;
      try {
        if (halt.aborted) {
          throw new Release("the worker stops");
        }
        const result = await handler(task);
        last = () => task.complete(result);
      } catch (problem) {
        if (problem instanceof LeaseLost) {
          return;
        }
        last = ending(task, problem);
      }
      await this.settle(task, last, halt);
    } finally {
      over();
    }
  }

  /**
   * The last word is repeated until the hub has it, or does not want it any more. What can never be sent fails the task;
   * whatever else is said, by the hub or by what stands before it, is not about what came of it.
   */
  private async settle(task: Task, last: () => Promise<void>, halt: AbortSignal): Promise<void> {
    let next = last;
    for (let failures = 0, isInstead = false; ; failures++) {
      try {
        return await next();
      } catch (problem) {
        const refused = problem instanceof ParleyError ? problem : undefined; // else it cannot be written as JSON
        if (refused instanceof LeaseLost || refused?.code === "message-id-conflict") {
          console.error(`parley: task ${task.id} is no longer this worker's; what came of it is thrown away`);
          return;
        }
        if (refused === undefined || isUnsendable(refused)) {
          console.error(`parley: what came of task ${task.id} cannot be sent: ${problem}`);
          if (isInstead) {
            return;
          }
          isInstead = true;
          next = () => task.fail(`what came of it cannot be sent: ${problem}`);
          continue;
        }
        const isPassing = refused.recoverable || refused.isStrangers;
        if (refused.code === "unauthenticated" || (halt.aborted && !isPassing)) {
          console.error(`parley: what came of task ${task.id} is not delivered: ${problem}`);
          return;
        }
        console.error(`parley: what came of task ${task.id} is not taken: ${problem}; trying again`);
        await sleep(Math.max(refused.retryAfter, pauseAfter(failures)), task.signal);
      }
    }
  }

  // -- events

  /**
   * Publishes an event for whoever follows its topic, `agent.NAME.EVENT_TYPE`; the answer has its `topic` and
   * `position`. Choose `key` yourself where your program may crash and publish again.
   */
  async publish(eventType: string, data: Json = {}, key: string = mint("key")): Promise<Json> {
    return this.request("POST", "/api/events", { body: { event_type: eventType, data }, key });
  }

  /**
   * Gives every event on these topics, in the order in which they were published, to the handler; for ever, or until
   * the signal is aborted. In a topic `*` is any one word and `**` any number of them. Without a name from now on, and
   * each event once; with one each at least once. What the handler throws is logged.
   */
  async subscribe(
    handler: (event: Event) => unknown,
    topics: string | string[],
    options: SubscribeOptions = {},
  ): Promise<void> {
    const patterns = typeof topics === "string" ? [topics] : topics;
    const deal = async (frame: Json): Promise<void> => {
      const event = new Event(frame);
      try {
        await handler(event);
      } catch (broken) {
        console.error(`parley: the handler failed for an event on ${event.topic}:`, broken);
      }
    };
    const lack = () => {
      console.error(`parley: events on ${patterns.join(", ")} were let go before they could be read`);
      options.missed?.();
    };
    const { name, signal } = options;
    if (name === undefined) {
      return this.follow(deal, patterns, options.ready ?? (() => {}), lack, signal);
    }
    const path = `/api/subscriptions/${q(name)}`;
    const body = { topics: patterns, from: options.fromStart ? "start" : "now" };
    if ((await this.patiently(() => this.request("PUT", path, { body, signal }), signal)) !== undefined) {
      options.ready?.();
      await this.followKept(deal, path, lack, signal);
    }
  }

  /** Ends a subscription that the hub keeps. */
  async unsubscribe(name: string): Promise<void> {
    await this.request("DELETE", `/api/subscriptions/${q(name)}`);
  }

  private async followKept(
    deal: (frame: Json) => Promise<void>,
    path: string,
    lack: () => void,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    let after: number | undefined;
    while (!signal?.aborted) {
      let page: Json | undefined;
      try {
        const query = { wait: 20, after };
        page = await this.patiently(() => this.request("GET", path, { query, wait: 20, signal }), signal);
      } catch (problem) {
        if (!isAhead(problem) || after === undefined) {
          throw problem;
        }
        after = undefined; // the hub was restored from a backup: it knows where we stood then
        continue;
      }
      if (page?.missed) {
        lack();
      }
      for (const item of page?.items ?? []) {
        if (signal?.aborted) {
          return;
        }
        await deal(item.event);
        after = item.position;
        const body = { position: after };
        await this.patiently(() => this.request("POST", `${path}/commit`, { body }), signal);
      }
    }
  }

  private async follow(
    deal: (frame: Json) => Promise<void>,
    patterns: string[],
    ready: () => void,
    lack: () => void,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    let place: string | undefined;
    let isReady = false;
    const take = async (name: string, id: string | undefined, data: string): Promise<void> => {
      place = id ?? place;
      if (!isReady) {
        isReady = true;
        ready();
      }
      if (name === "reset") {
        lack();
      } else if (name === "event") {
        await deal(object(data));
      }
    };
    for (let barren = 0; !signal?.aborted; ) {
      const before = place;
      try {
        await this.patiently(() => this.stream(patterns, place, take, signal), signal);
      } catch (problem) {
        if (!isAhead(problem) || place === undefined) {
          throw problem;
        }
        place = undefined; // the hub was restored from a backup: what we saw is not its past
        lack();
      }
      barren = place === before ? barren + 1 : 0;
      await sleep(pauseAfter(barren), signal);
    }
  }

  /** Takes server-sent events until their connection ends, however that comes. */
  private async stream(
    patterns: string[],
    place: string | undefined,
    take: (name: string, id: string | undefined, data: string) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const over = new AbortController();
    const abort = () => over.abort();
    let clock = setTimeout(abort, SILENCE_SECONDS * 1000);
    signal?.addEventListener("abort", abort);
    try {
      const headers: Record<string, string> = { ...this.headers, Accept: "text/event-stream" };
      if (place !== undefined) {
        headers["Last-Event-ID"] = place;
      }
      const search = patterns.map((topic) => `topic=${q(topic)}`).join("&");
      let response: Response;
      try {
        response = await fetch(`${this.url}/api/events?${search}`, { headers, signal: over.signal });
      } catch (away) {
        throw this.unreachable(away);
      }
      if (!response.ok) {
        throw problemOf(response.status, await response.text(), response.headers.get("Retry-After"));
      }
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ""; ; ) {
        const chunk = await reader.read().catch(() => ({ done: true, value: undefined }));
        if (chunk.done) {
          return; // the next connection goes on where this one broke
        }
        clearTimeout(clock);
        clock = setTimeout(abort, SILENCE_SECONDS * 1000);
        const blocks = (text + chunk.value).split("\n\n");
        text = blocks.pop()!;
        for (const block of blocks) {
          const values = (name: string) =>
            block.split("\n").flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
          const id = values("id")[0];
          const data = values("data").join("\n");
          if (!signal?.aborted && (id !== undefined || data)) {
            await take(values("event")[0] ?? "", id, data);
          }
        }
      }
    } finally {
      clearTimeout(clock);
      signal?.removeEventListener("abort", abort);
      over.abort();
    }
  }

  // -- what all of it is made of

  /**
   * Any other call of the hub (its docs/http.md has them all): JSON in, JSON out, repeated while that may help. `wait`
   * is how long the hub was asked to wait; give every POST that creates something a `key`.
   */
  async request(
    method: string,
    path: string,
    more: { body?: Json; query?: Json; wait?: number; key?: string; signal?: AbortSignal | undefined } = {},
  ): Promise<Json> {
    const query = Object.entries(more.query ?? {}).filter(([, value]) => value !== undefined);
    const search = query.map(([name, value]) => `${q(name)}=${q(String(value))}`).join("&");
    const target = this.url + path + (search && `?${search}`);
    const headers: Record<string, string> = { ...this.headers };
    if (more.body !== undefined) {
      headers["Content-Type"] = "application/json";
    }
    if (more.key !== undefined) {
      headers["Idempotency-Key"] = more.key;
    }
    const init: RequestInit = { method, headers, body: more.body === undefined ? null : JSON.stringify(more.body) };
    const began = Date.now();
    for (let failures = 0; ; failures++) {
      try {
        return await this.once(target, init, ANSWER_SECONDS + (more.wait ?? 0), more.signal);
      } catch (problem) {
        if (!(problem instanceof ParleyError)) {
          throw problem;
        }
        const pause = Math.max(problem.retryAfter, pauseAfter(failures));
        const isPassing = problem.recoverable && PASSING.has(problem.status) && !more.signal?.aborted;
        if (!isPassing || Date.now() + pause * 1000 - began > this.patience * 1000) {
          throw problem;
        }
        await sleep(pause, more.signal);
      }
    }
  }

  private async once(target: string, init: RequestInit, seconds: number, signal?: AbortSignal): Promise<Json> {
    const timer = new AbortController();
    const abort = () => timer.abort(signal?.reason);
    const clock = setTimeout(() => timer.abort(new Error(`no answer within ${seconds} seconds`)), seconds * 1000);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) {
      abort();
    }
    let response: Response;
    let content: string;
    try {
      response = await fetch(target, { ...init, signal: timer.signal });
      content = await response.text();
    } catch (away) {
      throw this.unreachable(away);
    } finally {
      clearTimeout(clock);
      signal?.removeEventListener("abort", abort);
    }
    if (response.ok) {
      return object(content);
    }
    throw problemOf(response.status, content, response.headers.get("Retry-After"));
  }

  private unreachable(away: unknown): ParleyError {
    const cause = away instanceof Error ? (away.cause ?? away) : away;
    const reason = `the hub at ${this.url} cannot be reached: ${cause instanceof Error ? cause.message : cause}`;
    return new ParleyError("unreachable", reason, { recoverable: true, status: 503, cause: away });
  }

  /** Goes on where one call's patience ends: a loop outlives any absence of the hub. Undefined once stopped. */
  private async patiently<T>(
    call: () => Promise<T>,
    stop: AbortSignal | undefined,
    deadline = Infinity,
  ): Promise<T | undefined> {
    for (let failures = 0; ; failures++) {
      try {
        return await call();
      } catch (problem) {
        if (stop?.aborted && problem instanceof ParleyError && problem.recoverable) {
          return undefined;
        }
        const pause = Math.max(problem instanceof ParleyError ? problem.retryAfter : 0, pauseAfter(failures));
        const mayPass = problem instanceof ParleyError && (problem.recoverable || problem.isStrangers);
        if (!mayPass || Date.now() + pause * 1000 > deadline) {
          throw problem;
        }
        console.error(`parley: ${problem.message}; trying again`);
        await sleep(pause, stop);
      }
    }
  }

  private async post(
    run: string,
    to: string,
    kind: string,
    text: string,
    payload: Json | undefined,
    messageId: string,
    fields: Json,
  ): Promise<Sent> {
    const named = TEXT_FIELDS[kind];
    const body: Json = { message_id: messageId, to_agent: to, kind, ...fields, summary: oneLine(text) };
    body.payload = { ...(named !== undefined && text ? { [named]: text } : {}), ...payload };
    if (text && named === undefined) {
      body.parts = [{ type: "text", content: text }];
    }
    return sent(await this.request("POST", `/api/runs/${q(run)}/messages`, { body }), run);
  }

  /** The run in which this object asks the other; a question with an id of its own has its own run. */
  private talk(to: string, messageId: string | undefined): Promise<string> {
    if (messageId !== undefined) {
      return this.open(to, `ask_${messageId.slice(-120)}`);
    }
    const known = this.talks.get(to);
    if (known !== undefined) {
      return known;
    }
    const opened = this.open(to, mint("key"));
    opened.catch(() => this.talks.delete(to));
    this.talks.set(to, opened);
    return opened;
  }

  private async open(to: string, key: string): Promise<string> {
    const names = [this.agent, to].filter((name) => name !== undefined && name !== "user");
    const participants = Object.fromEntries(names.map((name) => [name, name]));
    return (await this.request("POST", "/api/runs", { body: { protocol: "open", participants }, key })).run_id;
  }

  /** For Task: waits for the reply to what was sent. */
  async replyTo(sent: Sent, timeout: number | undefined, task?: Task): Promise<Message> {
    const path = `/api/runs/${q(sent.runId)}/messages`;
    const deadline = deadlineIn(timeout);
    for (let after = sent.seq; ; ) {
      task?.check();
      const wait = slice(deadline);
      const query = { after, wait };
      const page = (await this.patiently(() => this.request("GET", path, { query, wait }), undefined, deadline))!;
      for (const raw of page.items as Json[]) {
        after = raw.seq;
        const message = new Message(raw);
        const isReply = message.parentId === sent.messageId && !["ack", "progress"].includes(message.act);
        if (!isReply || message.expectsReply) {
          continue;
        }
        if (message.act === "system") {
          throw new ParleyError("no-answer", message.text, { recoverable: true, body: raw });
        }
        return new Message(await this.whole(raw));
      }
      if ((page.items as Json[]).some((raw) => raw.act === "system")) {
        const run = await this.request("GET", `/api/runs/${q(sent.runId)}`, { query: { limit: 1 } });
        if (!["running", "waiting"].includes(run.status)) {
          throw new ParleyError("no-answer", `run ${sent.runId} has ended`);
        }
      }
      if (Date.now() >= deadline) {
        const late = `no answer to ${sent.messageId} within ${timeout} seconds`;
        throw new ParleyError("no-answer", late, { recoverable: true });
      }
    }
  }

  /** For Task: the answer to this question goes to whoever asks, not to the inbox. */
  expect(run: string, messageId: string): void {
    this.asked.add(`${run}/${messageId}`);
  }

  /** With a payload that was too large for the log fetched from where it is kept. */
  private async whole(raw: Json, isFlat = false): Promise<Json> {
    if (!raw.payload_ref || (!isFlat && raw.payload_ref.size > MAX_MOVED)) {
      return raw;
    }
    try {
      const payload = await this.request("GET", `/api/blobs/${q(raw.payload_ref.blob_id)}`);
      return isFlat ? { ...raw, ...payload } : { ...raw, payload };
    } catch (problem) {
      if (problem instanceof ParleyError && problem.code === "bad-json") {
        return raw; // a file, to be fetched by whoever wants it
      }
      throw problem;
    }
  }

  private name(): string {
    if (!this.agent) {
      throw new TypeError("whose inbox? new Parley(url, token, { agent }) needs the name that the token belongs to");
    }
    return this.agent;
  }
}

/** A task that this worker holds. `signal` is aborted when it no longer does: stop then. */
export class Task {
  readonly raw: Json;
  readonly id: string;
  readonly runId: string;
  readonly message: string;
  readonly attempt: number;
  readonly fence: number;
  readonly leaseSeconds: number;
  private readonly hub: Parley;
  private readonly lost = new AbortController();

  constructor(hub: Parley, raw: Json, lease: Json) {
    this.hub = hub;
    this.raw = raw;
    this.id = raw.task_id;
    this.runId = raw.run_id;
    this.message = raw.message ?? "";
    this.attempt = raw.attempt;
    this.fence = lease.fence;
    this.leaseSeconds = lease.seconds;
  }

  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** Tells whoever wants it done how it goes; `{ artifact: ... }` hands over a piece of the result. */
  async progress(text: string, data: Json = {}): Promise<void> {
    await this.do("progress", { message: text, message_id: mint("msg"), ...data });
  }

  /** Asks a person and waits; meanwhile the task needs input. */
  async ask(question: string, options: Omit<PersonOptions, "run" | "messageId"> = {}): Promise<string> {
    const mine = mint("ask");
    this.hub.expect(this.runId, mine);
    const body = { choices: options.choices, context: options.context, question, message_id: mine };
    const asked = sent(await this.do("ask", body), this.runId);
    return (await this.hub.replyTo(asked, options.timeout, this)).text;
  }

  /** Ends it with a result, which is taken once however often it is sent. */
  async complete(result: unknown = null): Promise<void> {
    await this.do("complete", { result: result ?? null });
  }

  /** It cannot be done; with `retry` another may try. */
  async fail(reason: string, retry = false): Promise<void> {
    await this.do("fail", { reason: reason.slice(0, 1000), retry });
  }

  /** It should not be done by anybody. */
  async reject(reason: string): Promise<void> {
    await this.do("reject", { reason: reason.slice(0, 1000) });
  }

  /** Gives it back untouched. */
  async release(reason = "released"): Promise<void> {
    await this.do("release", { reason: reason.slice(0, 1000) });
  }

  /** Keeps the lease; `work` does so by itself. */
  async heartbeat(): Promise<void> {
    await this.do("heartbeat", {});
  }

  /** Throws LeaseLost when the task is no longer this worker's. */
  check(): void {
    if (this.lost.signal.aborted) {
      throw new LeaseLost(`task ${this.id} is no longer this worker's`);
    }
  }

  /** Keeps the lease until what it returns is called. */
  keep(): () => void {
    const over = new AbortController();
    const beat = async (): Promise<void> => {
      for (;;) {
        await sleep(this.leaseSeconds / 3, over.signal);
        if (over.signal.aborted) {
          return;
        }
        try {
          await this.heartbeat();
        } catch (problem) {
          if (problem instanceof LeaseLost) {
            return;
          }
          console.error(`parley: no heartbeat for task ${this.id}: ${problem}`); // it does not expire meanwhile
        }
      }
    };
    void beat();
    return () => over.abort();
  }

  private async do(deed: string, body: Json): Promise<Json> {
    this.check();
    try {
      const path = `/api/tasks/${q(this.id)}/${deed}`;
      return await this.hub.request("POST", path, { body: { fence: this.fence, ...body } });
    } catch (problem) {
      if (problem instanceof ParleyError && LEASE_OVER.has(problem.code)) {
        this.lost.abort();
        throw new LeaseLost(problem.message, problem.code);
      }
      throw problem;
    }
  }
}

/** The last few thousand messages that something was done about. */
class Recent {
  private readonly keys = new Set<string>();

  /** Whether it is new. */
  add(key: string): boolean {
    if (this.keys.has(key)) {
      return false;
    }
    this.keys.add(key);
    for (const oldest of this.keys) {
      if (this.keys.size <= REMEMBERED) {
        break;
      }
      this.keys.delete(oldest);
    }
    return true;
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  delete(key: string): void {
    this.keys.delete(key);
  }
}

/** The inbox is no longer read; the message at hand comes again. */
class Stopped extends Error {}

/** What a handler answers; what it throws is told to whoever expects a reply. */
async function dealt(
  handler: (message: Message) => Answer | Promise<Answer>,
  message: Message,
): Promise<Answer> {
  try {
    return await handler(message);
  } catch (broken) {
    console.error(`parley: the handler failed for message ${message.id} of ${message.runId}:`, broken);
    return message.expectsReply ? `failed: ${broken}` : undefined;
  }
}

/** Whether this can never be sent; what is too large for a proxy never gets past it. */
function isUnsendable(problem: ParleyError): boolean {
  return problem.code === "http-413" || (UNSENDABLE.has(problem.code) && !problem.isStrangers);
}

/** What is said last about a task whose handler threw something. */
function ending(task: Task, problem: unknown): () => Promise<void> {
  const reason = problem instanceof Error ? problem.message : String(problem);
  if (problem instanceof Reject) {
    return () => task.reject(reason);
  }
  if (problem instanceof Release) {
    return () => task.release(reason);
  }
  if (problem instanceof Fail) {
    return () => task.fail(reason, problem.retry);
  }
  console.error(`parley: the handler failed for task ${task.id}:`, problem);
  return () => task.fail(String(problem), true);
}

/** Whether the hub was restored from a backup, so that it does not know the place we stood at. */
function isAhead(problem: unknown): boolean {
  return problem instanceof ParleyError && problem.code === "cursor-ahead";
}

function mint(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `${prefix}_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function q(text: string): string {
  return encodeURIComponent(text);
}

function split(content: string | Json): [string, Json | undefined] {
  return typeof content === "string" ? [content, undefined] : ["", content];
}

function sent(answer: Json, run: string): Sent {
  return { messageId: answer.message_id, runId: run, seq: answer.seq, duplicate: answer.duplicate === true };
}

function oneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length <= SUMMARY ? line : line.slice(0, SUMMARY - 1).replace(/[\ud800-\udbff]$/, "") + "…";
}

function pauseAfter(failures: number): number {
  const longest = Math.min(FIRST_PAUSE * 2 ** Math.min(failures, 10), LONGEST_PAUSE);
  return longest * (0.5 + Math.random() / 2);
}

function deadlineIn(timeout: number | undefined): number {
  return timeout === undefined ? Infinity : Date.now() + timeout * 1000;
}

/** How long to wait in one request, in whole seconds. */
function slice(deadline: number): number {
  return Math.max(0, Math.ceil(Math.min(25, (deadline - Date.now()) / 1000)));
}

function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1000);
    if (signal?.aborted) {
      done();
    }
    signal?.addEventListener("abort", done);
  });
}

function object(content: string): Json {
  let found: unknown = null;
  try {
    found = content ? JSON.parse(content) : {};
  } catch {
    // told below
  }
  if (typeof found !== "object" || found === null || Array.isArray(found)) {
    throw new ParleyError("bad-json", "the hub does not answer with a JSON object");
  }
  return found;
}

function problemOf(status: number, content: string, retryAfter: string | null): ParleyError {
  let body: Json = {};
  try {
    body = object(content);
  } catch {
    // a proxy's words: the status has to do
  }
  const guess = [502, 503, 504].includes(status) ? "unreachable" : `http-${status}`;
  const code = typeof body.code === "string" ? body.code : guess;
  return new ParleyError(code, body.message ?? `HTTP status ${status}`, {
    recoverable: body.recoverable ?? PASSING.has(status),
    status,
    body,
    retryAfter: Number(retryAfter) || 0,
  });
}
