import fc from 'fast-check';
import matter from 'gray-matter';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { tidyLine } from '../../../src/documents/escape.js';
import { isBodyEmpty, renderTwin, twinContent } from '../../../src/documents/markdown-twin.js';
import {
  type ContextOptions,
  documentRow,
  type EntryLine,
  filesOf,
  testContext,
  toPage,
} from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';
import { hostileText } from '../../support/documents/hostile.js';
import { nodeTypes, parseMarkdown, plainText } from '../../support/documents/mdast.js';

const OOLONG: EntryLine = {
  id: 1,
  title: 'Oolong: "blue" tea #1',
  slug: 'oolong',
  published: '2026-06-01T23:30:00Z',
  modified: '2026-07-01T22:15:00Z',
  authors: ['Mia Teal', 'Jo *Steep*'],
  categories: ['Green', 'Taiwan'],
  tags: ['gaiwan'],
  topics: ['oolong', 'brewing, slow'],
  description: 'Half-oxidised leaves, and how to brew them.',
  markdown: 'Heat the water to **90 °C**.\n\n## Steps\n\n1. Warm the pot.\n',
};

function twin(line: Partial<EntryLine>, options: ContextOptions = {}): string {
  return renderTwin(testContext(options), toPage({ ...OOLONG, ...line }));
}

