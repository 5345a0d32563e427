import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '../../../../src/storage/open.js';
import { settingsCell } from '../../../../src/storage/settings-cell.js';
import { AdminClient, type Credentials, type Reply } from '../../../support/sidecar/server/admin/client.js';
import { until } from '../../../support/sidecar/server/serving.js';
import {
  readyStatus,
  type SpawnedSidecar,
  spawnSidecar,
} from '../../../support/sidecar/server/spawned-sidecar.js';
import { postgres } from '../../../support/storage/databases.js';

const database = postgres();
let first: SpawnedSidecar;
let second: SpawnedSidecar;
let ada: Credentials;
let address = '';

beforeAll(async () => {
  await database.start();
  address = await database.address();
  const config = { database: address };
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
      const storage = await openStorage(address);
      const admin = new AdminClient(second);
      const rows: unknown[] = [];
      for (const isOn of [false, true, false, true]) {
        // As the other sidecar stores it, without the time that it takes for its own answer.
        await settingsCell(storage).change(async (before) => ({ ...before, enable_llms_txt: isOn }));
        const atOnce = llmsRow(await admin.call('GET', path, ada));
        await setTimeout(600);
        rows.push([atOnce, llmsRow(await admin.call('GET', path, ada))]);
      }
      await storage.close();
      const [[, off], [, on]] = rows as [[string, string], [string, string]];
      expect(off).not.toBe(on);
      expect(rows).toEqual([
        [off, off],
        [on, on],
        [off, off],
        [on, on],
      ]);
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
