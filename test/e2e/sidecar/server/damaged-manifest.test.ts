import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeFiles } from '../../../support/build/workspace.js';
import { HARBOUR, serveSite, until } from '../../../support/sidecar/server/serving.js';

const PAGE = { 'content/pier.md': '---\ntitle: Pier\n---\nThe pier.\n' };

it('a sidecar goes on building from its copy of a damaged manifest, and withdraws pages', async () => {
  const site = await serveSite({ files: { ...HARBOUR, ...PAGE }, flags: { watch: true } });
  expect((await site.ask('/pier.md')).status).toBe(200);
  writeFileSync(join(site.folder, 'out/svc-manifest.json.gz'), 'torn');
  rmSync(join(site.folder, 'content/pier.md'));
  await until(async () => (await site.ask('/pier.md')).status === 404, 30_000);
  const { items } = JSON.parse((await site.ask('/svc-changes.json')).text) as { items: { action: string }[] };
  expect(items.map(({ action }) => action)).toContain('deleted');
}, 60_000);

it('readiness tells of a build that failed, while the content of the last one is served', async () => {
  const site = await serveSite({ files: { ...HARBOUR, ...PAGE }, flags: { watch: true } });
  const ready = async () => (await site.ask('/svc/health/ready')).text;
  expect(await ready()).toBe('{"status":"ok"}');
  rmSync(join(site.folder, '.svc/cache'), { recursive: true });
  writeFileSync(join(site.folder, 'out/svc-manifest.json.gz'), 'torn');
  writeFiles(site.folder, { 'content/quay.md': 'The quay.\n' });
  await until(async () => (await ready()).includes('The last build failed'), 30_000);
  expect((await site.ask('/pier.md')).status).toBe(200);
  rmSync(join(site.folder, 'out/svc-manifest.json.gz'));
  writeFiles(site.folder, { 'content/quay.md': 'The quay again.\n' });
  await until(async () => (await ready()) === '{"status":"ok"}', 30_000);
}, 60_000);
