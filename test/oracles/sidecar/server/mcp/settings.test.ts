import { describe, expect, it } from 'vitest';
import { wireName } from '../../../../../src/sidecar/abilities/ability.js';
import { abilities } from '../../../../../src/sidecar/abilities/table.js';
import { writeFiles } from '../../../../support/build/workspace.js';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import { Connection } from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

const WRITES = abilities.filter(({ tier }) => tier === 'write').map(wireName);
const ON = { enable_mcp_server: true, enable_agent_writes: true };
const OFF = { enable_mcp_server: true };

/** Half a second passes before the documents of changed settings are there. */
const SLOW = `
export function register(svc) {
  svc.filter('svc_schema_url', async (url) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return url;
  });
}
`;

/** A site whose next builds all fail: whatever changes is not the work of a build. */
async function withoutRebuilds(settings: object, plugin = ''): Promise<{ site: TestSite; mcp: Connection }> {
  const site = await serveSite({
    files: { ...HARBOUR, 'slow.js': plugin },
    config: plugin === '' ? {} : { plugins: ['./slow.js'] },
    settings: { ...settings },
  });
  writeFiles(site.folder, { 'svc.config.json': '{ broken' });
  return { site, mcp: new Connection(site, await new AdminClient(site).as('ada', 'administrator')) };
}

const writesOf = async (mcp: Connection) =>
  (await mcp.tools()).map(({ name }) => name).filter((name) => WRITES.includes(name));

async function instructions(mcp: Connection): Promise<unknown> {
  const given = { protocolVersion: mcp.version, capabilities: {}, clientInfo: { name: 'k', version: '1' } };
  return (await mcp.rpc('initialize', given)).body?.result?.['instructions'];
}

describe('[5-scope-settings] a changed setting', () => {
  it('changes the list of tools before a build has ended', async () => {
    const { site, mcp } = await withoutRebuilds(OFF);
    expect([await writesOf(mcp), await instructions(mcp)]).toEqual([
      [],
      expect.stringContaining('They change nothing'),
    ]);
    for (const [settings, names, words] of [
      [ON, WRITES, 'They also draft and edit content'],
      [OFF, [], 'They change nothing'],
    ] as const) {
      site.store(settings);
      await until(async () => (await writesOf(mcp)).length === names.length);
      await until(async () => String(await instructions(mcp)).includes(words));
      expect(await writesOf(mcp)).toEqual(names);
    }
    expect(site.log.join('')).not.toContain('rebuilt');
  }, 60_000);

  it('changes the instructions too when somebody asks while it is being taken over', async () => {
    const { site, mcp } = await withoutRebuilds(OFF, SLOW);
    expect(await writesOf(mcp)).toEqual([]);
    site.store(ON);
    await until(async () => (await writesOf(mcp)).length === WRITES.length);
    await until(async () => String(await instructions(mcp)).includes('They also draft and edit content'));
    site.store({ ...ON, enable_llms_txt: false });
    const listed = async () => JSON.stringify((await mcp.rpc('resources/list')).body?.result?.resources);
    await until(async () => !(await listed()).includes('/llms.txt'));
    expect(site.log.join('')).not.toContain('rebuilt');
  }, 60_000);
});
