import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpack } from '../../../../src/sources/unpack.js';
import { wxr } from '../../../support/build/export.js';
import { filesIn, text, workspace, writeFiles } from '../../../support/build/workspace.js';
import { build, failBuild, runSvc } from '../../../support/cli/run-svc.js';
import { zip } from '../../../support/sources/zip.js';

const PART_1 = wxr([
  { id: 1, slug: 'tea' },
  { id: 2, slug: 'old', body: 'Older.' },
]);
const PART_2 = wxr([
  { id: 2, slug: 'old', body: 'Newer.' },
  { id: 3, slug: 'milk' },
  { id: 4, slug: 'secret', status: 'draft' },
]);

const args = (source: string) => ['--source', source, '--base-url', 'https://tea.example', '--out', 'out'];
const twins = (cwd: string) =>
  filesIn(join(cwd, 'out')).filter(
    (file) => /^[^/]+\.md$/.test(file) && !/^(?:auth|sitemap|index|)\.md$/.test(file),
  );

async function built(files: Readonly<Record<string, string | Buffer>>, source: string) {
  const cwd = workspace(files);
  const report = await build(args(source), { cwd });
  return { cwd, report, twins: twins(cwd) };
}

describe('what one part of an export says about readers', () => {
  const items = wxr([
    { id: 1, slug: 'tea' },
    { id: 2, slug: 'locked' },
    { id: 3, slug: 'team', type: 'page', parent: 4 },
  ]).replace(/<link>[^<]*team\/<\/link>/, '');
  const rules = wxr([
    { id: 4, slug: 'about', type: 'page' },
    {
      id: 9,
      type: 'memberpressrule',
      meta: { _mepr_rules_type: 'single_post', _mepr_rules_content: '2' },
    },
  ]);
  const open = ['about.md', 'about/team.md', 'tea.md'];
  const all = (cwd: string) =>
    filesIn(join(cwd, 'out')).filter((file) => /^(?:about|tea|locked)[^.]*\.md$/.test(file));

  it.each<[string, readonly string[]]>([
    ['a folder', ['in']],
    ['several sources', ['in/1.xml', 'in/2.xml']],
  ])('holds for the others: %s', async (_name, sources) => {
    const cwd = workspace({ 'in/1.xml': items, 'in/2.xml': rules });
    const named = sources.flatMap((source) => ['--source', source]);
    await build([...named, '--base-url', 'https://tea.example', '--out', 'out'], { cwd });
    expect(all(cwd)).toEqual(open);
  });

  it('holds for their imported files', async () => {
    const cwd = workspace({ '1.xml': items, '2.xml': rules });
    await runSvc(['import', '1.xml', '2.xml', '--to', 'content'], { cwd });
    await build(args('content'), { cwd });
    expect(all(cwd)).toEqual(open);
  });
});

describe('exports in a folder or an archive', () => {
  const parts = [
    { name: 'part-1.xml', content: PART_1 },
    { name: 'site/part-2.xml', content: PART_2 },
  ];

  it.each<[string, Readonly<Record<string, string | Buffer>>, string, readonly string[]]>([
    ['a folder', { 'in/part-1.xml': PART_1, 'in/part-2.xml': PART_2 }, 'in', ['milk.md', 'old.md', 'tea.md']],
    ['a ZIP', { 'in.zip': zip(parts) }, 'in.zip', ['milk.md', 'old.md', 'tea.md']],
    ['a .gz', { 'in.xml.gz': gzipSync(PART_1) }, 'in.xml.gz', ['old.md', 'tea.md']],
    ['a .gz of any name', { 'backup.gz': gzipSync(PART_1) }, 'backup.gz', ['old.md', 'tea.md']],
  ])('are read from %s', async (_name, files, source, expected) => {
    const { cwd, report, twins } = await built(files, source);
    expect(twins).toEqual(expected);
    expect(report.sources.map(({ type, path }) => [type, path.replace(`${cwd}/`, '')])).toEqual([
      ['wxr', source],
    ]);
    if (expected.includes('milk.md')) expect(text(cwd, 'out/old.md')).toContain('Newer.');
  });

  it('are named in messages by their place in it, and give the same bytes again', async () => {
    const cwd = workspace({
      'in.zip': zip([
        { name: 'a.xml', content: PART_1 },
        { name: 'b.xml', content: '<rss/>' },
      ]),
    });
    await build(args('in.zip'), { cwd });
    const before = readFileSync(join(cwd, 'out/tea.md'));
    writeFiles(cwd, { 'in.zip': zip([{ name: 'a.xml', content: PART_1.replace('</channel>', '') }]) });
    const { error } = await failBuild(args('in.zip'), { cwd });
    expect(String(error['file'])).toMatch(/in\.zip\/a\.xml$/);
    expect(readFileSync(join(cwd, 'out/tea.md'))).toEqual(before);
  });

  it('are never read from a part of an archive that can’t be unpacked', async () => {
    const double = zip([
      { name: 'a.xml', content: PART_1 },
      { name: 'a.xml', content: PART_2 },
    ]);
    const locked = zip([{ name: 'a.xml', content: PART_1 }]);
    for (const start of [6, locked.indexOf('PK\u0001\u0002') + 8]) locked[start] = (locked[start] ?? 0) | 1;
    const cwd = workspace({ 'double.zip': double, 'locked.zip': locked });
    // A sidecar unpacks the same file again.
    for (const _ of ['first', 'again']) {
      await expect(unpack(join(cwd, 'double.zip'), 'double.zip')).rejects.toThrow('two files named a.xml');
      await expect(unpack(join(cwd, 'locked.zip'), 'locked.zip')).rejects.toThrow('it is encrypted');
    }
  });

  it('are read through links to them', async () => {
    const cwd = workspace({ 'far/part-1.xml': PART_1 });
    mkdirSync(join(cwd, 'in'));
    symlinkSync(join(cwd, 'far/part-1.xml'), join(cwd, 'in/part-1.xml'));
    await build(args('in'), { cwd });
    expect(twins(cwd)).toEqual(['old.md', 'tea.md']);
  });

  it('of different sites are an error', async () => {
    const cwd = workspace({
      'in/a.xml': PART_1,
      'in/b.xml': wxr([{ id: 9 }], { base: 'https://other.example' }),
    });
    expect((await failBuild(args('in'), { cwd })).error.code).toBe('SVC_SOURCE_MIXED');
  });

  it('can be imported', async () => {
    const cwd = workspace({ 'in.zip': zip(parts) });
    const { code, stderr } = await runSvc(['import', 'in.zip', '--to', 'content'], { cwd });
    expect(code, stderr).toBe(0);
    expect(filesIn(join(cwd, 'content')).filter((file) => file.startsWith('posts/'))).toHaveLength(4);
  });
});

