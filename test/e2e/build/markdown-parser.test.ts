import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../src/build/report.js';
import { treeOf, workspace, writeFiles } from '../../support/build/workspace.js';
import { type RunOptions, spawnSvc } from '../../support/cli/run-svc.js';

const WITHOUT_SATTERI = { NODE_OPTIONS: `--require ${resolve('test/support/build/without-satteri.cjs')}` };

async function buildIn(cwd: string, options: Partial<RunOptions> = {}): Promise<BuildReport> {
  const { code, stdout, stderr } = await spawnSvc(['build', '--json', '--full'], { cwd, ...options });
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as BuildReport;
}

function siteOf(source: string): string {
  const cwd = join(workspace(), 'site');
  const config = { site: { url: 'https://harbour.example', name: 'Harbour' }, source };
  writeFiles(cwd, { 'svc.config.json': JSON.stringify(config) });
  return cwd;
}

describe('Markdown is parsed', () => {
  it.each(['files/plain', 'files/hugo', 'files/jekyll', 'files/astro', 'ghost/tideline.json'])(
    'to the same files where no native parser is to be had: %s',
    async (fixture) => {
      const cwd = siteOf(resolve('fixtures', fixture));
      await buildIn(cwd);
      const native = treeOf(join(cwd, 'out'));
      await buildIn(cwd, { env: WITHOUT_SATTERI });
      expect(treeOf(join(cwd, 'out'))).toEqual(native);
    },
  );

  it('without a crash, however deep it nests', { timeout: 120_000 }, async () => {
    const cwd = siteOf('content');
    const deep = {
      images: `${'!['.repeat(200_000)}a${'](x)'.repeat(200_000)}`,
      emphases: `${'*a **a '.repeat(100_000)}b${'** a*'.repeat(100_000)}`,
      strikes: `${'~~a '.repeat(200_000)}b${' a~~'.repeat(200_000)}`,
      quotes: `${'>'.repeat(100_000)} a`,
      lists: `${'- '.repeat(20_000)}a`,
      marks: '*'.repeat(300_000),
    };
    const pages = Object.entries(deep).map(([name, text], id) => [
      `content/${name}.md`,
      `---\ntitle: ${name}\nid: ${id + 1}\n---\n\nRead ${name} here.\n\n${text}\n`,
    ]);
    writeFiles(cwd, {
      ...Object.fromEntries(pages),
      'content/last.md': '---\ntitle: Last\nid: 99\n---\n\nCalm.\n',
    });
    await buildIn(cwd, { timeout: 110_000 });
    for (const name of Object.keys(deep)) {
      expect(readFileSync(join(cwd, 'out', `${name}.md`), 'utf8')).toContain(`Read ${name} here.`);
    }
    expect(readFileSync(join(cwd, 'out', 'last.md'), 'utf8')).toContain('Calm.');
  });
});
