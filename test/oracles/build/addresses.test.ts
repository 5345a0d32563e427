import { mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../src/build/report.js';
import { documentTable } from '../../../src/documents/table.js';
import { expectAgreement } from '../../support/build/agreement.js';
import { type Item, wxr } from '../../support/build/export.js';
import { filesIn, json, strays, text, treeOf, workspace } from '../../support/build/workspace.js';
import { build, failBuild } from '../../support/cli/run-svc.js';

const BASE = 'https://harbour.example';

interface Built {
  readonly cwd: string;
  readonly out: string;
  readonly report: BuildReport;
  /** Markdown twins, without the service's own files. */
  readonly twins: readonly string[];
  readonly codes: readonly string[];
}

async function buildSite(
  items: readonly Item[],
  base = BASE,
  exportBase?: string,
  html: 'none' | 'render' = 'none',
): Promise<Built> {
  const options = exportBase === undefined ? {} : { base: exportBase };
  const cwd = workspace({ 'export.xml': wxr(items, options), 'svc.config.json': JSON.stringify({ html }) });
  const report = await build(['--source', 'export.xml', '--base-url', base], { cwd });
  const out = join(cwd, 'out');
  const twins = filesIn(out).filter(
    (file) => file.endsWith('.md') && !/^(?:|index|sitemap|auth)\.md$/.test(file),
  );
  return { cwd, out, report, twins, codes: report.warnings.map(({ code }) => code) };
}

function changes(out: string): readonly { url: string; markdown?: string }[] {
  return json<{ items: { url: string; markdown?: string }[] }>(out, 'svc-changes.json').items;
}

describe('[4.2.3-slug-md] rebasing', () => {
  it.each([
    ['host to host', 'https://old.example', 'https://new.example', 'https://old.example/a/b/', '/a/b/'],
    [
      'out of a folder',
      'https://old.example/blog',
      'https://new.example',
      'https://old.example/blog/a/',
      '/a/',
    ],
    ['into a folder', 'https://old.example', 'https://new.example/en/site', 'https://old.example/a/', '/a/'],
    ['folder to folder', 'https://old.example/x/', 'https://new.example/y/', 'https://old.example/x/a', '/a'],
    ['with www', 'https://www.old.example', 'https://new.example', 'https://old.example/a/', '/a/'],
    ['without www', 'https://old.example', 'https://new.example', 'https://www.old.example/a/', '/a/'],
    ['over http', 'https://old.example', 'https://new.example', 'http://old.example/a/', '/a/'],
    [
      'with the usual port',
      'https://old.example',
      'https://new.example',
      'https://old.example:443/a/',
      '/a/',
    ],
    ['with a port', 'http://old.example:8080', 'https://new.example', 'http://old.example:8080/a/', '/a/'],
    ['a host in capitals', 'https://OLD.example', 'https://new.example', 'https://old.EXAMPLE/a/', '/a/'],
    ['rebased already', 'https://old.example', 'https://new.example', 'https://new.example/a/', '/a/'],
    ['a path alone', 'https://old.example', 'https://new.example', '/a/', '/a/'],
    ['without scheme', 'https://old.example', 'https://new.example', '//old.example/a/', '/a/'],
    ['with a fragment', 'https://old.example', 'https://new.example', 'https://old.example/a/#top', '/a/'],
    [
      'unencoded',
      'https://old.example',
      'https://new.example',
      'https://old.example/über uns/',
      '/%C3%BCber%20uns/',
    ],
  ])('moves an address %s', async (_, from, to, link, path) => {
    const { out, twins } = await buildSite([{ id: 1, link }], to, from);
    const base = to.replace(/\/$/, '');
    const twin = `${path.replace(/\/$/, '')}.md`;
    expect(changes(out)).toMatchObject([{ url: base + path, markdown: base + twin }]);
    expect(twins).toEqual([decodeURIComponent(twin.slice(1))]);
    expectAgreement(out, base);
  });

  it('moves links in bodies alike', async () => {
    const body = `<p><a href="https://www.old.example/blog/b/#x">b</a> <a href="/blog/b/">b</a> <a href="https://old.example/shop/">shop</a>
      <a href="../b/">b</a> <img src="https://old.example/blog/c.png" alt="c"></p>`;
    const items: Item[] = [{ id: 1, link: 'https://old.example/blog/a/', body }];
    const { out } = await buildSite(items, 'https://new.example', 'https://old.example/blog');
    const twin = text(out, 'a.md');
    expect(twin.match(/https:\/\/[^)\s]*/g)).toContain('https://new.example/b/#x');
    expect(twin).toContain('![c](https://new.example/c.png)');
    expect(twin).toContain('https://old.example/shop/');
    expect(twin).not.toContain('old.example/blog');
  });

  it.each([
    ['another host', 'https://elsewhere.example/a/'],
    ['a host that only begins alike', 'https://old.example.evil.example/a/'],
    ['user information', 'https://old.example@evil.example/a/'],
    ['another folder', 'https://old.example/shop/a/'],
    ['a folder that only begins alike', 'https://old.example/blogger/a/'],
    ['another port', 'https://old.example:8443/blog/a/'],
    ['another scheme', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['a host without scheme', '//evil.example/a/'],
  ])('leaves out an entry at %s', async (_, link) => {
    const items: Item[] = [
      { id: 1, link, title: 'Stray' },
      { id: 2, link: 'https://old.example/blog/b/' },
    ];
    const { out, report, twins } = await buildSite(items, 'https://new.example', 'https://old.example/blog');
    expect(twins).toEqual(['b.md']);
    expect(report).toMatchObject({
      skipped: 1,
      warnings: [
        { code: 'address-elsewhere', skipped: true, message: expect.stringContaining('"Stray" (id 1)') },
      ],
    });
    expectAgreement(out, 'https://new.example');
  });
});

describe('addresses that two entries want', () => {
  const two = (first: string, second: string) =>
    buildSite([
      { id: 9, link: `https://old.example${first}`, title: 'Nine' },
      { id: 4, link: `https://old.example${second}`, title: 'Four' },
    ]);

  it.each([
    ['the same', '/tea/', '/tea/', 'address-same-url'],
    ['without the slash', '/tea', '/tea/', 'address-same-url'],
    ['encoded otherwise', '/t%C3%A9/', '/té/', 'address-same-url'],
    ['composed otherwise', '/te\u0301/', '/t\u00e9/', 'address-same-url'],
    ['encoded without need', '/t%65a/', '/tea/', 'address-same-url'],
    ['with doubled slashes', '/a//tea/', '/a/tea/', 'address-same-url'],
    ['but for the case', '/Tea/', '/tea/', 'address-same-file'],
    ['but for the case of another script', '/ЧАЙ/', '/чай/', 'address-same-file'],
    ['the front page', '/', '/', 'address-same-url'],
    ['the same query', '/?p=1', '/?p=1', 'address-same-url'],
    ['a file and a folder', '/tea.md/green/', '/tea/', 'address-folder'],
    ['a folder and a file', '/tea/', '/tea.md/green/', 'address-folder'],
  ])('go to the lowest id: %s', async (_, first, second, code) => {
    const { out, report } = await two(first, second);
    expect(changes(out)).toMatchObject([{ id: 4 }]);
    const warning = report.warnings.find((one) => one.code === code);
    expect(warning).toMatchObject({
      skipped: true,
      message: expect.stringMatching(/"Nine" \(id 9\).*"Four" \(id 4\)/),
    });
    expect(report.skipped).toBe(1);
    expectAgreement(out, BASE);
  });

  it('are no trouble where only queries differ', async () => {
    const { out, report, codes } = await two('/?p=1', '/?p=2');
    expect(report).toMatchObject({ skipped: 0, twins: 0 });
    expect(codes).toEqual(['no-twin-query', 'no-twin-query']);
    expect(changes(out)).toHaveLength(2);
    expectAgreement(out, BASE);
  });

  it('are fatal with --strict', async () => {
    const cwd = workspace({
      'export.xml': wxr([
        { id: 1, slug: 'tea' },
        { id: 2, slug: 'tea' },
      ]),
    });
    const before = treeOf(cwd);
    const failure = await failBuild(['--source', 'export.xml', '--base-url', BASE, '--strict'], { cwd });
    expect(failure).toMatchObject({ code: 1, error: { code: 'SVC_STRICT' } });
    expect(treeOf(cwd)).toEqual(before);
  });
});

/** Documents that a plain build doesn't write, or that make room for pages. */
const OFF = ['/auth.md', '/sitemap.md', '/sitemap.xml', '/svc-arrivals.js', '/svc-webmcp.js'];

describe('addresses of the service', () => {
  const literal = documentTable
    .flatMap((surface) => [surface.path, ...(surface.aliases ?? [])])
    .filter((path) => !path.includes('{') && !OFF.includes(path));
  const below = ['/.well-known/discovery.json', '/.well-known/x'];
  const twinsOf = ['/index', '/index/', '/svc-sitemap-post-1.xml'];
  const inTheWay = [
    '/llms.txt/a/',
    '/svc-changes.json/a',
    '/svc-sitemap-post-1.xml/a',
    '/svc-manifest.json.gz/a/',
    '/LLMS.TXT/a/',
  ];
  const spelled = ['/%6clms.txt', '/LLMS.txt', '/llms.txt/', '/Index', '/.Well-Known/x', '/robotſ.txt'];

  it.each([...literal, ...below, ...twinsOf, ...inTheWay, ...spelled])(
    'never go to an entry: %s',
    async (path) => {
      const hostile: Item = { id: 1, link: `https://old.example${path}`, title: 'Usurper', body: 'FOREIGN' };
      const clean = await buildSite([{ id: 2 }]);
      const { out, report } = await buildSite([hostile, { id: 2 }]);
      const foreign = filesIn(out).filter((file) => text(out, file).includes('FOREIGN'));
      expect(foreign).toEqual([]);
      expect(report).toMatchObject({
        skipped: 1,
        warnings: [{ skipped: true, message: expect.stringContaining('"Usurper"') }],
      });
      expect(filesIn(out)).toEqual(filesIn(clean.out));
      expectAgreement(out, BASE);
    },
  );

  it('may look much like one', async () => {
    const paths = [
      '/llms/',
      '/robots/',
      '/apiary/',
      '/svcs/',
      '/well-known/',
      '/indexes/',
      '/svc-changes/',
      '/a/index/',
      '/a/llms.txt.md/',
    ];
    const { out, report } = await buildSite(
      paths.map((path, index) => ({ id: index + 1, link: `https://old.example${path}` })),
    );
    expect(report.warnings).toEqual([]);
    expect(expectAgreement(out, BASE).size).toBe(paths.length);
  });
});

const UNSAFE = [
  '/../evil/',
  '/a/../../evil/',
  '/a/./b/',
  '/%2e%2e/evil/',
  '/%2E%2e/%2e%2E/evil',
  '/.%2e/evil',
  '/a%2F..%2F..%2Fevil/',
  '/..%2fevil',
  '/a%5C..%5Cevil',
  '/..\\evil\\',
  '/\\evil.example/',
  '/a%00b/',
  '/a%0d%0ab/',
  '/%c0%ae%c0%ae/evil',
  '/%e0%80%ae/evil',
  '/%ff/',
  '/%ed%a0%80/',
  '/%',
  '/%zz/',
  '/a/..',
  '/..',
];

describe('dangerous addresses', () => {
  it.each(UNSAFE)('are refused: %s', async (path) => {
    const items: Item[] = [{ id: 1, link: `https://old.example${path}`, title: 'Climber' }, { id: 2 }];
    const { cwd, out, report, twins } = await buildSite(items);
    expect(twins).toEqual(['entry-2.md']);
    expect(report.warnings).toMatchObject([{ code: 'address-unsafe', skipped: true }]);
    expect(strays(cwd)).toEqual(['deploy/headers.json', 'export.xml', 'svc.config.json']);
    expectAgreement(out, BASE);
  });

  it.each([
    '/.git/hooks/post-checkout',
    '/a/.git/hooks/x/',
    '/%2egit/config',
    '/.htaccess',
    '/a/.env',
    '/.github/workflows/x',
    '/.../a/',
    '/a/.md/',
  ])('make no hidden folders and files: %s', async (path) => {
    const clean = await buildSite([{ id: 2 }], BASE, undefined, 'render');
    const items: Item[] = [{ id: 1, link: `https://old.example${path}`, title: 'Hider' }, { id: 2 }];
    const { out, report } = await buildSite(items, BASE, undefined, 'render');
    expect(report.warnings).toMatchObject([{ code: 'address-unsafe', skipped: true }]);
    expect(report.warnings[0]?.message).toContain('begins with a dot');
    expect(filesIn(out)).toEqual(filesIn(clean.out));
  });

  it('of terms make no hidden folders', async () => {
    const terms = [
      { taxonomy: 'post_tag', slug: '.git', name: 'Git' },
      { taxonomy: '.ssh', slug: 'keys', name: 'Keys' },
      { taxonomy: 'post_tag', slug: 'reef', name: 'Reef' },
    ];
    const { out } = await buildSite([{ id: 1, terms }], BASE, undefined, 'render');
    const files = filesIn(out);
    expect(files.filter((file) => /(?:^|\/)\.(?!well-known\/|md$)/.test(file))).toEqual([]);
    expect(files.filter((file) => file.endsWith('/reef/index.html'))).toHaveLength(1);
  });

  it('are harmless encoded twice: a name is decoded once', async () => {
    const { out, twins } = await buildSite([{ id: 1, link: 'https://old.example/%252e%252e/%252Fetc/' }]);
    expect(twins).toEqual(['%2e%2e/%2Fetc.md']);
    expect(changes(out)).toMatchObject([{ url: `${BASE}/%252e%252e/%252Fetc/` }]);
    expectAgreement(out, BASE);
  });

  it('keep a page but have no twin where a name is too long for a file system', async () => {
    const fits = 'ü'.repeat(126);
    const { out, report, twins } = await buildSite([
      { id: 1, link: `https://old.example/${encodeURIComponent(fits)}/` },
      { id: 2, link: `https://old.example/${encodeURIComponent(`${fits}y`)}/` },
      { id: 3, link: `https://old.example/${'f'.repeat(256)}/a/` },
      { id: 4, link: `https://old.example/${'d/'.repeat(1000)}` },
    ]);
    expect(twins).toEqual([`${fits}.md`]);
    expect(report.warnings.map(({ code }) => code)).toEqual(['address-long', 'no-twin-long', 'no-twin-long']);
    expect(changes(out).filter(({ markdown }) => markdown === undefined)).toHaveLength(2);
    expectAgreement(out, BASE);
  });
});

describe('rendered pages', () => {
  it('are left out and named where a name is too long for a file system', async () => {
    const { out, report } = await buildSite(
      [
        { id: 1, link: `https://old.example/${'f'.repeat(252)}/`, title: 'Fits' },
        { id: 2, link: `https://old.example/${'g'.repeat(252)}`, title: 'Page too long' },
        { id: 3, link: `https://old.example/${'h'.repeat(256)}/a/`, title: 'Both too long' },
      ],
      BASE,
      undefined,
      'render',
    );
    expect(report.warnings.map(({ code }) => code)).toEqual(['no-page-long', 'no-page-long', 'no-twin-long']);
    expect(report.warnings[0]?.message).toContain('"Both too long" (id 3) has no page');
    expect(filesIn(out)).toContain(`${'f'.repeat(252)}/index.html`);
    expect(filesIn(out).filter((file) => /^[gh]/.test(file))).toEqual([`${'g'.repeat(252)}.md`]);
    expectAgreement(out, BASE);
  });

  it.each(['..', '../../../climber', 'a/../../../b', 'x\\y', 'w'.repeat(300)])(
    'of a term are left out where its slug is no file name: %s',
    async (slug) => {
      const { cwd, out, report } = await buildSite(
        [{ id: 1, title: 'Round', terms: [{ taxonomy: 'category', slug, name: 'Climbers' }] }],
        BASE,
        undefined,
        'render',
      );
      expect(report.warnings).toEqual([]);
      expect(strays(cwd)).toEqual(['deploy/headers.json', 'export.xml', 'svc.config.json']);
      expect(filesIn(out).filter((file) => file.endsWith('index.html'))).toEqual([
        'entry-1/index.html',
        'index.html',
      ]);
      expectAgreement(out, BASE);
    },
  );
});

describe('the front page', () => {
  it('is an entry without a twin of its own: its Markdown is /index.md', async () => {
    const { out, report, twins } = await buildSite([
      { id: 1, type: 'page', link: 'https://old.example/', title: 'Welcome' },
    ]);
    expect(twins).toEqual([]);
    expect(report.warnings).toEqual([]);
    expect(changes(out)).toMatchObject([{ url: `${BASE}/` }]);
    expectAgreement(out, BASE);
  });
});

describe('links inside the output folder', () => {
  it('to a folder elsewhere are refused, and nothing is written through them', async () => {
    const cwd = workspace({ 'export.xml': wxr([{ id: 1, slug: 'a/b' }]), 'elsewhere/kept.txt': 'kept' });
    mkdirSync(join(cwd, 'out'));
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'out/a'));
    const before = treeOf(cwd);
    const failure = await failBuild(['--source', 'export.xml', '--base-url', BASE], { cwd });
    expect(failure).toMatchObject({
      code: 1,
      error: { code: 'SVC_OUT_OCCUPIED', message: expect.stringContaining('"a"') },
    });
    expect(treeOf(cwd)).toEqual(before);
  });

  it('to a file elsewhere are replaced, and the file stays as it is', async () => {
    const cwd = workspace({ 'export.xml': wxr([{ id: 1 }]), 'elsewhere.txt': 'kept' });
    mkdirSync(join(cwd, 'out'));
    symlinkSync(join(cwd, 'elsewhere.txt'), join(cwd, 'out/llms.txt'));
    await build(['--source', 'export.xml', '--base-url', BASE], { cwd });
    expect(text(cwd, 'elsewhere.txt')).toBe('kept');
    expect(() => readlinkSync(join(cwd, 'out/llms.txt'))).toThrow();
    expect(text(cwd, 'out/llms.txt')).toContain('# Harbour Notes');
  });

  it('that are the output folder itself are followed', async () => {
    const cwd = workspace({ 'export.xml': wxr([{ id: 1 }]), 'site/old.html': 'kept' });
    symlinkSync(join(cwd, 'site'), join(cwd, 'out'));
    await build(['--source', 'export.xml', '--base-url', BASE], { cwd });
    expect(filesIn(join(cwd, 'site'))).toEqual(expect.arrayContaining(['old.html', 'entry-1.md']));
    expect(strays(cwd).filter((file) => /stage|lock/.test(file))).toEqual([]);
  });
});

