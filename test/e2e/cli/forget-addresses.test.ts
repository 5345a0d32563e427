import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepFlaggedAddresses } from '../../../src/insights/activity/record/flagged-addresses.js';
import { openStorage } from '../../../src/storage/open.js';
import { workspace } from '../../support/build/workspace.js';
import { runSvc } from '../../support/cli/run-svc.js';

const ADDRESS = '203.0.113.77';

async function site(settings: object): Promise<string> {
  const cwd = workspace({
    'svc.config.json': JSON.stringify({ site: { url: 'https://harbour.example', name: 'Harbour' } }),
    'svc.settings.json': JSON.stringify(settings),
  });
  const storage = await openStorage(join(cwd, '.svc/svc.db'));
  await keepFlaggedAddresses(storage, [{ client: 'tok:liar', address: ADDRESS, at: 1_782_986_400 }]);
  await storage.close();
  return cwd;
}

function holdsAddress(cwd: string): boolean {
  const folder = join(cwd, '.svc');
  return readdirSync(folder).some((name) => readFileSync(join(folder, name), 'latin1').includes(ADDRESS));
}

describe('addresses of flagged clients, while no sidecar runs', () => {
  it.each([
    ['are gone once they are not wished for', ['set', 'store_flagged_ips', 'false'], false],
    ['are gone with the setting itself', ['reset', 'store_flagged_ips'], false],
    ['are gone after a reset', ['reset', '--yes'], false],
    ['stay while they are wished for', ['set', 'store_flagged_ips', 'true'], true],
    ['stay whatever else is set', ['set', 'topics_max', '4'], true],
    ['stay when somebody looks', ['get', 'store_flagged_ips'], true],
  ])('%s', async (_, args, isKept) => {
    const cwd = await site({ store_flagged_ips: true });
    expect(holdsAddress(cwd)).toBe(true);
    expect(await runSvc(['settings', ...args], { cwd })).toMatchObject({ code: 0 });
    expect(holdsAddress(cwd)).toBe(isKept);
  });

  it('are gone although the setting was off before', async () => {
    const cwd = await site({ store_flagged_ips: false });
    expect((await runSvc(['settings', 'set', 'store_flagged_ips', 'false'], { cwd })).code).toBe(0);
    expect(holdsAddress(cwd)).toBe(false);
  });

  it('make no database where there is none', async () => {
    const cwd = workspace({ 'svc.config.json': '{}' });
    expect((await runSvc(['settings', 'set', 'store_flagged_ips', 'false'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, '.svc/svc.db'))).toBe(false);
  });
});
