import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentTable } from '../../../../src/documents/table.js';
import { readXml } from '../../../../src/quality/validate/ajv.js';
import { markdownLinks, textsWithPlaces } from '../../../../src/quality/validate/document.js';
import { Folder, rowFinder } from '../../../../src/quality/validate/folder.js';
import { type Deployment, resolveUrl } from '../../../../src/quality/validate/resolve-url.js';
import { encodingFault } from '../../../../src/quality/validate/rule.js';
import { type Files, workspace } from '../../../support/build/workspace.js';

const BASE = 'https://tea.example/blog';

function folderOf(root: string): Folder {
  return new Folder({
    root,
    rowOf: rowFinder(documentTable, { restPrefix: 'api', readPrefix: 'api' }),
    written: undefined,
    sourceOf: () => 'generated',
  });
}

function* inPieces(text: string, size: number): Iterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

describe('the row behind a file', () => {
  const find = rowFinder(documentTable, { restPrefix: 'data/v2', readPrefix: 'data/v2' });

  it.each([
    ['llms.txt', 'llms', '/llms.txt'],
    ['posts/llms.txt', 'llms-collection', '/posts/llms.txt'],
    ['de/posts/llms.txt', 'llms-collection', '/de/posts/llms.txt'],
    ['index.md', 'index-markdown', '/index.md'],
    ['.md', 'index-markdown', '/.md'],
    ['sitemap.md', 'sitemap-markdown', '/sitemap.md'],
    ['auth.md', 'auth-md', '/auth.md'],
    ['posts/tea.md', 'markdown', '/posts/tea.md'],
    [
      '.well-known/agent-skills/find-tea/SKILL.md',
      'agent-skill',
      '/.well-known/agent-skills/find-tea/SKILL.md',
    ],
    ['.well-known/agent-skills/index.json', 'agent-skills-index', '/.well-known/agent-skills/index.json'],
    ['.well-known/agent.json', 'agent-card', '/.well-known/agent.json'],
    ['.well-known/mcp/server-card.json', 'mcp-server-card', '/.well-known/mcp/server-card.json'],
    ['.well-known/mcp/shop/server-card.json', 'mcp-server-card-id', '/.well-known/mcp/shop/server-card.json'],
    [
      '.well-known/oauth-protected-resource/index.json',
      'oauth-protected-resource',
      '/.well-known/oauth-protected-resource',
    ],
    [
      '.well-known/oauth-protected-resource',
      'oauth-protected-resource',
      '/.well-known/oauth-protected-resource',
    ],
    ['svc-sitemap-x-y-12.xml', 'sitemap-page', '/svc-sitemap-x-y-12.xml'],
    ['data/v2/index.json', 'rest-index', '/data/v2/index.json'],
    ['data/v2/content/v1/posts.json', 'rest-list', '/data/v2/content/v1/posts.json'],
    ['data/v2/content/v1/posts/index.json', 'rest-list', '/data/v2/content/v1/posts/index.json'],
    ['data/v2/content/v1/posts/page-2.json', 'rest-list', '/data/v2/content/v1/posts/page-2.json'],
    ['data/v2/content/v1/posts/12.json', 'rest-item', '/data/v2/content/v1/posts/12.json'],
  ])('%s is of %s', (file, id, path) => {
    expect(find(file)).toMatchObject({ row: { id }, path });
  });

  it.each([
    'picture.png',
    'index.html',
    'api/index.json',
    '.well-known/nodeinfo',
    '_headers',
    'svc-manifest.json.gz',
  ])('%s has none', (file) => expect(find(file)).toBeUndefined());
});

