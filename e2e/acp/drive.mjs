// Speaks to a hub's agent `coder` over HTTP; a part of the story for each start of the hub.
import assert from 'node:assert/strict';

const [, , url, part, folder, known] = process.argv;

async function call(method, at, body) {
  const answer = await fetch(url + at, {
    method,
    headers: { Authorization: `Bearer ${process.env.PARLEY_TOKEN}`, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const json = await answer.json();
  assert(answer.ok, `${method} ${at}: ${JSON.stringify(json)}`);
  return json;
}

const open = async (more) =>
  (await call('POST', '/api/sessions', { agent: 'coder', cwd: folder, ...more })).sessionId;
const tell = (session, message) => call('POST', `/api/sessions/${session}/messages`, { message });
const idle = (session) => call('GET', `/api/sessions/${session}/state?wait=idle`);
async function say(session, message) {
  await tell(session, message);
  const state = await idle(session);
  return state.error ? `ERROR ${state.error}` : state.lastMessage.content;
}
async function log(session, ...kinds) {
  const { runId } = await call('GET', `/api/sessions/${session}`);
  const { items } = await call('GET', `/api/runs/${runId}/messages?limit=500`);
  return items.filter((line) => kinds.includes(line.kind)).map((line) => `${line.kind} ${line.summary}`);
}
// The words of a session's first answer, as whoever watches sees them come.
async function watched(session, order) {
  const stream = await fetch(`${url}/api/sessions/${session}/events`, {
    headers: { Authorization: `Bearer ${process.env.PARLEY_TOKEN}` },
  });
  await tell(session, order);
  const words = [];
  let text = '';
  for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const events = text.split('\n\n');
    text = events.pop();
    for (const event of events.filter((one) => /^event: ?session_text$/m.test(one))) {
      words.push(JSON.parse(/^data: ?(.*)$/m.exec(event)[1]).text);
    }
    if (events.some((one) => one.includes('"from_agent":"coder"'))) {
      return words;
    }
  }
}
async function answer(session, decision) {
  await tell(session, 'permission');
  const { items } = await call('GET', '/api/questions?wait=20');
  assert.match(items[0].text, /Push to main/);
  assert.deepEqual(items[0].approval.arguments.arguments, { command: 'git push' });
  await call('POST', `/api/questions/${items[0].question_id}/answer`, decision);
  return (await idle(session)).lastMessage.content;
}
async function stopped(session, order) {
  await tell(session, order);
  while (!(await call('GET', `/api/sessions/${session}/state`)).isActive) {}
  await call('POST', `/api/sessions/${session}/stop`, {});
}

if (part === 'first') {
  const session = await open();
  assert.deepEqual(await watched(session, 'hello'), ['you sai', 'd: hell', 'o']);
  assert.equal((await idle(session)).lastMessage.content, 'you said: hello');
  assert.equal(await say(session, 'work'), 'It has three lines.');
  assert.deepEqual(await log(session, 'tool_intent', 'tool_result', 'plan_update'), [
    'plan_update 0 of 1 done, next: read',
    'tool_intent Read README.md',
    'tool_result Read README.md: completed',
    'plan_update 1 of 1 done',
  ]);
  assert.equal(await answer(session, { decision: 'approve' }), 'selected yes');
  assert.equal(await answer(session, { decision: 'deny', reason: 'not on a Friday' }), 'selected no not on a Friday');
  assert.equal(await say(session, 'door'), 'parley 200');
  assert.equal(await say(session, 'garbage'), 'excuse me');

  const other = await open({ model: 'Large' });
  assert.equal(await say(other, 'recall'), 'model: large / user: recall');
  const pid = await say(other, 'pid');
  await stopped(other, 'wait');
  assert.equal(await say(other, 'pid'), pid);
  assert.match(await say(other, 'crash'), /^ERROR it has ended with code 7; it said: the agent is out of luck$/);
  assert.match(await say(other, 'recall'), /user: wait .* user: crash \/ user: recall$/);

  await tell(other, 'wait');
  console.log(`${session} ${other}`);
} else {
  const [session, other] = known.split(' ');
  assert.match((await idle(other)).error, /the hub ended while the agent was at it/);
  assert.match(await say(session, 'recall'), /^user: hello \/ agent: you said: hello \/ user: work .* \/ user: recall$/);
}
