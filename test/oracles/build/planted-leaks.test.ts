import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { wxr } from '../../support/build/export.js';
import { leaksIn, leaksInText } from '../../support/build/leaks.js';
import {
  LEAK,
  Leaks,
  leakyExport,
  leakyFolder,
  leakyGhost,
  namesOf,
} from '../../support/build/planted-leaks.js';
import {
  leakyContent,
  leakyGhostSite,
  leakyHugo,
  leakyLibrary,
  leakyWordPress,
} from '../../support/build/planted-surroundings.js';
import { type Files, json, text, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, NOW, runSvc } from '../../support/cli/run-svc.js';
import { INVENTED_GATES } from '../../support/sources/privacy/planted.js';

const leaks = new Leaks();
const config = JSON.stringify({ profile: 'max-readiness', html: 'render' });
const BASE = ['--base-url', 'https://harbour.example'];

type Site = readonly [what: string, source: string, files: Files];

const GATED: readonly Site[] = [
  ['gates of a content folder', 'content', leakyFolder(leaks)],
  ['gates of a WordPress export', 'export.xml', { 'export.xml': leakyExport(INVENTED_GATES, leaks) }],
  ['gates of a Ghost export', 'ghost.json', { 'ghost.json': leakyGhost(leaks) }],
];
const SURROUNDED: readonly Site[] = [
  ['what surrounds a content folder', 'content', leakyContent(leaks)],
  ['what surrounds a folder that was imported', 'content', leakyLibrary(leaks)],
  ['what sections of a Hugo site hand down', 'site', leakyHugo(leaks)],
  ['what surrounds a WordPress export', 'export.xml', leakyWordPress(leaks)],
  ['what surrounds a Ghost export', 'ghost.json', leakyGhostSite(leaks)],
];
const SITES = [...GATED, ...SURROUNDED];

/** What a build says, without the names of files that it says to mend. */
function told(report: Awaited<ReturnType<typeof build>>, stderr: string): string {
  const names = report.warnings.flatMap(({ file }) => file ?? []);
  return names.reduce((rest, name) => rest.replaceAll(name, ''), JSON.stringify(report) + stderr);
}

const found = (folder: string, pattern = LEAK) =>
  leaksIn(folder, pattern).map(({ file, context }) => `${file}: ${context}`);

describe('[4.2.3-protected] planted leaks', () => {
  afterAll(() => expect(leaks.count).toBeGreaterThanOrEqual(500));

  it.each(SITES)('of %s are in no file, no path and no report', async (_, source, files) => {
    const cwd = workspace({ ...files, 'svc.config.json': config });
    const args = ['--source', source, ...BASE, '--hosts', 'netlify,nginx'];
    const report = await build(args, { cwd });
    const { stderr } = await runSvc(['build', ...args, '--full'], { cwd });
    expect(found(join(cwd, 'out'))).toEqual([]);
    expect(found(join(cwd, 'deploy'))).toEqual([]);
    expect(leaksInText(told(report, stderr), 'the report', LEAK)).toEqual([]);
    const gates = Object.keys(files).filter((file) => /gate-\d+\.(?:mdx?|html)$/.test(file)).length;
    if (gates > 0) expect(report.twins).toBe(gates);
    for (let index = 0; index < report.twins; index++) {
      expect(text(cwd, `out/gate-${index}.md`)).toContain(`Open start ${index}.`);
    }
  });

  it.each(SITES)(
    'of %s are in what an audit and an explanation say by title and path alone',
    async (_, source, files) => {
      const cwd = workspace({ ...files, 'svc.config.json': config });
      const args = ['--source', source, ...BASE];
      const said: string[] = [];
      for (const more of [[], ['--json']]) {
        const audit = await runSvc(['audit', ...args, ...more], { cwd });
        expect(audit.code).toBe(0);
        const explained = await runSvc(['build', ...args, '--explain', '/gate-0/', ...more], { cwd });
        expect(explained.stdout + explained.stderr).toContain('gate-0');
        said.push(audit.stdout, audit.stderr, explained.stdout, explained.stderr);
      }
      const names = namesOf(files);
      const texts = leaksInText(said.join('\n'), 'what is said', LEAK).filter(({ context }) =>
        (context.match(new RegExp(LEAK, 'gi')) ?? []).some((token) => !names.has(token.toUpperCase())),
      );
      expect(texts).toEqual([]);
    },
  );

  it.each([
    ['what surrounds a WordPress export', leakyWordPress(new Leaks()), 'html'],
    ['gates of a WordPress export', { 'export.xml': leakyExport(INVENTED_GATES, new Leaks()) }, 'html'],
    ['gates of a WordPress export', { 'export.xml': leakyExport(INVENTED_GATES, new Leaks()) }, 'source'],
  ])('of %s stay out of what is built from its import', async (_, files, format) => {
    const cwd = workspace({ ...files, 'svc.config.json': config });
    await runSvc(['import', 'export.xml', '--to', 'content', '--format', format], { cwd });
    const report = await build(['--source', 'content', ...BASE], { cwd });
    expect(text(cwd, 'out/gate-1.md')).toContain('Open start 1.');
    expect(report.twins).toBeGreaterThan(1);
    expect(found(join(cwd, 'out'))).toEqual([]);
  });
});