describe('an address leads', () => {
  const files: Files = {
    'llms.txt': '',
    'posts/tea/index.html': '',
    'about.html': '',
    'api/index.json': '{}',
    'api/content/v1/posts/12.json': '{}',
    '.well-known/oauth-protected-resource/index.json': '{}',
    'posts/grün.md': '',
    'a b.md': '',
  };
  const root = workspace(files);
  const deployment: Deployment = {
    baseUrl: BASE,
    restPrefix: 'api',
    readPrefix: 'api',
    sidecar: false,
    pages: 'all',
    redirects: new Set(['/.well-known/change-password']),
    declared: new Set([`${BASE}/shop/api`]),
    foreign: [`${BASE}/wp-json/wp/v2`],
    siteHas: (path) => ['/humans.txt', '/old/index.htm'].includes(path),
  };
  const lead = (path: string, more: Partial<Deployment> = {}) =>
    resolveUrl(path.startsWith('/') ? BASE + path : path, { ...deployment, ...more }, folderOf(root));

  it.each([
    ['/llms.txt', 'file'],
    ['/llms.txt?v=1#part', 'file'],
    ['/posts/tea/', 'file'],
    ['/posts/tea', 'file'],
    ['/about', 'file'],
    ['/api/', 'file'],
    ['/api', 'file'],
    ['/.well-known/oauth-protected-resource', 'file'],
    ['/posts/gr%C3%BCn.md', 'file'],
    ['/posts/gru%CC%88n.md', 'file'],
    ['/a%20b.md', 'file'],
    ['/posts/coffee/', 'missing-page'],
    ['/coffee.html', 'missing-page'],
    ['/release-1.2', 'missing-page'],
    ['/?p=3', 'elsewhere'],
    ['/logo.png', 'elsewhere'],
    ['/humans.txt', 'elsewhere'],
    ['/old/', 'elsewhere'],
    ['/shop/api', 'elsewhere'],
    ['/shop/api.json', 'missing'],
    ['/wp-json/wp/v2', 'elsewhere'],
    ['/wp-json/wp/v2/posts.json', 'elsewhere'],
    ['/search.json?q={words}', 'elsewhere'],
    ['/.well-known/change-password', 'elsewhere'],
    ['/.well-known/nodeinfo', 'missing'],
    ['/posts/coffee.md', 'missing'],
    ['/api/content/v1/posts/12', 'missing'],
    ['/svc/connect', 'missing'],
    ['/posts/..%2fllms.txt', 'missing'],
    ['/posts/%2e%2e/llms.txt', 'missing'],
    ['/posts/../llms.txt', 'missing'],
    ['/%E0%A4%A.md', 'missing'],
    ['https://tea.example/other.md', 'elsewhere'],
    ['https://tea.example/blogger.md', 'elsewhere'],
    ['https://else.example/x.md', 'elsewhere'],
    ['HTTPS://TEA.example:443/blog/llms.txt', 'file'],
    ['llms.txt', 'bad'],
    ['https://tea example/', 'bad'],
    ['javascript:alert(1)', 'bad'],
  ])('%s: %s', (path, target) => expect(lead(path)).toBe(target));

  it('to a sidecar where there is one', () => {
    expect(lead('/svc/connect', { sidecar: true })).toBe('elsewhere');
    expect(lead('/api/svc/v1/mcp', { sidecar: true })).toBe('elsewhere');
    expect(lead('/api/content/v1/posts/12', { sidecar: true })).toBe('file');
    expect(lead('/svc/connect', { sidecar: 'https://agents.example' })).toBe('missing');
    expect(lead('/agents/svc/connect', { sidecar: `${BASE}/agents` })).toBe('elsewhere');
  });

  it('to pages elsewhere while there are none', () => {
    expect(lead('/posts/coffee/', { pages: 'none' })).toBe('elsewhere');
    expect(lead('/posts/coffee.md', { pages: 'none' })).toBe('missing');
  });

  it('never out of the folder, whatever it says', () => {
    const outer = workspace({ 'secret.txt': '', 'out/a.txt': '' });
    symlinkSync('..', join(outer, 'out', 'up'));
    const folder = folderOf(join(outer, 'out'));
    const part = fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2E.',
      'up',
      'secret.txt',
      'a.txt',
      '',
      '%00',
      '%2f',
      '\\',
      '%5c',
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const url = `${BASE}/${parts.join('/')}`;
        const target = resolveUrl(url, deployment, folder);
        if (target === 'file') expect(parts.join('/')).toBe('a.txt');
      }),
    );
  });
});

