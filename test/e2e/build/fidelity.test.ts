import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wxr } from '../../support/build/export.js';
import { treeOf, workspace, writeFiles } from '../../support/build/workspace.js';
import type { Failure } from '../../support/cli/run-svc.js';
import { build, NOW, runSvc } from '../../support/cli/run-svc.js';

const WORDS = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');

function page(id: number, more = ''): string {
  return `<!doctype html><html lang="en"><head><title>Page ${id}</title></head><body><main><h1>Page ${id}</h1>
    <p>Own${id} ${WORDS}</p>${more}</main></body></html>`;
}

/** The owner takes `.gone` out, which visitors still see. */
function site(pages: Readonly<Record<string, string>>): string {
  const source = { type: 'html', path: 'site', options: { remove: ['.gone'] } };
  return workspace({
    'svc.config.json': JSON.stringify({ site: { url: 'https://harbour.example' }, source }),
    ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`site/${name}`, text])),
  });
}

const lossy = () =>
  site({
    'index.html': page(0, '<p class="gone">Front page, left out</p>'),
    'a.html': page(1),
    'b.html': page(2, '<p class="gone">heron otter kingfisher</p>'),
  });

describe('the report', () => {
  it('tells what the twin of a page lacks, and leaves the front page out', async () => {
    const { fidelity } = await build([], { cwd: lossy() });
    expect(fidelity).toMatchObject({ lost: 3, added: 0, addedPercent: 0, frameTwins: 0 });
    expect(fidelity.lostPercent).toBe(Math.ceil((3 * 10_000) / fidelity.words) / 100);
    expect(fidelity.pages.map(({ url, lost, lostWords }) => [url, lost, lostWords])).toEqual([
      ['https://harbour.example/b.html', 3, ['heron', 'otter', 'kingfisher']],
    ]);
    expect(fidelity.vanished).toEqual([{ name: 'p', count: 1 }]);
  });

  it('of a source names what the site alone would know', async () => {
    const cwd = workspace({
      'content/a.md': '# A\n\nText.\n\n{{< readfile file="otters.md" >}}\n',
      'content/b.mdx': '# B\n\nText.\n\n<Testimonials />\n',
    });
    const { fidelity } = await build(['--source', 'content', '--base-url', 'https://harbour.example'], {
      cwd,
    });
    expect(fidelity.vanished.map(({ name }) => name)).toEqual(['<Testimonials>', '{{< readfile >}}']);
    expect(fidelity).toMatchObject({ lost: 0, added: 0 });
  });

  it('of an export counts no lines as frame, and no words in brackets that stay', async () => {
    const items = Array.from({ length: 9 }, (_, at) => ({
      id: at + 1,
      slug: `page-${at}`,
      body: `<p>Free parking on all days.</p><p>Own${at} [a-z]+</p><!--[if gte mso 9]><xml>x</xml><![endif]-->`,
      terms: [{ taxonomy: 'post_tag', slug: 'a', name: 'Boats' }],
    }));
    const cwd = workspace({ 'export.xml': wxr(items) });
    const { fidelity } = await build(['--source', 'export.xml', '--base-url', 'https://harbour.example'], {
      cwd,
    });
    expect(fidelity).toMatchObject({ lost: 0, added: 0, framePercent: 0, vanished: [] });
  });

  it('is the same when pages come from the cache', async () => {
    const cwd = lossy();
    const first = await build([], { cwd });
    writeFiles(cwd, { 'site/a.html': page(1, '<p>More</p>') });
    const second = await build([], { cwd, now: NOW + 60 });
    const full = await build(['--full'], { cwd, now: NOW + 60 });
    expect(second.converted).toBeLessThan(full.converted);
    expect(second.fidelity).toEqual(full.fidelity);
    expect(second.fidelity.words).toBe(first.fidelity.words + 1);
    expect(second.fidelity.pages.map(({ lost }) => lost)).toEqual([3]);
  });
});

describe('the gate', () => {
  const failure = async (args: readonly string[], cwd: string) => {
    const { code, stdout } = await runSvc(['build', ...args, '--json'], { cwd });
    return { exit: code, ...(JSON.parse(stdout) as Failure) };
  };

  it.each([[['--strict']], [['--min-fidelity', '99.5']]])(
    '%j publishes nothing when words are lost',
    async (args) => {
      const cwd = lossy();
      const { exit, error } = await failure(args, cwd);
      expect(exit).toBe(1);
      expect(error).toMatchObject({ code: 'SVC_FIDELITY', fix: expect.stringContaining('report') });
      expect(error.message).toContain('https://harbour.example/b.html: heron otter kingfisher');
      expect(existsSync(join(cwd, 'out'))).toBe(false);
    },
  );

  it('leaves what is there as it was', async () => {
    const cwd = site({ 'index.html': page(0), 'b.html': page(2) });
    await build(['--strict'], { cwd });
    const before = treeOf(join(cwd, 'out'));
    writeFiles(cwd, { 'site/b.html': page(2, '<p class="gone">heron otter kingfisher</p>') });
    expect((await failure(['--strict'], cwd)).exit).toBe(1);
    expect(treeOf(join(cwd, 'out'))).toEqual(before);
  });

  it('holds for a run that has nothing to do', async () => {
    const cwd = lossy();
    await build([], { cwd });
    expect((await failure(['--min-fidelity', '99.5'], cwd)).exit).toBe(1);
    await build(['--min-fidelity', '90'], { cwd });
  });

  it('reads its number from the environment, and takes no other', async () => {
    const cwd = lossy();
    const run = (value: string) => runSvc(['build'], { cwd, env: { SVC_MIN_FIDELITY: value } });
    expect((await run('99.9')).code).toBe(1);
    expect((await run('50')).code).toBe(0);
    for (const wrong of ['101', '-1', 'all', '9_9']) expect((await run(wrong)).code).toBe(2);
    expect(readFileSync(join(cwd, 'out/b.html.md'), 'utf8')).not.toContain('heron');
  });
});
