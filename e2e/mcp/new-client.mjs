// The official client of the new protocol uses what the hub offers.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]), {
  requestInit: { headers: { Authorization: `Bearer ${process.env.PARLEY_TOKEN}` } },
});
const client = new Client(
  { name: 'new', version: '1' },
  { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
);
client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ann' } }));
await client.connect(transport);
assert.equal(client.getServerVersion().name, 'parley');
assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');

const { tools } = await client.listTools();
assert(tools.some((tool) => tool.name === 'list_agents'));
const agents = await client.callTool({ name: 'list_agents', arguments: {} });
assert(Array.isArray(agents.structuredContent.agents));
const refused = await client.callTool({ name: 'list_agents', arguments: { limit: -1 } });
assert.equal(refused.isError, true);

const greeted = await client.callTool({ name: 'test_input_required_result_elicitation', arguments: {} });
assert.equal(greeted.content[0].text, 'Hello, Ann!');

const updated = new Promise((resolve) =>
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri)),
);
const subscription = await client.listen({ resourceSubscriptions: ['test://watched-resource'] });
await client.callTool({ name: 'test_touch_watched_resource', arguments: {} });
assert.equal(await updated, 'test://watched-resource');
await subscription.close();
await client.close();
console.error('mcp: the new client in TypeScript is content.');
