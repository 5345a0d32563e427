import { describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../src/build/report.js';
import { wxr } from '../../support/build/export.js';
import { type Files, text, workspace, writeFiles } from '../../support/build/workspace.js';
import { type Enclosing, IN_FOLDERS, IN_GHOST, IN_WORDPRESS } from '../../support/cases/enclosing.js';
import { build, runSvc } from '../../support/cli/run-svc.js';
import { dump, post } from '../../support/sources/ghost/read-export.js';

const BASE = ['--base-url', 'https://tern.example'];

const folder = (rows: readonly Enclosing[]): Files =>
  Object.fromEntries(
    rows.map(([source], at) => {
      const extension = /^<[A-Z]/.test(source) ? 'mdx' : 'md';
      return [
        `content/page-${at}.${extension}`,
        `---\ntitle: Page ${at}\n---\nBefore.\n\n${source}\n\nAfter.\n`,
      ];
    }),
  );

const wordpress = (rows: readonly Enclosing[]): Files => ({
  'export.xml': wxr(rows.map(([body], at) => ({ id: at + 1, slug: `page-${at}`, body }))),
});

const ghost = (rows: readonly string[]): Files => ({
  'ghost.json': dump({
    posts: rows.map((html, at) => post({ id: `post-${at}`, slug: `page-${at}`, title: `Page ${at}`, html })),
  }),
});

/** Builds a site and says which of its pages lack their text. */
async function lostIn(
  source: string,
  files: Files,
  pages: number,
): Promise<readonly [BuildReport, number[]]> {
  const cwd = workspace(files);
  const report = await build(['--source', source, ...BASE], { cwd });
  const lost = Array.from({ length: pages }, (_, at) => at).filter(
    (at) => !/\bTERN\b/.test(text(cwd, 'out', `page-${at}.md`)),
  );
  return [report, lost];
}

describe('constructs that enclose text and do not sound like a restriction', () => {
  it('keep their text in a content folder, and are listed by name and count', async () => {
    const [report, lost] = await lostIn('content', folder(IN_FOLDERS), IN_FOLDERS.length);
    expect(lost.map((at) => IN_FOLDERS[at])).toEqual([]);
    const kept = report.warnings.filter(({ code }) => code === 'markdown-tag-kept');
    for (const [, listed] of IN_FOLDERS) {
      if (listed === undefined) continue;
      const message = `${listed} isn't known; the text that it encloses is published.`;
      expect(kept).toContainEqual(expect.objectContaining({ message, count: 1 }));
    }
    expect(report.warnings.filter(({ code }) => code === 'privacy-held-back')).toEqual([]);
  });

  it('keep their text in a WordPress export, and are listed', async () => {
    const [report, lost] = await lostIn('export.xml', wordpress(IN_WORDPRESS), IN_WORDPRESS.length);
    expect(lost.map((at) => IN_WORDPRESS[at])).toEqual([]);
    const kept = report.warnings.filter(({ code }) => code === 'wordpress-shortcode-kept');
    for (const [, listed] of IN_WORDPRESS) {
      if (listed !== undefined) expect(kept.map(({ message }) => message).join('\n')).toContain(listed);
    }
    expect(report.warnings.filter(({ code }) => code === 'privacy-held-back')).toEqual([]);
  });

  it('keep their text in a Ghost export', async () => {
    const [report, lost] = await lostIn('ghost.json', ghost(IN_GHOST), IN_GHOST.length);
    expect(lost.map((at) => IN_GHOST[at])).toEqual([]);
    expect(report.warnings).toEqual([]);
    expect(IN_FOLDERS.length + IN_WORDPRESS.length + IN_GHOST.length).toBeGreaterThanOrEqual(30);
  });
});

describe('the list of what encloses text', () => {
  const shelf = (times: number) => '<Shelf>\n\nTERN\n\n</Shelf>\n\n'.repeat(times);

  it('counts over all files, in each build, and names the first', async () => {
    const cwd = workspace({ 'content/b.mdx': shelf(2), 'content/a.mdx': shelf(3), 'content/c.mdx': 'C' });
    const listed = { code: 'markdown-tag-kept', file: 'a.mdx', count: 5 };
    for (const args of [[], [], ['--full']]) {
      const { warnings } = await build(['--source', 'content', ...BASE, ...args], { cwd });
      expect(warnings).toMatchObject([listed]);
    }
    const { stderr, stdout } = await runSvc(['build', '--source', 'content', ...BASE], { cwd });
    expect(stdout + stderr).toContain("<Shelf> isn't known");
    expect(stdout + stderr).toContain('(5 times, this place first)');
  });

  it('is shorter by what the owner denies, whose text is held back', async () => {
    const cwd = workspace({ 'content/a.mdx': `Open.\n\n${shelf(1)}` });
    writeFiles(cwd, { 'svc.config.json': JSON.stringify({ privacy: { deny: ['shelf'] } }) });
    const { warnings } = await build(['--source', 'content', ...BASE], { cwd });
    expect(warnings).toEqual([]);
    expect(text(cwd, 'out/a.md')).not.toContain('TERN');
  });

  it('leaves out what widespread generators call parts of a page, code and comments', async () => {
    const known = ['<Tabs>\n<TabItem value="a">\n\nTERN\n\n</TabItem>\n</Tabs>', ':::tip\nTERN\n:::'];
    const hidden = ['```\n<Shelf>a</Shelf>\n```', '<!-- <Shelf>a</Shelf> -->', '<Shelf />'];
    const cwd = workspace({ 'content/a.md': [...known, ...hidden].join('\n\n') });
    const { warnings } = await build(['--source', 'content', ...BASE], { cwd });
    expect(warnings.filter(({ code }) => code === 'markdown-tag-kept')).toEqual([]);
  });

  it('is in the audit too', async () => {
    const cwd = workspace({ 'content/a.mdx': shelf(2) });
    const { stdout } = await runSvc(['audit', '--source', 'content', ...BASE, '--json'], { cwd });
    const { gates } = JSON.parse(stdout) as { gates: readonly object[] };
    expect(gates).toMatchObject([{ name: 'Shelf', isHeldBack: false, decider: 'none', count: 2 }]);
  });
});
