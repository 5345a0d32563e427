import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text, workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

const page = (title: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>` +
  '<p>Rope and sail are kept in the <a href="../../tools/sail.html">loft</a>, as the ' +
  '<a href="../index.html">list</a> says.</p></main></body></html>';

it.each([
  [
    'https://harbour.example/docs',
    'https://harbour.example/tools/sail.html',
    'https://harbour.example/docs/',
  ],
  ['https://harbour.example', 'https://harbour.example/tools/sail.html', 'https://harbour.example/'],
])('links out of the folder of built pages lead above the site at %s', async (base, above, home) => {
  const cwd = workspace({ 'in/index.html': page('Harbour'), 'in/a/b.html': page('Ropes') });
  const report = await build(['--source', 'in', '--base-url', base], { cwd });
  expect(text(join(cwd, 'out/a/b.html.md'))).toContain(`[loft](${above}), as the [list](${home}) says`);
  const broken = report.warnings.filter(({ code }) => code === 'links-broken');
  // Below a folder of the host, what lies above it isn't part of the site.
  expect(broken).toHaveLength(base.endsWith('/docs') ? 0 : 1);
});
