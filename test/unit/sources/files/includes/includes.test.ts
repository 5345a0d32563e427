import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspace } from '../../../../support/build/workspace.js';
import { twinOf } from '../../../../support/content/twin-of.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const page = (body: string) => `---\ntitle: Page\n---\n${body}`;

/** The body of `page.md` in a folder with these files. */
async function bodyIn(files: Readonly<Record<string, string>>): Promise<string> {
  const { byKey } = await readFolder(folderWith(files));
  return (byKey.get('page.md')?.body ?? '').trim();
}

describe('snippets of MkDocs', () => {
  it.each([
    ['--8<-- "tea.txt"', 'Pour.\nWait.'],
    ['  --8<-- "tea.txt"', 'Pour.\n  Wait.'],
    ['```\n--8<-- "tea.txt"\n```', '```\nPour.\nWait.\n```'],
    ['--8<--\ntea.txt\n\nsub/b.md\n--8<--', 'Pour.\nWait.\n\nB'],
    ['```\n--8<--\ndef brew():\n--8<--\n```', '```\n--8<--\ndef brew():\n--8<--\n```'],
    ['--8<-- "code.py:brew"', 'brew()'],
    ['--8<-- "code.py:1:1"', 'import tea'],
    ['--8<-- "code.py::1,5:"', 'import tea\nend()'],
    [';--8<-- "tea.txt"', '--8<-- "tea.txt"'],
    ['--8<-- "nested.md"', 'Pour.\nWait.'],
  ])('%j is %j', async (body, expected) => {
    const files = {
      'page.md': page(body),
      'tea.txt': 'Pour.\nWait.\n',
      'sub/b.md': '---\ntitle: B\n---\nB\n',
      'code.py': 'import tea\n# --8<-- [start:brew]\nbrew()\n# --8<-- [end:brew]\nend()\n',
      'nested.md': '---\ntitle: N\n---\n--8<-- "tea.txt"\n',
    };
    expect(await bodyIn(files)).toBe(expected);
  });
});

describe('text of MkDocs', () => {
  it.each([
    ['{% include-markdown "../README.md" %}', 'One.\n<!--a-->\nTwo.\n<!--b-->'],
    [
      '- a\n\n    {% include-markdown "../README.md" %}',
      '- a\n\n    One.\n    <!--a-->\n    Two.\n    <!--b-->',
    ],
    ['{%\n  include-markdown "../README.md"\n  start="<!--a-->"\n  end=\'<!--b-->\'\n%}', 'Two.'],
    ['{!parts/x.md!}', 'A part.'],
    ['{!docs/parts/x.md!}', 'A part.'],
    ['{* ./src/tea.py ln[1:2,4] hl[2] *}', '```py\na = 1\nb = 2\nd = 4\n```'],
    [
      '- a\n\n    {* src/tea.py ln[3] title["tea.py"] *}',
      '- a\n\n\n    ```py title="tea.py"\n    c = 3\n    ```',
    ],
    ['{* ../../etc/passwd *} and {* src/none.py *}', '{* ../../etc/passwd *} and {* src/none.py *}'],
    ['{* src/none.py *}', '{* src/none.py *}'],
    ['{% include "../LICENSE" %} and `{!a!}`', 'Free. and `{!a!}`'],
    ['{% include "../.env" %}', '{% include "../.env" %}'],
  ])('%j has the text of the file', async (body, expected) => {
    const files = {
      'mkdocs.yml': 'site_name: Tea\n',
      'docs/page.md': page(body),
      'README.md': 'One.\n<!--a-->\nTwo.\n<!--b-->\n',
      'docs/parts/x.md': 'A part.\n',
      'src/tea.py': 'a = 1\nb = 2\nc = 3\nd = 4\n',
      LICENSE: 'Free.\n',
      '.env': 'SECRET',
    };
    const { byKey } = await readFolder(folderWith(files));
    expect(byKey.get('docs/page.md')?.body.trim()).toBe(expected);
  });

  it('drops what Fumadocs reads at the end of headings', async () => {
    const body = '## A [step] [#a]\n\n### B [!toc]\n\n## C [d]\n\n```md\n## E [toc]\n```';
    const files = { 'source.config.ts': "import {} from 'fumadocs-mdx'", 'content/docs/page.md': page(body) };
    const { byKey } = await readFolder(folderWith(files));
    expect(byKey.get('content/docs/page.md')?.body.trim()).toBe(
      '## A\n\n### B\n\n## C [d]\n\n```md\n## E [toc]\n```',
    );
  });

  it.each([
    [
      '## <!-- md:setting tea.leaf -->\n\n<!-- md:version 9.5 -->\n<!-- md:default `on` -->',
      '## `tea.leaf`\n\n9.5 · `on`',
    ],
    ['<!-- md:example tea --><!-- a note -->`<!-- md:option x -->`', '<!-- a note -->`<!-- md:option x -->`'],
    ['[a `b`] [c]\n[d]\n  [c] and [d]\n[e]\n\n[c]: /c/', '[a `b`][c]\n[d][c] and [d]\n[e]\n\n[c]: /c/'],
    ['- [x] [c]\n- [ ] [c]\n\n[c]: /c/', '- [x] [c]\n- [ ] [c]\n\n[c]: /c/'],
  ])('%j is %j', async (body, expected) => {
    const files = { 'mkdocs.yml': 'site_name: Tea\n', 'docs/page.md': page(body) };
    const { byKey } = await readFolder(folderWith(files));
    expect(byKey.get('docs/page.md')?.body.trim()).toBe(expected);
  });
});

