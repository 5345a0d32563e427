import { describe, expect, it } from 'vitest';
import type { YieldKey } from '../../../src/config/hooks/yield-key.js';
import { SvcError } from '../../../src/core/errors.js';
import { createDocumentContext } from '../../../src/documents/context.js';
import { surfacesReference } from '../../../src/documents/docs.js';
import { type DocumentRow, prettyJson } from '../../../src/documents/document-row.js';
import { reservedPaths } from '../../../src/documents/reserved.js';
import { documentTable, fileOf, instancesOf } from '../../../src/documents/table.js';
import { schemaErrors, schemaValidator } from '../../../src/quality/validate/ajv.js';
import { filesOf, testContext } from '../../support/documents/context.js';
import { expectFile } from '../../support/documents/golden.js';

const SITE = {
  entries: [
    { id: 1, title: 'Oolong', slug: 'oolong' },
    { id: 2, type: 'page', title: 'About', slug: 'about' },
  ],
};

const row = (patch: Partial<DocumentRow>): DocumentRow => ({
  id: 'x',
  path: '/x.txt',
  contentType: 'text/plain',
  headers: 'plain',
  summary: '',
  condition: '',
  when: () => true,
  render: () => '',
  ...patch,
});

describe('the table of documents', () => {
  it('has unique ids and paths', () => {
    expect(new Set(documentTable.map(({ id }) => id)).size).toBe(documentTable.length);
    const paths = documentTable.flatMap(({ path, aliases }) => [path, ...(aliases ?? [])]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('is described in docs/surfaces.md', () => {
    expectFile('docs/surfaces.md', surfacesReference());
  });

  it('gives every file its own place, inside the output folder', () => {
    for (const sidecar of [false, true]) {
      const ctx = testContext({ ...SITE, sidecar, settings: { enable_root_sitemap: true } });
      const files = documentTable
        .filter(({ id }) => ctx.served(id))
        .flatMap((surface) => [...instancesOf(surface, ctx)].map(fileOf));
      expect(new Set(files).size).toBe(files.length);
      expect(files.filter((file) => file === '' || /^\/|(^|\/)\.\.(\/|$)|\\/.test(file))).toEqual([]);
    }
  });

  it('makes only documents that are valid by their schemas', () => {
    for (const sidecar of [false, true]) {
      const ctx = testContext({ ...SITE, sidecar });
      for (const { id, schema } of documentTable) {
        if (schema === undefined || !ctx.served(id)) continue;
        const texts = Object.values(filesOf(id, ctx));
        expect(texts, id).not.toEqual([]);
        for (const text of texts) expect(schemaErrors(schema, JSON.parse(text)), id).toEqual([]);
      }
    }
  });

  it.each<[YieldKey, string[], RegExp]>([
    ['llms_txt', ['llms', 'llms-collection'], /tea\.example\/llms\.txt/],
    ['llms_full', ['llms-full'], /llms-full\.txt/],
    ['markdown', ['markdown', 'index-markdown'], /oolong\.md|about\.md|text\/markdown/],
    ['robots', ['robots'], /robots\.txt/],
    ['auth_md', ['auth-md'], /auth\.md/],
  ])('[8.3.6-ceded] neither serves nor mentions what was ceded as %s', (key, ids, mention) => {
    const ctx = testContext({ ...SITE, cede: [key] });
    for (const id of ids) expect(filesOf(id, ctx)).toEqual({});
    const texts = documentTable.flatMap(({ id }) => Object.values(filesOf(id, ctx)));
    expect(texts.filter((text) => mention.test(text))).toEqual([]);
  });

  it('renders the same bytes from the same context', () => {
    const render = () => documentTable.flatMap(({ id }) => Object.entries(filesOf(id, testContext(SITE))));
    expect(render()).toEqual(render());
  });
});

describe('the context', () => {
  it('asks each condition once, and lets conditions look at each other', () => {
    let asked = 0;
    const table = [
      row({ id: 'a', when: (ctx) => ctx.served('b') }),
      row({ id: 'b', path: '/b.txt', when: () => ++asked > 0 }),
    ];
    const ctx = testContext({ table });
    expect([ctx.served('a'), ctx.served('b'), ctx.served('b'), ctx.served('unknown')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(asked).toBe(1);
    expect(ctx.urlOf('b')).toBe('https://tea.example/b.txt');
  });

  it('does not count what somebody else provides', () => {
    const facts = testContext();
    expect(createDocumentContext(facts, [row({})], ({ id }) => id === 'x').served('x')).toBe(false);
  });

  it('refuses conditions that go in a circle, and addresses of nothing', () => {
    const ctx = testContext({ table: [row({ id: 'a', when: (inner) => inner.served('a') })] });
    expect(() => ctx.served('a')).toThrow(SvcError);
    expect(() => ctx.urlOf('b')).toThrow(SvcError);
  });
});

describe('reserved addresses', () => {
  const isReserved = reservedPaths(testContext({ sidecar: true }));

  it.each([
    '/llms.txt',
    '/llms.txt/',
    '/LLMS.txt',
    '/index',
    '/index/',
    '/svc-sitemap-post-1.xml',
    '/feed.xml/',
    '/svc/connect/',
    '/schemas/discovery/1.0/discovery.schema.json',
    '/%2Ewell-known/x',
    '/svc-changes.json',
  ])('include %s', (path) => {
    expect(isReserved(path)).toBe(true);
  });

  it.each([
    '/',
    '/?p=1',
    '/tea/',
    '/apis/',
    '/svc-notes/',
    '/llms/',
    '/posts/',
    '/api',
    '/api/tea/',
    '/schemas/',
    '/auth/',
    '/sitemap/',
    '/sitemap.xml',
    '/2026/index-of-teas/',
    '/a%zz/',
  ])('do not include %s', (path) => {
    expect(isReserved(path)).toBe(false);
  });

  it('are those of documents that are switched on', () => {
    const off = reservedPaths(testContext({ settings: { enable_llms_txt: false, enable_changes: false } }));
    for (const path of ['/llms.txt', '/svc-changes.json', '/svc/connect/'])
      expect(off(path), path).toBe(false);
    const on = reservedPaths(testContext({ settings: { enable_root_sitemap: true } }));
    expect(on('/sitemap.xml')).toBe(true);
  });
});

describe('JSON', () => {
  it('is written with four spaces, nothing escaped in vain, and no newline at the end', () => {
    expect(prettyJson({ a: 'https://tea.example/grün', b: [], c: {}, d: [1] })).toBe(
      '{\n    "a": "https://tea.example/grün",\n    "b": [],\n    "c": {},\n    "d": [\n        1\n    ]\n}',
    );
  });

  it('is refused by name when there is no such schema', () => {
    expect(() => schemaValidator('no-such.schema.json')).toThrow(/no-such\.schema\.json/);
  });
});
