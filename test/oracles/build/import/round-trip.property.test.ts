import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importSite } from '../../../../src/build/import/import-site.js';
import { plainText } from '../../../../src/content/html/text.js';
import { fixedClock } from '../../../../src/core/clock.js';
import { Warnings } from '../../../../src/core/warnings.js';
import { placeEntry } from '../../../../src/site/address.js';
import { filesSource } from '../../../../src/sources/files/row.js';
import type { RawEntry, RawMedia, RawTerm, Source, SourceItem } from '../../../../src/sources/port.js';
import { workspace } from '../../../support/build/workspace.js';

const BASE = 'https://old.example/site';
const NOW = 1_782_986_400;

/** A source that gives what it was made of. */
function sourceOf(items: readonly SourceItem[]): Source {
  return {
    type: 'wxr',
    path: 'made-up.xml',
    async *read() {
      yield* items;
    },
    async *readEntries(wanted) {
      for (const item of items) if (item.kind === 'entry' && wanted.has(item.entry.key)) yield item.entry;
    },
  };
}

/** Words that mean something to YAML, to templates, to file systems or to HTML. */
const HOSTILE = [
  ...[
    '',
    'null',
    'true',
    'No',
    '~',
    '007',
    '1.10',
    '1e3',
    '2024-01-01',
    '12:30:45',
    '---',
    '...',
    '- item',
    '# no',
  ],
  ...[
    'key: value',
    "it's",
    '"quoted"',
    'a\nb',
    'a\n\n  b\n',
    ' spaces ',
    'tab\there',
    '<<',
    '*alias',
    '&anchor',
  ],
  ...[
    '!tag',
    '%TAG',
    '@at',
    '`tick`',
    '{{ site.title }}',
    '{% raw %}',
    '[a, b]',
    '{a: b}',
    '>',
    '|',
    'C:\\con',
  ],
  ...[
    'größe',
    '自転車',
    'إصلاح',
    '🚲 day',
    'e\u0301',
    'con',
    '../../etc',
    '.hidden',
    '_part',
    'a/b',
    'x'.repeat(300),
  ],
  ...[
    'Food &amp; Drink',
    '&amp;lt;b&amp;gt;',
    '<em>so</em>',
    'a\u0085b',
    'a\u2028b',
    '\u00a0nbsp',
    'index',
    '404',
  ],
];
/** What a source can give: no line ends but `\n`, no control characters. */
const text = fc
  .oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 12 }))
  .map((value) =>
    value
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufeff\ufffe\uffff]/g, ''),
  );
const line = text.map((value) => value.trim());
const word = fc.oneof(line, fc.constantFrom('tea', 'rain', 'news'));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const seconds = fc.integer({ min: -1e9, max: 4e9 });

const term = fc.record({
  taxonomy: fc.constantFrom('category', 'tag', 'genre', 'post_format', 'tags'),
  slug: word.filter((slug) => slug !== ''),
  name: word,
});
const address = fc.oneof(
  fc.constantFrom(
    'https://other.example/x/',
    '/gr%C3%B6%C3%9Fe/',
    `${BASE}/?p=7`,
    '/a%2Fb/',
    '/100%25/',
    '/%zz/',
    '//x',
  ),
  fc.webPath().map((path) => BASE + path),
  word.map((slug) => `${BASE}/2024/${encodeURIComponent(slug)}/`),
);

const entry = fc.record({
  type: fc.constantFrom('post', 'page', 'docs', 'news', 'Recipe', 'public', '_private', 'a/b'),
  status: fc.constantFrom('publish', 'draft', 'pending', 'private', 'future', 'trash', 'auto-draft'),
  protected: fc.boolean(),
  noindex: fc.boolean(),
  title: text,
  slug: text,
  url: maybe(address),
  published: maybe(seconds),
  modified: maybe(seconds),
  expires: maybe(seconds),
  utcOffset: maybe(fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 900)),
  authorKeys: fc.array(fc.constantFrom('mara', 'tobias', 'nobody', 'twin'), { maxLength: 3 }),
  terms: fc.array(term, { maxLength: 4 }),
  excerpt: line,
  body: fc.array(text, { maxLength: 4 }).map((parts) => parts.join('\n---\n')),
  image: maybe(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant('/picture.jpg'))),
  imageAlt: maybe(line),
  description: maybe(line),
  seoTitle: maybe(line),
  focusKeyword: maybe(line),
  topics: maybe(
    fc.array(
      line.filter((topic) => topic !== ''),
      { maxLength: 3 },
    ),
  ),
  topicsDerive: maybe(fc.boolean()),
  lang: maybe(fc.constantFrom('en', 'pt-BR', 'no')),
  translationKey: maybe(line),
  menuOrder: maybe(fc.integer()),
  parent: maybe(fc.integer({ min: 1, max: 999 })),
  sticky: maybe(fc.boolean()),
  llms: maybe(fc.boolean()),
  builder: maybe(line.filter((name) => name !== '')),
  extra: maybe(
    fc.dictionary(
      line.filter((key) => key !== '__proto__'),
      text,
      { minKeys: 1, maxKeys: 3, noNullPrototype: true },
    ),
  ),
});