it('pages of MkDocs have the values of the plugin `macros`', async () => {
  const config = 'plugins: [macros]\nextra: { version: 9.5, links: { home: /h } }\n';
  const { byKey } = await readFolder(
    folderWith({
      'mkdocs.yml': `site_name: Tea\n${config}`,
      'docs/page.md': page(
        '{{ version }} {{ config.site_name }} {{ links.home }}{% if version %} yes{% endif %} {{ gone() }}',
      ),
    }),
  );
  expect(byKey.get('docs/page.md')?.body.trim()).toBe('9.5 Tea /h yes {{ gone() }}');
});

it('notes and tabs of preprocessors of mdBook', async () => {
  const body =
    '```admonish warning "Hot *water*"\nWait.\n```\n\n- a\n\n  ~~~admonish\n  ```js\n  b\n  ```\n  ~~~\n\n````md\n```admonish tip\nc\n```\n````\n\n{{#tabs}}\n{{#tab name="D"}}\nd\n{{#endtab}}\n{{#endtabs}}';
  const files = { 'book.toml': '', 'src/SUMMARY.md': '[P](page.md)', 'src/page.md': page(body) };
  const { byKey } = await readFolder(folderWith(files));
  expect(twinOf(byKey.get('src/page.md')?.body ?? '', 'page.md').markdown.trim()).toBe(
    '> [!WARNING]\n> **Hot _water_**\n>\n> Wait.\n\n- a\n\n  > [!NOTE]\n  >\n  > ```js\n  > b\n  > ```\n\n````md\n```admonish tip\nc\n```\n````\n\n**D**\n\nd',
  );
});

describe('includes of mdBook', () => {
  it.each([
    ['{{#include tea.txt}}', 'Pour.\nWait.'],
    ['{{#include tea.txt:2}}', 'Wait.'],
    ['{{#include code.rs:brew}}', 'brew();'],
    ['{{#playground code.rs editable}}', '```rust\nfn main() {\nbrew();\n}\n```'],
    ['\\{{#include tea.txt}}', '{{#include tea.txt}}'],
    ['{{#title Tea}}', ''],
  ])('%j is %j', async (body, expected) => {
    const files = {
      'page.md': page(body),
      'tea.txt': 'Pour.\nWait.\n',
      'code.rs': 'fn main() {\n// ANCHOR: brew\nbrew();\n// ANCHOR_END: brew\n}\n',
    };
    expect(await bodyIn(files)).toBe(expected);
  });
});

