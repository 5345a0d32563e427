import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../support/free-port.js';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite, until } from '../../../../support/sidecar/server/serving.js';

interface Row {
  readonly id: string;
  readonly status: string;
  readonly detail: string;
}

describe('the look at the own site', () => {
  it('is never waited for, and its rows come with a later report', async () => {
    const port = await freePort();
    const site = await serveSite({
      files: HARBOUR,
      config: { site: { url: `http://127.0.0.1:${port}`, name: 'Harbour' } },
      flags: { port: String(port) },
    });
    const client = new AdminClient(site);
    const ada = await client.as('ada', 'administrator');
    const rows = async () => (await client.call('GET', '/readiness', ada)).body as readonly Row[];
    expect((await rows()).some(({ id }) => id === 'head_dupes')).toBe(false);
    await until(async () => (await rows()).some(({ id }) => id === 'head_dupes'));
    const later = await rows();
    expect(later.find(({ id }) => id === 'head_dupes')).toMatchObject({ status: 'pass' });
    expect(later.find(({ id }) => id === 'llms')).toMatchObject({ status: 'pass' });
  });

  it('that fails leaves the report as it was', async () => {
    const port = await freePort();
    const site = await serveSite({
      files: HARBOUR,
      config: { site: { url: `http://127.0.0.1:${port}`, name: 'Harbour' } },
    });
    const client = new AdminClient(site);
    const ada = await client.as('ada', 'administrator');
    for (let count = 0; count < 3; count += 1) {
      const { status, body } = await client.call('GET', '/readiness', ada);
      expect(status).toBe(200);
      expect((body as readonly Row[]).some(({ id }) => id === 'head_dupes')).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
});
