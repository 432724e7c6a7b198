// Codex lists its MCP servers without calling at them; its app server, which editors use, tells what it has got from each.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const codex = spawn('codex', ['app-server'], { stdio: ['pipe', 'pipe', 'inherit'] });
const say = (message) => codex.stdin.write(`${JSON.stringify(message)}\n`);

say({ id: 1, method: 'initialize', params: { clientInfo: { name: 'parley', version: '1' } } });
for await (const line of createInterface({ input: codex.stdout })) {
  const message = JSON.parse(line);
  if (message.id === 1) {
    say({ method: 'initialized' });
    say({ id: 2, method: 'mcpServerStatus/list', params: {} });
  } else if (message.id === 2) {
    for (const server of message.result?.data ?? []) {
      const tools = Object.keys(server.tools ?? {}).length;
      console.log(`${server.name}: ${tools > 0 ? `connected, ${tools} tools` : 'no tools'}`);
    }
    if (message.error) console.log(message.error);
    break;
  }
}
codex.kill();