/** A text that is for everybody, one that is lost on the way, and one behind a gate of the same page. */
const MEASURED: readonly Site[] = [
  [
    'a content folder',
    'content',
    {
      'content/tide.md':
        '---\ntitle: Tide\n---\nOpen start.\n\n<svg viewBox="0 0 9 9"><text>Vanished words of a drawing</text></svg>\n\n{{< members >}}\nLEAK001 the held words\n{{< /members >}}\n',
    },
  ],
  [
    'a WordPress export',
    'export.xml',
    {
      'export.xml': wxr([
        {
          id: 1,
          slug: 'tide',
          body: '<p>Open start.</p>[members]<p>LEAK001 the held words</p>[/members]\n\n[unheard x="Vanished words"]',
        },
      ]),
    },
  ],
];

describe('the fidelity report', () => {
  it.each(MEASURED)('names lost words of %s, and never held ones', async (_, source, files) => {
    const cwd = workspace({ ...files, 'svc.config.json': config });
    const args = ['--source', source, ...BASE];
    const report = await build(args, { cwd });
    const lost = report.fidelity?.pages.flatMap(({ lostWords }) => lostWords).join(' ') ?? '';
    expect(lost).toMatch(/vanished words/i);
    expect(lost).not.toMatch(/leak|held/i);
    const { stdout, stderr } = await runSvc(['build', ...args, '--full', '--min-fidelity', '99.9'], { cwd });
    expect(stdout + stderr).toMatch(/words are lost; worst .*vanished words/i);
    expect(leaksInText(stdout + stderr + JSON.stringify(report), 'the report', LEAK)).toEqual([]);
  });

  it('of a Ghost export counts no held words as lost', async () => {
    const cwd = workspace({ 'ghost.json': leakyGhost(new Leaks()), 'svc.config.json': config });
    const report = await build(['--source', 'ghost.json', ...BASE, '--min-fidelity', '100'], { cwd });
    expect(report.fidelity).toMatchObject({ lost: 0, added: 0 });
    expect(report.fidelity?.words).toBeGreaterThan(0);
  });
});

/** The same page with a gate of the same name, in the words of each source. */
const PERMITTED: readonly Site[] = [
  [
    'a content folder',
    'content',
    { 'content/tide.md': '---\ntitle: Tide\n---\nOpen.\n\n:::vip\nVIPTEXT\n:::\n\n:::note\nNOTETEXT\n:::\n' },
  ],
  [
    'a WordPress export',
    'export.xml',
    {
      'export.xml': wxr([
        { id: 1, slug: 'tide', body: '<p>Open.</p>[vip]VIPTEXT[/vip] [note]NOTETEXT[/note]' },
      ]),
    },
  ],
  [
    'a Ghost export',
    'ghost.json',
    {
      'ghost.json': ghost(
        '<p>Open.</p><!-- vip --><p>VIPTEXT</p><!-- /vip --><!-- note --><p>NOTETEXT</p><!-- /note -->',
      ),
    },
  ],
];