describe('a Markdown twin', () => {
  it.each([
    [{ tags: ['2024', 'python'], topics: ['python'] }, 'tags: ["python", "2024"]'],
    [{ tags: ['2024'], categories: [], topics: [] }, 'tags: ["2024"]'],
    [{ tags: ['1984', '3.14', '-'], topics: ['tea'] }, 'tags: ["tea", "1984", "3.14"]'],
    [{ tags: ['2024', '2024'], topics: ['2024'] }, 'tags: ["2024"]'],
    [{ tags: ['gaiwan'], topics: ['tea'] }, 'tags: ["tea"]'],
  ])('has years among its tags, which are no topics: %j', (line, expected) => {
    expect(twin(line).split('\n')).toContain(expected);
  });

  it('of a post has front matter, the index line, header and body', () => {
    expectGolden('twin-post.md', twin({}, { site: { timeZone: 'Europe/Berlin' } }));
  });

  it.each(['# About\n\nTea.\n', '## `About`\n\nTea.\n'])('has its title once: %j', (markdown) => {
    const text = twin({ type: 'page', title: 'About', description: '', markdown });
    expect(text.match(/^#.*$/gm)).toEqual(['# About']);
  });

  it('of a page shows its address only', () => {
    expectGolden('twin-page.md', twin({ type: 'page', description: '', topics: [], title: 'About' }));
  });

  it('claims no date that the source did not give', () => {
    const text = twin({ published: null });
    expect(text).not.toContain('last_updated');
    expect(text).toContain(
      '\n*by Mia Teal, Jo \\*Steep\\* · in Green, Taiwan · <https://tea.example/oolong/>*\n',
    );
  });

  it('tells the date in the time of the site where only the source knows it', () => {
    const text = twin({
      published: '2026-06-01T02:30:00Z',
      modified: '2026-06-03T01:00:00Z',
      utcOffset: -7 * 3600,
    });
    expect(text).toContain('*2026-05-31 · by');
    expect(text).toContain('last_updated: "2026-06-02"');
  });

  it('has no front matter when the setting is off', () => {
    const text = twin({}, { settings: { markdown_front_matter: false } });
    expect(text).toMatch(/^Index of this site: <https:\/\/tea\.example\/llms\.txt>\n\n# Oolong/);
  });

  it('names /llms.txt only where it is served', () => {
    const text = twin({}, { settings: { enable_llms_txt: false, markdown_front_matter: false } });
    expect(text).toMatch(/^# Oolong/);
  });

  it('of an entry without a body is its header', () => {
    const text = twin({ markdown: ' \n' });
    expect(text.endsWith('\nTopics: oolong, brewing, slow\n')).toBe(true);
    expect(isBodyEmpty(text)).toBe(true);
    expect(isBodyEmpty(twin({}))).toBe(false);
    expect(isBodyEmpty(twin({ markdown: '', description: '', topics: [], type: 'page' }))).toBe(true);
  });

  it.each([
    ['# Oolong\n\nText.\n', 'Oolong'],
    ['# *Oolong* #\nText.', 'Oolong'],
    ['\n# C\\#\n\nText.', 'C#'],
  ])('does not repeat the title of %j', (markdown, title) => {
    const text = twinContent(twin({ markdown, title }));
    expect(text.match(/^# /gm)).toHaveLength(1);
    expect(text.endsWith('\n\nText.\n')).toBe(true);
  });

  it('keeps a first heading that says something else, and headings as they are', () => {
    const text = twin({ markdown: '# Leaves\n\n### Deep\n', title: 'Oolong' });
    expect(text.endsWith('\n\n# Leaves\n\n### Deep\n')).toBe(true);
  });

  it('raises headings if all are below the one that repeats the title', () => {
    const manual = '## tea\n\nBrews.\n\n### Options\n\n```\n### hot\n```\n\n#### Time\n';
    const text = twin({ markdown: manual, title: 'tea' });
    expect(text.endsWith('\n\nBrews.\n\n## Options\n\n```\n### hot\n```\n\n### Time\n')).toBe(true);
    const chapter = '## tea\n\n### Options\n\n## More\n';
    expect(twin({ markdown: chapter, title: 'tea' }).endsWith('\n\n### Options\n\n## More\n')).toBe(true);
  });

  it('names categories of the same name once', () => {
    expect(twin({ categories: ['Green', 'Black', 'Green'] })).toContain(' · in Green, Black · ');
  });

  it('keeps a closing # of the title', () => {
    expect(plainText(parseMarkdown(twinContent(twin({ title: 'Learning C #' }))).children[0] as never)).toBe(
      'Learning C #',
    );
  });

  it('[4.2-markdown] is Markdown, served with `enable_markdown` unless another producer took it', () => {
    expect(documentRow('markdown').contentType).toBe('text/markdown');
    const entries = [OOLONG, { id: 2, slug: 'query', path: '/?p=2', twin: false }, { id: 3, path: '/' }];
    expect(Object.keys(filesOf('markdown', testContext({ entries })))).toEqual(['oolong.md']);
    expect(filesOf('markdown', testContext({ entries, settings: { enable_markdown: false } }))).toEqual({});
    expect(filesOf('markdown', testContext({ entries, cede: ['markdown'] }))).toEqual({});
  });

  it('[4.2.3-slug-md] has a decoded file name and an encoded address', () => {
    const ctx = testContext({ entries: [{ id: 1, path: '/docs/gr%C3%BCner-tee/' }] });
    expect(Object.keys(filesOf('markdown', ctx))).toEqual(['docs/grüner-tee.md']);
  });
});

describe('a description in a twin', () => {
  const quoted = (description: string, markdown: string) => /^> /m.test(twin({ description, markdown }));

  it.each([
    ['Half green, half black…', 'Half green, *half black*, and all of it from the hills.'],
    [
      'Half green, half black',
      '![A pot](https://tea.example/p.png)\n\nHalf [green](https://tea.example/g/), half black.',
    ],
    ['半分緑', '半分緑\n\nBrew it.'],
    [
      `${'Half green, half black. '.repeat(8)}BrewingUse &quot`,
      `${'Half green, half black. '.repeat(8)}\n\n## Brewing\n\nUse "hot" water.`,
    ],
    [
      'Half green, half black, from the hills.BrewingUse hot',
      'Half green, half black, from the hills.\n\n## Brewing\n\n```text\nUse hot water.\n```',
    ],
  ])('is not repeated above a body that begins with it: %s', (description, markdown) => {
    expect(quoted(description, markdown)).toBe(false);
    expect(twin({ description, markdown })).toContain(`description: ${JSON.stringify(description)}`);
  });

  it.each([
    ['Half green, half black', 'Half greenish, half black.'],
    ['How to brew it', 'Half green, half black.'],
    ['art of tea', 'Start of teatime.'],
    ['Half green', `${'Leaves and water. '.repeat(200)}Half green.`],
    ['—', ''],
  ])('stands above a body that does not: %s', (description, markdown) => {
    expect(quoted(description, markdown)).toBe(true);
  });

  it('is only in the front matter if it was made from the body', () => {
    const page = toPage({ ...OOLONG, description: 'Cups Pots', markdown: '- Cups\n- and saucers\n- Pots' });
    const text = renderTwin(testContext(), { ...page, isSummary: true });
    expect(renderTwin(testContext(), page)).toMatch(/^> Cups Pots$/m);
    expect(text).toContain('description: "Cups Pots"');
    expect(text).not.toMatch(/^> /m);
  });
});

describe('hostile texts in a twin', () => {
  const line = fc.record({
    title: hostileText,
    description: hostileText,
    authors: fc.array(hostileText, { maxLength: 2 }),
    categories: fc.array(hostileText, { maxLength: 2 }),
    topics: fc.array(hostileText, { maxLength: 3 }),
  });

  it('come back from the front matter unchanged', () => {
    fc.assert(
      fc.property(line, (patch) => {
        const text = twin(patch);
        const expected = {
          title: tidyLine(patch.title) || '(untitled)',
          ...(tidyLine(patch.description) === '' ? {} : { description: tidyLine(patch.description) }),
          canonical_url: 'https://tea.example/oolong/',
          last_updated: '2026-07-01',
          ...(cleaned(patch.topics).length === 0 ? {} : { tags: cleaned(patch.topics) }),
        };
        expect(parseYaml(text.slice(4, text.indexOf('\n---\n', 3)))).toEqual(expected);
        expect(matter(text).data).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('show as they are in the header, and build nothing', () => {
    fc.assert(
      fc.property(line, fc.boolean(), (patch, gfm) => {
        const tree = parseMarkdown(twinContent(twin({ ...patch, markdown: '' })), gfm);
        const description = tidyLine(patch.description);
        const topics = cleaned(patch.topics);
        expect(tree.children.map((node) => node.type)).toEqual([
          'heading',
          'paragraph',
          ...(description === '' ? [] : ['blockquote']),
          ...(topics.length === 0 ? [] : ['paragraph']),
        ]);
        const texts = tree.children.map((node) => plainText(node));
        const parts = ['2026-06-01'];
        if (cleaned(patch.authors).length > 0) parts.push(`by ${cleaned(patch.authors).join(', ')}`);
        if (cleaned(patch.categories).length > 0) parts.push(`in ${cleaned(patch.categories).join(', ')}`);
        expect(texts).toEqual([
          tidyLine(patch.title) || '(untitled)',
          [...parts, 'https://tea.example/oolong/'].join(' · '),
          ...(description === '' ? [] : [description]),
          ...(topics.length === 0 ? [] : [`Topics: ${topics.join(', ')}`]),
        ]);
        const own = ['blockquote', 'emphasis', 'heading', 'link', 'paragraph', 'root', 'text'];
        expect(nodeTypes(tree).filter((type) => !own.includes(type))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('never leave an author, category or address outside the italic line', () => {
    fc.assert(
      fc.property(line, (patch) => {
        const metadata = parseMarkdown(twinContent(twin(patch))).children[1];
        expect(metadata?.type === 'paragraph' && metadata.children.map((node) => node.type)).toEqual([
          'emphasis',
        ]);
      }),
    );
  });
});

function cleaned(texts: readonly string[]): string[] {
  return texts.map(tidyLine).filter((text) => text !== '');
}