const AUTHORS = [
  { key: 'mara', name: 'Mara &amp; Co' },
  { key: 'tobias', name: 'Tobias “O” Okafor', url: 'https://tobias.example/' },
  { key: 'twin', name: 'Tobias “O” Okafor' },
];
const MEDIA: readonly RawMedia[] = [
  { id: 1, url: `${BASE}/a.jpg`, alt: 'A' },
  { id: 2, url: `${BASE}/b.jpg`, alt: 'B: "b"', width: 10, height: 20 },
  { id: 3, url: `${BASE}/a.jpg`, alt: 'The same file once more' },
];

/** An entry as far as a build looks at it, with names and addresses as the build reads them. */
function meaning(raw: RawEntry, names: ReadonlyMap<string, string>, isFile: boolean): unknown {
  // The field is only for messages.
  const { ref: _ref, key: _key, format: _format, modifiedField: _field, authorKeys, ...rest } = raw;
  const placed = raw.url === undefined ? undefined : placeEntry(raw.url, [BASE]);
  const known = Object.entries(rest).filter(([key, value]) => value !== undefined && !isEmpty(key, value));
  return {
    ...Object.fromEntries(known),
    title: isFile ? raw.title.replace(/\s+/g, ' ').trim() : plainText(raw.title),
    url: placed,
    authors: authorKeys.flatMap((key) => names.get(key) || []),
    terms: [...raw.terms]
      .map(({ taxonomy, slug, name }) => ({ taxonomy, slug, name: plainText(name) }))
      .sort((a, b) => (a.taxonomy < b.taxonomy ? -1 : a.taxonomy > b.taxonomy ? 1 : 0)),
  };
}

/** What is as good as not there; the site's own time counts only for a dated entry. */
function isEmpty(key: string, value: unknown): boolean {
  if (key === 'topics') return (value as readonly string[]).length === 0;
  return (
    ['description', 'seoTitle', 'focusKeyword', 'imageAlt', 'translationKey'].includes(key) && value === ''
  );
}

async function readBack(folder: string): Promise<SourceItem[]> {
  const source = await filesSource.open({ path: folder, now: NOW });
  const warnings = new Warnings();
  const items: SourceItem[] = [];
  for await (const item of source.read({ warnings, timeZone: 'UTC' })) items.push(item);
  expect(warnings.list()).toEqual([]);
  return items;
}

function namesOf(items: readonly SourceItem[]): ReadonlyMap<string, string> {
  return new Map(
    items.flatMap((item) => (item.kind === 'author' ? [[item.author.key, plainText(item.author.name)]] : [])),
  );
}

describe('an import', () => {
  it('is read back as what it was, whatever it was', async () => {
    const root = workspace();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 6 }), async (drawn) => {
        const entries = drawn.map(({ utcOffset, ...one }, number): RawEntry => {
          const known = Object.entries(one).filter(([, value]) => value !== undefined);
          const offset = utcOffset === undefined || one.published === undefined ? {} : { utcOffset };
          const fixed = {
            ref: `made-up.xml:${number}`,
            key: String(number),
            id: number + 10,
            format: 'html',
            // What is imported may come from WordPress.
            linksByIds: true,
          };
          return { ...fixed, ...offset, ...Object.fromEntries(known) } as RawEntry;
        });
        const terms: readonly RawTerm[] = [
          { taxonomy: 'category', slug: 'tee', name: 'tea', description: 'With <em>milk</em>' },
          { taxonomy: 'category', slug: 'tea', name: 'tea', parent: 'tee' },
        ];
        const items: readonly SourceItem[] = [
          { kind: 'site', site: { title: 'No', description: 'key: value', baseUrl: BASE, lang: 'en' } },
          ...AUTHORS.map((author) => ({ kind: 'author', author }) as const),
          ...terms.map((one) => ({ kind: 'term', term: one }) as const),
          ...MEDIA.map((media) => ({ kind: 'media', media }) as const),
          ...entries.map((one) => ({ kind: 'entry', entry: one }) as const),
        ];
        runs += 1;
        const to = join(root, `run-${runs}`);
        await importSite([sourceOf(items)], {
          to,
          format: 'html',
          timeZone: 'UTC',
          withPasswords: false,
          force: false,
          dryRun: false,
          clock: fixedClock(NOW),
        });
        const read = await readBack(to);
        const back = read.flatMap((item) => (item.kind === 'entry' ? [item.entry] : []));
        const names = namesOf(read);
        expect(
          [...back].sort((a, b) => (a.id ?? 0) - (b.id ?? 0)).map((one) => meaning(one, names, true)),
        ).toEqual(entries.map((one) => meaning(one, namesOf(items), false)));
        expect(read.filter((item) => item.kind === 'media').map((item) => item.media)).toEqual(MEDIA);
        expect(read[0]).toEqual(items[0]);
        for (const one of terms) expect(read).toContainEqual({ kind: 'term', term: one });
      }),
      { numRuns: 150 },
    );
  });
});
