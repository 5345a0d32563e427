import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient, type Credentials, type Reply } from '../../support/server/admin/client.js';
import { until } from '../../support/server/serving.js';
import { readyStatus, type SpawnedSidecar, spawnSidecar } from '../../support/server/spawned-sidecar.js';
import { postgres } from '../../support/storage/databases.js';

const database = postgres();
let first: SpawnedSidecar;
let second: SpawnedSidecar;
let ada: Credentials;

beforeAll(async () => {
  await database.start();
  const config = { database: await database.address() };
  // The first one to start is the one that writes files.
  first = await spawnSidecar({ config });
  await until(async () => (await readyStatus(first)) === 200, 120_000);
  second = await spawnSidecar({ config });
  await until(async () => (await readyStatus(second)) === 200, 120_000);
  ada = await new AdminClient(first).as('ada', 'administrator', config.database);
});
afterAll(() => database.stop());

interface Graded {
  readonly readiness: readonly { readonly id: string; readonly status: string }[];
}

/** The readiness row about llms.txt. */
function llmsRow({ body }: Reply): string | undefined {
  const rows = Array.isArray(body) ? (body as Graded['readiness']) : (body as Graded).readiness;
  return rows.find(({ id }) => id === 'llms')?.status;
}

/** Changes a file of the site by an ability. */
async function write({ url }: SpawnedSidecar, text: string): Promise<{ status: number; code?: string }> {
  const response = await fetch(`${url}api/wp-abilities/v1/abilities/svc/edit-content/run`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...ada },
    body: JSON.stringify({ input: { post_id: 2, old: 'A rope', new: text } }),
  });
  const { status } = response;
  return { status, ...((await response.json()) as { code?: string }) };
}

describe('two sidecars on one PostgreSQL', () => {
  it.each(['/score', '/readiness', '/settings'])(
    'answer GET %s with what the other one has just stored',
    async (path) => {
      const [admin, other] = [new AdminClient(first), new AdminClient(second)];
      const seen: unknown[] = [];
      for (let round = 0; round < 8; round += 1) {
        const isOn = round % 2 === 1;
        const saved = await admin.call('POST', '/settings', ada, { enable_llms_txt: isOn });
        expect(saved.status).toBe(200);
        seen.push(llmsRow(await other.call('GET', path, ada)) === llmsRow(saved));
        // The looks at the database that happen anyway meet this moment at different times.
        await setTimeout(round * 13);
      }
      expect(seen).toEqual(Array.from({ length: 8 }, () => true));
    },
  );

  it('open and close what a setting switches at the same moment', async () => {
    const [admin, other] = [new AdminClient(first), new AdminClient(second)];
    const statuses: number[] = [];
    for (const isOn of [true, false, true, false]) {
      await admin.call('POST', '/settings', ada, { enable_mcp_server: isOn });
      statuses.push((await other.call('GET', '/mcp-token', ada)).status);
    }
    expect(statuses).toEqual([200, 404, 200, 404]);
  });
});

describe('the sidecar that writes', () => {
  it('is replaced within five seconds when it is killed', async () => {
    const settings = { enable_mcp_server: true, enable_agent_writes: true };
    expect((await new AdminClient(second).call('POST', '/settings', ada, settings)).status).toBe(200);
    expect(await write(second, 'A line')).toMatchObject({ status: 503, code: 'svc_not_writer' });
    expect(await write(first, 'A line')).toMatchObject({ status: 200 });
    await first.kill('SIGKILL');
    await until(async () => (await write(second, 'A line')).status === 200, 5000);
  });
});
