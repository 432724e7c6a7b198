// An agent on the official SDK for ACP that does what it is told, without a model. What was said in a session is kept in
// a file beside its working folder's others, so that session/load finds it in another process.
import fs from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { PROTOCOL_VERSION, agent, methods, ndJsonStream } from '@agentclientprotocol/sdk';

const sessions = new Map();
const file = (session) => path.join(session.cwd, `${session.id}.json`);

function remember(session, role, text) {
  session.said.push({ role, text });
  fs.writeFileSync(file(session), JSON.stringify(session.said));
}

function begin(id, { cwd, mcpServers }, said) {
  const session = { id, cwd, mcpServers, said, stop: new AbortController() };
  sessions.set(id, session);
  return session;
}

async function permission(client, session) {
  const { outcome, _meta } = await client.request(methods.client.session.requestPermission, {
    sessionId: session.id,
    toolCall: { toolCallId: 'push', title: 'Push to main', kind: 'execute', rawInput: { command: 'git push' } },
    options: [
      { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ],
  });
  return [outcome.outcome, outcome.optionId, _meta?.['parley.dev/reason']].filter(Boolean).join(' ');
}

// The hub lends the session a key to its own MCP server.
async function door(session) {
  const server = session.mcpServers[0];
  const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]));
  const answer = await fetch(server.url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
    }),
  });
  return `${server.name} ${answer.status}`;
}

const orders = {
  async work(client, session, update) {
    const call = { toolCallId: 'read', title: 'Read README.md' };
    const entry = { content: 'read', priority: 'high' };
    await update({ sessionUpdate: 'plan', entries: [{ ...entry, status: 'in_progress' }] });
    await update({ sessionUpdate: 'tool_call', ...call, kind: 'read', status: 'pending', rawInput: { path: 'README.md' } });
    await update({ sessionUpdate: 'tool_call_update', ...call, status: 'completed', rawOutput: { lines: 3 } });
    await update({ sessionUpdate: 'plan', entries: [{ ...entry, status: 'completed' }] });
    return 'It has three lines.';
  },
  permission,
  door: (_, session) => door(session),
  recall: (_, session) => session.said.map(({ role, text }) => `${role}: ${text}`).join(' / '),
  pid: () => `${process.pid}`,
  garbage() {
    process.stdout.write('this is no message\n{"jsonrpc":"2.0","id":99999,"result":{}}\n');
    return 'excuse me';
  },
  crash() {
    console.error('the agent is out of luck');
    process.exit(7);
  },
  wait: (_, session) =>
    new Promise((_resolve, reject) => session.stop.signal.addEventListener('abort', () => reject(session.stop.signal))),
};

async function prompt({ params, client }) {
  const session = sessions.get(params.sessionId);
  const text = params.prompt.map((block) => block.text).join('\n');
  const update = (change) => client.notify(methods.client.session.update, { sessionId: session.id, update: change });
  remember(session, 'user', text);
  session.stop = new AbortController();
  try {
    const order = orders[text] ?? (() => `you said: ${text}`);
    const words = await order(client, session, update);
    for (const chunk of words.match(/.{1,7}/gs)) {
      await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: chunk } });
    }
    remember(session, 'agent', words);
    return { stopReason: 'end_turn' };
  } catch (error) {
    if (session.stop.signal.aborted) {
      return { stopReason: 'cancelled' };
    }
    throw error;
  }
}

agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: { loadSession: true, mcpCapabilities: { http: true } },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => ({
    sessionId: begin(crypto.randomUUID(), params, []).id,
    configOptions: [
      {
        id: 'model',
        name: 'Model',
        category: 'model',
        type: 'select',
        currentValue: 'small',
        options: [
          { value: 'small', name: 'Small' },
          { value: 'large', name: 'Large' },
        ],
      },
    ],
  }))
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    const session = begin(params.sessionId, params, []);
    session.said = JSON.parse(fs.readFileSync(file(session), 'utf8'));
    for (const { role, text } of session.said) {
      await client.notify(methods.client.session.update, {
        sessionId: session.id,
        update: { sessionUpdate: `${role}_message_chunk`, content: { type: 'text', text } },
      });
    }
    return {};
  })
  .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
    remember(sessions.get(params.sessionId), 'model', params.value);
    return { configOptions: [] };
  })
  .onRequest(methods.agent.session.prompt, prompt)
  .onNotification(methods.agent.session.cancel, ({ params }) => sessions.get(params.sessionId)?.stop.abort())
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
