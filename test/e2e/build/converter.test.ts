import { readFileSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, workspace, writeFiles } from '../../support/build/workspace.js';
import { docExample } from '../../support/cli/doc-example.js';
import { build, runSvc, spawnSvc } from '../../support/cli/run-svc.js';

const PAGE = 'docs/converter.md';
const TEA = '---\ntitle: Tea\n---\n\n## Contents\n\n## Leaves\n\nGreen.\n\n## Water\n\nHot.\n';
const SETUP = { site: { url: 'https://tea.example', name: 'Tea' }, source: 'content' };

/** A site whose packages are those of this project. */
function site(config: object, files: Readonly<Record<string, string>> = {}): string {
  const cwd = workspace({
    'svc.config.json': JSON.stringify({ ...SETUP, ...config }),
    'content/tea.md': TEA,
    ...files,
  });
  symlinkSync(resolve('node_modules'), `${cwd}/node_modules`);
  return cwd;
}

/** A plugin that adds a paragraph at the end. */
const plugin = (word: string) =>
  `export default () => (tree) => { tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: '${word}' }] }); };`;

/** A process of its own: one keeps the modules that it has loaded. */
async function runBuilt(cwd: string): Promise<void> {
  const { code, stderr } = await spawnSvc(['build'], { cwd });
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
}

describe('plugins of the unified stack', () => {
  it('change twins as the documentation shows', async () => {
    const [, written = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];
    const cwd = site({});
    writeFiles(cwd, { 'svc.config.json': written });
    await build([], { cwd });
    const twin = text(cwd, 'out/tea.md');
    const start = twin.slice(twin.indexOf('### Contents'), twin.indexOf('\n\nGreen.'));
    expect(docExample(PAGE, 'twin', `${start}\n`)).toBe(`${start}\n`);
  });

  it('may be files, asynchronous, and convert anew when they have other options', async () => {
    const plugin =
      'export default ({ word }) => async (tree) => { await null; tree.children.push({ type: "paragraph", children: [{ type: "text", value: word }] }); };';
    const cwd = site({ remarkPlugins: [['./end.mjs', { word: 'Enjoy.' }]] }, { 'end.mjs': plugin });
    await build([], { cwd });
    expect(text(cwd, 'out/tea.md')).toMatch(/Hot\.\n\nEnjoy\.\n$/);
    writeFiles(cwd, {
      'svc.config.json': JSON.stringify({ ...SETUP, remarkPlugins: [['./end.mjs', { word: 'Drink.' }]] }),
    });
    await build([], { cwd });
    expect(text(cwd, 'out/tea.md')).toMatch(/Hot\.\n\nDrink\.\n$/);
  });

  it('convert anew when their file changes', async () => {
    const cwd = site({ remarkPlugins: ['./end.mjs'] }, { 'end.mjs': plugin('One.') });
    await runBuilt(cwd);
    expect(text(cwd, 'out/tea.md')).toMatch(/Hot\.\n\nOne\.\n$/);
    writeFiles(cwd, { 'end.mjs': plugin('Two.') });
    await runBuilt(cwd);
    expect(text(cwd, 'out/tea.md')).toMatch(/Hot\.\n\nTwo\.\n$/);
  });

  it('see no text that is held back', async () => {
    const spy =
      'import { appendFileSync } from "node:fs"; export default () => (tree) => appendFileSync("SEEN", JSON.stringify(tree));';
    const cwd = site({ rehypePlugins: ['./spy.mjs'] });
    writeFiles(cwd, {
      'spy.mjs': spy.replace('SEEN', `${cwd}/seen.txt`),
      'content/club.md': '---\ntitle: Club\n---\n\nOpen. [members_only]Secret password.[/members_only]\n',
      'content/draft.md': '---\ntitle: Draft\ndraft: true\n---\n\nSecret plan.\n',
    });
    await build([], { cwd });
    expect(text(cwd, 'seen.txt')).toContain('Open.');
    expect(text(cwd, 'seen.txt')).not.toContain('Secret');
  });

  it('cost one body its text when they throw', async () => {
    const bad = 'export default () => () => { throw new Error("no such leaf"); };';
    const cwd = site({ rehypePlugins: ['./bad.mjs'] }, { 'bad.mjs': bad });
    const { code, stderr } = await runSvc(['build'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('no such leaf');
    expect(text(cwd, 'out/tea.md')).toContain('# Tea');
  });

  it.each([
    [
      'is not installed',
      'rehype-nothing-at-all',
      '',
      /rehypePlugins: the package "rehype-nothing-at-all" isn't installed/,
    ],
    ['is no plugin', './none.mjs', 'export const plugin = 1;', /no plugin as its default export/],
    ['cannot be loaded', './none.mjs', 'export default (', /can't be loaded/],
  ])('stop the build where one %s', async (_, name, code, message) => {
    const cwd = site({ rehypePlugins: [name] }, { 'none.mjs': code });
    const run = await runSvc(['build'], { cwd });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(message);
  });

  it.each([[['remark-toc', {}, 1]], [['remark-toc', 'x']], [[{}, {}]]])(
    'are a name, or a name and options: %j',
    async (plugin) => {
      const { code, stderr } = await runSvc(['build'], { cwd: site({ remarkPlugins: [plugin] }) });
      expect([code, stderr]).toEqual([2, expect.stringContaining('remarkPlugins')]);
    },
  );

  it('are no names of converters', async () => {
    const { code, stderr } = await runSvc(['build', '--converter', 'pandoc'], { cwd: site({}) });
    expect([code, stderr]).toEqual([2, expect.stringContaining('"built-in" or "unified"')]);
  });
});
