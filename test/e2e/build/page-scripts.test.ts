import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspace, writeFiles } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

const PAGE =
  '<!doctype html><html><head><title>Ropes</title></head><body><main><p>Knots.</p></main></body></html>';
const ARRIVALS = '<script src="/svc-arrivals.js" defer></script>';
const WEBMCP = '<script src="/svc-webmcp.js" defer></script>';

function site(config: object) {
  const cwd = workspace({
    'svc.config.json': JSON.stringify({
      site: { url: 'https://harbour.example', name: 'Harbour' },
      ...config,
    }),
    'built/ropes/index.html': PAGE,
    'built/404.html': PAGE,
    'content/ropes.md': '---\ntitle: Ropes\nid: 1\ndate: 2026-01-01\n---\n\nKnots.\n',
  });
  const out = (file: string) => join(cwd, 'out', file);
  return {
    out,
    read: (file: string) => (existsSync(out(file)) ? readFileSync(out(file), 'utf8') : ''),
    async build(settings: object) {
      writeFiles(cwd, { 'svc.settings.json': JSON.stringify(settings) });
      return build([], { cwd });
    },
  };
}

describe.each([
  ['augmented', { source: { type: 'html', path: 'built' }, siteDir: 'built', sidecar: true }],
  ['rendered', { source: 'content', html: 'render', sidecar: true }],
])('%s pages', (_, config) => {
  it('load the scripts that are switched on, and only while they are', async () => {
    const { build: run, read, out } = site(config);
    await run({ enable_referral_beacon: true, enable_webmcp: true });
    const page = read('ropes/index.html');
    expect([page.split(ARRIVALS).length, page.split(WEBMCP).length]).toEqual([2, 2]);
    expect(read('404.html')).not.toMatch(/svc-arrivals|svc-webmcp/);
    expect(read('svc-arrivals.js')).toContain('/api/svc/v1/ai-hit');
    expect(read('svc-webmcp.js')).toContain('"read-page"');
    await run({ enable_webmcp: true });
    expect(read('ropes/index.html')).not.toContain('svc-arrivals');
    expect([existsSync(out('svc-arrivals.js')), read('ropes/index.html').includes(WEBMCP)]).toEqual([
      false,
      true,
    ]);
    await run({});
    expect(read('ropes/index.html')).not.toMatch(/svc-arrivals|svc-webmcp/);
  });

  it('report to nobody where there is no sidecar', async () => {
    const { build: run, read, out } = site({ ...config, sidecar: false });
    await run({ enable_referral_beacon: true });
    expect([existsSync(out('svc-arrivals.js')), read('ropes/index.html').includes('svc-arrivals')]).toEqual([
      false,
      false,
    ]);
  });
});