function ghost(html: string): string {
  const post = {
    id: 'tide',
    slug: 'tide',
    title: 'Tide',
    html,
    status: 'published',
    visibility: 'public',
    type: 'post',
  };
  const posts = [{ ...post, published_at: '2026-01-15T10:00:00.000Z' }];
  return JSON.stringify({ db: [{ meta: { exported_on: 1, version: '5.80.0' }, data: { posts } }] });
}

describe('the owner of', () => {
  it.each(PERMITTED)('%s allows a gate by its name, and denies another', async (_, source, files) => {
    const cwd = workspace(files);
    const under = async (privacy: object) => {
      writeFiles(cwd, {
        'svc.config.json': JSON.stringify({ profile: 'max-readiness', html: 'render', privacy }),
      });
      await build(['--source', source, ...BASE], { cwd });
      return ['VIPTEXT', 'NOTETEXT'].filter((word) => found(join(cwd, 'out'), new RegExp(word)).length > 0);
    };
    expect(await under({})).toEqual(['NOTETEXT']);
    expect(await under({ allow: ['vip'] })).toEqual(['VIPTEXT', 'NOTETEXT']);
    expect(await under({ deny: ['note'] })).toEqual([]);
    expect(await under({ allow: ['vip', 'note'], deny: ['vip'] })).toEqual(['NOTETEXT']);
  });
});

const page = (head: string, body: string) => `---\ntitle: ${head}\n---\n${body}\n`;
const BODY = 'Open start.\n\nLEAK002 the tide table.\n';

/** What an editor does to a page that everybody could read. */
const WITHDRAWN: readonly (readonly [how: string, before: Files, after: Files])[] = [
  [
    'becomes a draft',
    { 'content/tide.md': page('LEAK001', BODY) },
    { 'content/tide.md': page('LEAK001\ndraft: true', BODY) },
  ],
  [
    'gets a gate around its text',
    { 'content/tide.md': page('Tide', BODY) },
    { 'content/tide.md': page('Tide', BODY.replace(/LEAK.*/, '{{< members >}}\n$&\n{{< /members >}}')) },
  ],
  [
    'becomes one for members in Ghost',
    { 'content/other.md': page('Other', 'Open.'), 'ghost.json': ghost('<p>LEAK002 the tide table.</p>') },
    {
      'ghost.json': ghost('<p>LEAK002 the tide table.</p>').replace('"public"', '"members"'),
    },
  ],
];

describe('a page that everybody could read and that', () => {
  it.each(WITHDRAWN)('%s leaves no word of it in any file', async (_, before, after) => {
    const sources = Object.keys(before).map((file) => file.split('/')[0] ?? '');
    const args = [...new Set(sources)].flatMap((source) => ['--source', source]);
    const cwd = workspace({ ...before, 'svc.config.json': config });
    await build([...args, ...BASE], { cwd });
    expect(found(join(cwd, 'out'))).not.toEqual([]);
    writeFiles(cwd, after);
    const report = await build([...args, ...BASE], { cwd, now: NOW + 60 });
    expect(found(join(cwd, 'out'))).toEqual([]);
    expect(found(join(cwd, 'deploy'))).toEqual([]);
    const { items } = json<{ items: { url: string; action: string; title?: unknown }[] }>(
      cwd,
      'out/svc-changes.json',
    );
    const gone = items.find(({ url }) => url === 'https://harbour.example/tide/');
    if (report.twins === sources.length) expect(gone).toMatchObject({ action: 'updated' });
    else expect(Object.keys(gone ?? {}).sort()).toEqual(['_links', 'action', 'deleted', 'id', 'type', 'url']);
  });
});