const hostilePiece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'a',
      'B',
      'tea',
      'index',
      'llms.txt',
      'api',
      'posts',
      'é',
      'e\u0301',
      '.md',
      '.well-known',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2F',
      '%5c',
      '\\',
      '%00',
      '%',
      '%25',
      '?',
      '#',
      '&',
      ':',
      '@',
      ' ',
      '//',
      '"',
      "'",
      '<',
      '>',
      '|',
      '*',
      '\u202e',
      '\u0000',
      '\ufffd',
      '🚲',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'binary', maxLength: 4 })
      .map((text) => text.replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff\ud800-\udfff]/g, '')),
  },
);
const hostileLink = fc
  .tuple(
    fc.constantFrom('https://old.example', 'https://old.example/', '', '/', '//', 'http://www.old.example/'),
    fc.array(fc.tuple(hostilePiece, fc.constantFrom('/', '/', '')), { maxLength: 6 }),
  )
  .map(([start, pieces]) => (start + pieces.flat().join('')).replaceAll('\u0000', ''));

describe('any address', () => {
  it.each([
    ['none', 50],
    ['render', 25],
  ] as const)(
    'writes nothing outside the output folder, replaces no document, and all lists agree: html %s',
    async (html, numRuns) => {
      const documents = filesIn((await buildSite([{ id: 1 }], BASE, undefined, html)).out);
      await fc.assert(
        fc.asyncProperty(fc.array(hostileLink, { minLength: 1, maxLength: 20 }), async (links) => {
          const items = links.map(
            (link, index): Item => ({ id: index + 1, link, title: 'Foreign', body: '<p>FOREIGNBODY</p>' }),
          );
          const { cwd, out, report, twins } = await buildSite(items, BASE, undefined, html);
          expect(strays(cwd)).toEqual(['deploy/headers.json', 'export.xml', 'svc.config.json']);
          expect(expectAgreement(out, BASE).size).toBe(items.length - report.skipped);
          const service = documents.filter(
            (file) => !/^entry-1|^api\/|^(?:auth|sitemap)\.md$|\.html$/.test(file),
          );
          expect(filesIn(out)).toEqual(expect.arrayContaining(service));
          expect(twins.filter((file) => service.includes(file))).toEqual([]);
          // These quote entries; no other document of the service holds the text of one.
          const quoting = ['feed.xml', 'llms-full.txt', 'llms.txt', 'index.md', '.md'];
          for (const file of service.filter((one) => !quoting.includes(one))) {
            expect(text(out, file), file).not.toContain('FOREIGNBODY');
          }
          for (const file of ['llms.txt', 'index.md', '.md']) {
            expect(text(out, file)).toMatch(/^# Harbour Notes\n/);
          }
        }),
        { numRuns },
      );
    },
  );
});
