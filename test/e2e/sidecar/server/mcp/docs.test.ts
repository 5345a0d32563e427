import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { abilities } from '../../../../../src/sidecar/abilities/table.js';
import { docExample } from '../../../../support/cli/doc-example.js';
import { Connection } from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite } from '../../../../support/sidecar/server/serving.js';

const PAGE = 'docs/mcp-server.md';

it('docs/mcp-server.md shows how nobody is answered, and counts tools as they are', async () => {
  const site = await serveSite({ files: HARBOUR, settings: { enable_mcp_server: true } });
  const message = { jsonrpc: '2.0', id: 1, method: 'initialize' };
  const { status, headers, text } = await new Connection(site, {}).send(message);
  const example = `$ curl -i -X POST https://harbour.example/api/svc/v1/mcp -d '${JSON.stringify(message)}'
HTTP/1.1 ${status} Unauthorized
www-authenticate: ${headers.get('www-authenticate')}
content-type: ${headers.get('content-type')}
cache-control: ${headers.get('cache-control')}

${text}
`;
  expect(docExample(PAGE, 'unauthorized', example)).toBe(example);
  const page = readFileSync(join(import.meta.dirname, '../../../../..', PAGE), 'utf8');
  const count = (tier: string) => abilities.filter((ability) => ability.tier === tier).length;
  expect(page).toContain(`${count('read')} that read; ${count('write')} more that write`);
}, 60_000);
