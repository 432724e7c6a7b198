// The official client of the old protocol uses what the hub offers.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitRequestSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]), {
  requestInit: { headers: { Authorization: `Bearer ${process.env.PARLEY_TOKEN}` } },
});
const client = new Client({ name: 'old', version: '1' }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, () => ({
  action: 'accept',
  content: { username: 'ann', email: 'ann@example.org' },
}));
const updated = new Promise((resolve) =>
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri)),
);
await client.connect(transport);
assert.equal(client.getServerVersion().name, 'parley');

const { tools } = await client.listTools();
assert(tools.some((tool) => tool.name === 'list_agents'));
const agents = await client.callTool({ name: 'list_agents', arguments: {} });
assert(Array.isArray(agents.structuredContent.agents));
const refused = await client.callTool({ name: 'list_agents', arguments: { limit: -1 } });
assert.equal(refused.isError, true);

const asked = await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } });
assert.match(asked.content[0].text, /ann@example.org/);
const steps = [];
await client.callTool({ name: 'test_tool_with_progress', arguments: {} }, undefined, {
  onprogress: ({ progress }) => steps.push(progress),
});
assert.deepEqual(steps, [0, 50, 100]);

await client.subscribeResource({ uri: 'test://watched-resource' });
await client.callTool({ name: 'test_touch_watched_resource', arguments: {} });
assert.equal(await updated, 'test://watched-resource');

await transport.terminateSession();
await client.close();
console.error('mcp: the old client in TypeScript is content.');