describe('the folder', () => {
  it('follows no link and names every one', () => {
    const root = workspace({ 'out/llms.txt': '', 'elsewhere/about.md': '# About' });
    symlinkSync('../elsewhere', join(root, 'out', 'linked'));
    symlinkSync('../elsewhere/about.md', join(root, 'out', 'about.md'));
    mkdirSync(join(root, 'out', 'empty'));
    const folder = folderOf(join(root, 'out'));
    expect([...folder.files()]).toEqual(['llms.txt']);
    expect([...folder.oddPaths()]).toEqual([
      { file: 'about.md', kind: 'link' },
      { file: 'linked', kind: 'link' },
    ]);
    expect(['about.md', 'linked/about.md', 'empty', 'llms.txt'].map((file) => folder.has(file))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('an address that is too long for a file system', () => {
  it('has no file, and is no failure', () => {
    const folder = folderOf(join(workspace({ 'out/llms.txt': '' }), 'out'));
    expect(folder.has('x'.repeat(300))).toBe(false);
    expect(folder.has(`${'x'.repeat(300)}/index.html`)).toBe(false);
  });
});

describe('texts in pieces', () => {
  it('are UTF-8 wherever they are cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 7 }), (text, size) => {
        const isBad = text.includes('\0') || text.startsWith('\ufeff');
        const whole = encodingFault(inPieces(text, size));
        expect(whole === undefined).toBe(!isBad);
      }),
    );
  });

  it.each([
    [[0xef, 0xbb, 0xbf, 0x41], 'bom'],
    [[0xff, 0xfe, 0x41, 0], 'utf-16'],
    [[0, 0x41], 'utf-16'],
    [[0x41, 0x42, 0x43, 0], 'nul'],
    [[0x41, 0xe9, 0x41], 'not-utf-8'],
    [[0x41, 0xc3], 'not-utf-8'],
  ])('%j: %s', (bytes, fault) => expect(encodingFault([Uint8Array.from(bytes)])).toBe(fault));

  it('are XML wherever they are cut', () => {
    const xml = '<?xml version="1.0"?>\n<a xmlns="urn:x"><b n="1">grün &amp; <![CDATA[<roh>]]></b>\n<b/></a>';
    for (let size = 1; size < 9; size += 1) {
      const found: unknown[] = [];
      expect(
        readXml(inPieces(xml, size), ({ path, text, line }) => found.push([path, text, line])),
      ).toBeUndefined();
      expect(found).toEqual([
        ['a/b', 'grün & <roh>', 2],
        ['a/b', '', 3],
        ['a', '', 2],
      ]);
    }
  });

  it.each([
    ['<a>\n<b></a>', 2],
    ['<a>&lol;</a>', 1],
    ['<x:a/>', 1],
    ['', 1],
    ['<a/>\n<b/>', 2],
  ])('%j is no XML from line %i on', (xml, line) => {
    expect(readXml(inPieces(xml, 3), () => undefined)).toMatchObject({ line });
  });
});

describe('links of Markdown', () => {
  it('are those that a reader sees', () => {
    const text = [
      '[a](https://x.example/a) and [b](https://x.example/b "Title"), <https://x.example/c>',
      '`[code](https://x.example/no)` [relative](/no) ![i](https://x.example/i.png)',
      '```md',
      '[fenced](https://x.example/no)',
      '```',
      '- [d](<https://x.example/d>)',
    ].join('\n');
    expect([...markdownLinks(text)].map(({ url, line }) => [url.slice(18), line])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['i.png', 2],
      ['d', 6],
    ]);
  });
});

describe('places in JSON', () => {
  it('are JSON pointers', () => {
    const value = { a: ['x', { 'b/c~d': 'y' }], n: 1, '': 'z' };
    expect([...textsWithPlaces(value)].map(({ pointer, key }) => [pointer, key])).toEqual([
      ['/a/0', 'a'],
      ['/a/1/b~1c~0d', 'b/c~d'],
      ['/', ''],
    ]);
  });
});