describe('other archives', () => {
  it('of Markdown are read like their folder', async () => {
    const { twins } = await built(
      {
        'in.zip': zip([
          { name: 'notes-main/a.md', content: '---\ntitle: A\n---\nTea.\n' },
          { name: 'notes-main/__MACOSX/b.md', content: 'CANARY' },
        ]),
      },
      'in.zip',
    );
    expect(twins).toEqual(['a.md']);
  });

  it('of Ghost are read although a theme lies beside the export', async () => {
    const content = readFileSync('fixtures/ghost/tideline.json');
    const cwd = workspace({
      'in.zip': zip([
        { name: 'content/themes/casper/README.md', content: '# Casper' },
        { name: 'content/data/site.json', content },
      ]),
      'svc.config.json': JSON.stringify({
        source: { path: 'in.zip', options: { url: 'https://old.example' } },
      }),
    });
    const report = await build(['--base-url', 'https://tea.example', '--out', 'out'], { cwd });
    expect(report.sources[0]?.type).toBe('ghost');
    expect(twins(cwd).length).toBeGreaterThan(0);
  });

  it.each<[string, Buffer, RegExp]>([
    ['leaves its folder', zip([{ name: '../CANARY.md', content: 'A' }]), /\.\./],
    ['grows without end', gzipSync(Buffer.alloc(80 << 20, 0x20)), /unpacks to more than/],
    ['is damaged', zip([{ name: 'a.xml', content: PART_1 }]).subarray(0, 200), /unpacked/],
    ['holds no content', zip([{ name: 'a.bin', content: 'x' }]), /isn't an export/],
  ])('that %s is an error', async (_name, archive, message) => {
    const cwd = workspace({ 'in.zip': archive });
    const { error } = await failBuild(args('in.zip'), { cwd });
    expect(error.message).toMatch(message);
    expect(existsSync(join(tmpdir(), 'CANARY.md'))).toBe(false);
  });

  it('make no links', async () => {
    const { twins } = await built(
      {
        'in.zip': zip([
          { name: 'a.md', content: '---\ntitle: A\n---\nTea.\n' },
          { name: 'link.md', content: '/etc/passwd', mode: 0o120777 },
        ]),
      },
      'in.zip',
    );
    expect(twins).toEqual(['a.md']);
  });
});

describe('a folder of symbolic links', () => {
  const linked = () => {
    const cwd = workspace({ 'far/a.md': '---\ntitle: A\n---\nTea.\n', 'far/deep/b.md': '# B\n' });
    mkdirSync(join(cwd, 'in'));
    symlinkSync(join(cwd, 'far/a.md'), join(cwd, 'in/a.md'));
    symlinkSync(join(cwd, 'far/deep'), join(cwd, 'in/deep'));
    symlinkSync(join(cwd, 'in'), join(cwd, 'in/deep/again'));
    return cwd;
  };

  it('is not followed unasked, and the error names the option', async () => {
    const { error } = await failBuild(args('in'), { cwd: linked() });
    expect(error['message']).toContain('symbolic links');
    expect(error['fix']).toContain(
      '"source": { "type": "files", "path": "…", "options": { "followLinks": true } }',
    );
  });

  it('is followed where globs leave files out, and these stay out', async () => {
    const cwd = linked();
    const options = { followLinks: true, exclude: ['deep'] };
    const source = [
      { type: 'files', path: 'in', options },
      { type: 'files', path: 'in', options: { ...options, exclude: ['*.txt'] } },
      { type: 'files', path: 'in', options: { ...options, exclude: ['@(deep|wide)'] } },
    ];
    const twins = await Promise.all(
      source.map(async (one, place) => {
        const folder = join(cwd, `site-${place}`);
        writeFiles(folder, { 'svc.config.json': JSON.stringify({ source: { ...one, path: '../in' } }) });
        await build(['--base-url', 'https://tea.example'], { cwd: folder });
        return filesIn(join(folder, 'out')).filter((file) => /(?:^|\/)[ab]\.md$/.test(file));
      }),
    );
    expect(twins).toEqual([['a.md'], ['a.md', 'deep/b.md'], ['a.md']]);
  });

  it('is followed on request, also when it contains itself', async () => {
    const cwd = linked();
    writeFiles(cwd, {
      'svc.config.json': JSON.stringify({
        source: { type: 'files', path: 'in', options: { followLinks: true } },
      }),
    });
    await build(['--base-url', 'https://tea.example', '--out', 'out'], { cwd });
    expect(filesIn(join(cwd, 'out')).filter((file) => /(?:^|\/)[ab]\.md$/.test(file))).toEqual([
      'a.md',
      'deep/b.md',
    ]);
  });
});
