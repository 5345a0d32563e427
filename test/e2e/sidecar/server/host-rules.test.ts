import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HARBOUR, serveSite, type TestSite, until } from '../../../support/sidecar/server/serving.js';

/** Adds a line to a file: what a web server would do is not looked at here. */
const RELOAD = ['node', '-e', "require('node:fs').appendFileSync('reloads.txt', 'reloaded\\n')"];
const CHANGED = 'the rules of hosts have changed';

interface Line {
  readonly msg: string;
  readonly files?: readonly string[];
  readonly problem?: string;
}

function linesOf({ log }: TestSite): readonly Line[] {
  return log
    .flatMap((text) => text.split('\n'))
    .filter((text) => text.startsWith('{'))
    .map((text) => JSON.parse(text) as Line);
}

function changesOf(site: TestSite): readonly (readonly string[] | undefined)[] {
  return linesOf(site)
    .filter(({ msg }) => msg.startsWith(CHANGED))
    .map(({ files }) => files);
}

function reloadsOf({ folder }: TestSite): number {
  const path = join(folder, 'reloads.txt');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}

describe('rules of hosts that svc serve changes', () => {
  it('are logged, and the reload command runs once for each change', async () => {
    const site = await serveSite({
      files: HARBOUR,
      config: { hosts: ['vercel'], hostReload: RELOAD },
    });
    await until(() => reloadsOf(site) === 1);
    expect(changesOf(site)).toEqual([['vercel.json']]);
    site.store({ enable_changes: false });
    await until(() => reloadsOf(site) === 2);
    expect(changesOf(site)).toEqual([['vercel.json'], ['vercel.json']]);
  });

  it('stay as they are beside a sidecar when settings change', async () => {
    const site = await serveSite({
      files: HARBOUR,
      config: { hosts: ['nginx', 'caddy'], hostReload: RELOAD },
    });
    await until(() => reloadsOf(site) === 1);
    const rebuilds = () => linesOf(site).filter(({ msg }) => msg === 'rebuilt').length;
    site.store({ enable_llms_txt: false, enable_changes: false, enable_signing: false });
    await until(() => rebuilds() === 1);
    site.store({ enable_llms_txt: true, enable_ai_catalog: true, bypass_shared_cache: true });
    await until(() => rebuilds() === 2);
    expect([reloadsOf(site), changesOf(site).length]).toEqual([1, 1]);
  });

  it('say so when the command fails, and the site is served on', async () => {
    const site = await serveSite({
      files: HARBOUR,
      config: { hosts: ['vercel'], hostReload: ['node', '-e', 'process.exit(3)'] },
    });
    await until(() => linesOf(site).some(({ problem }) => problem === 'it ended with 3'));
    expect((await site.ask('/llms.txt')).status).toBe(200);
  });

  it('are named without a command', async () => {
    const site = await serveSite({ files: HARBOUR, config: { hosts: ['caddy'] } });
    const [line] = linesOf(site).filter(({ msg }) => msg.startsWith(CHANGED));
    expect(line?.files).toEqual(['Caddyfile.live', 'Caddyfile.svc']);
    expect(line?.msg).toContain('reload the web server');
  });
});