describe('embeds of Obsidian', () => {
  it.each([
    ['A ![[Note]] B', 'A \n\nIntro\n\n## Part\n\nText\n\n### Sub\n\n## Other\n\n B'],
    ['- ![[Note#^abc]] b\n\n  > ![[Note#^abc]]', '- Text\n\n  b\n\n  > \n  >\n  > Text\n  >\n  >'],
    ['![[note#Part]]', '## Part\n\nText\n\n### Sub'],
    ['![[Note#^abc]]', 'Text'],
    ['![[picture.png]]', '![[picture.png]]'],
    ['`![[Note]]`', '`![[Note]]`'],
  ])('%j is %j', async (body, expected) => {
    const note = '---\ntitle: Note\n---\nIntro\n\n## Part\n\nText ^abc\n\n### Sub\n\n## Other\n';
    expect(await bodyIn({ 'page.md': page(body), 'deep/Note.md': note })).toBe(expected);
  });
});

describe('what may not be included', () => {
  it.each([
    ['a draft', { 'x.md': '---\ndraft: true\n---\nSECRET' }],
    ['a file for members', { 'x.md': '---\nvisibility: members\n---\nSECRET' }],
    ['a file with a later start', { 'x.md': '---\npublish_at: 2099-01-01\n---\nSECRET' }],
    ['a file with a later date', { 'x.md': '---\ndate: 2099-01-01\n---\nSECRET' }],
    ['a file in a private folder', { 'x.md': '--8<-- "private/x.md"', 'private/x.md': 'SECRET' }],
    ['a hidden note', { 'x.md': '--8<-- ".x.md"', '.x.md': 'SECRET' }],
    ['a file of a tool', { 'x.md': '--8<-- ".tool/x.txt"', '.tool/x.txt': 'SECRET' }],
    ['a file of settings', { 'x.md': '--8<-- ".env"', '.env': 'SECRET' }],
    ['itself', { 'x.md': '--8<-- "x.md"' }],
    ['nothing', {}],
  ])('%s', async (_, files) => {
    const root = folderWith({ 'page.md': page('--8<-- "x.md"\n\n{{#include x.md}}\n\n![[x]]'), ...files });
    const { byKey, warnings } = await readFolder(root);
    expect(byKey.get('page.md')?.body).not.toContain('SECRET');
    expect(warnings.map(({ code }) => code)).toContain('include-left-out');
  });

  it('is outside of the folder', async () => {
    const outside = workspace({ 'secret.txt': 'SECRET' });
    const root = folderWith({
      'page.md': page('--8<-- "link.txt"\n--8<-- "../secret.txt"\n--8<-- "/etc/hostname"'),
    });
    symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
    writeFileSync(join(root, '..', 'secret.txt'), 'SECRET');
    const { byKey, warnings } = await readFolder(root);
    expect(byKey.get('page.md')?.body).toBe(
      '--8<-- "link.txt"\n--8<-- "../secret.txt"\n--8<-- "/etc/hostname"',
    );
    expect(warnings).toContainEqual({
      code: 'include-left-out',
      file: 'page.md',
      message: '--8<-- "link.txt" and 2 more couldn\'t be included.',
      fix: 'The file must be in the project, be public, and have at most 1 MB.',
      written: '--8<-- "link.txt"',
    });
  });

  it('is a gate that begins in one file and ends in another', async () => {
    const body = await bodyIn({
      'page.md': page('A\n\n:::members\n\n--8<-- "end.txt"\n\nB'),
      'end.txt': 'SECRET\n\n:::\n',
    });
    expect(body).not.toContain('SECRET');
    expect(body).toContain('A');
  });

  it('grows without end', async () => {
    const files: Record<string, string> = { 'page.md': page('--8<-- "a0.txt"') };
    for (let at = 0; at < 12; at += 1)
      files[`a${at}.txt`] = `${'x'.repeat(9000)}\n${`--8<-- "a${at + 1}.txt"\n`.repeat(20)}`;
    expect((await bodyIn(files)).length).toBeLessThan(10_000_000);
  });
});
