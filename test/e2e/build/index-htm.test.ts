import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text, workspace } from '../../support/build/workspace.js';
import { build, runSvc } from '../../support/cli/run-svc.js';

it('marks the page of a folder in index.htm like one in index.html', async () => {
  const page = (name: string) =>
    `<!doctype html><html><head><title>${name}</title></head><body><main><h1>${name}</h1><p>About <a href="/ropes/">${name}</a>.</p></main></body></html>`;
  const cwd = workspace({ 'built/index.htm': page('Harbour'), 'built/ropes/index.htm': page('Ropes') });
  await build(['--site', 'built', '--base-url', 'https://harbour.example'], { cwd });
  const ropes = text(join(cwd, 'out/ropes/index.htm'));
  expect(ropes).toContain('<link rel="canonical" href="https://harbour.example/ropes/">');
  expect(ropes).toContain('type="text/markdown" href="https://harbour.example/ropes.md"');
  expect((await runSvc(['validate'], { cwd })).code).toBe(0);
});
