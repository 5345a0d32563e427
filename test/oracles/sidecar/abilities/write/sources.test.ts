import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wxr } from '../../../../support/build/export.js';
import type { Files } from '../../../../support/build/workspace.js';
import { runSvc } from '../../../../support/cli/run-svc.js';
import { abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import {
  WRITES,
  type WritingSite,
  writingSite,
} from '../../../../support/sidecar/abilities/write/writing.js';

const ROBOTS = { 'public/robots.txt': '' };

describe('an export', () => {
  it('is never written, and the answer names the way out', async () => {
    const item = { id: 5, title: 'Tea', slug: 'tea', body: '<p>Hot.<img src="a.png"></p>' };
    const writing = await writingSite({
      files: { 'export.xml': wxr([item]), ...ROBOTS },
      config: { source: 'export.xml' },
    });
    const before = writing.state('export.xml');
    for (const [slug, input] of [
      ['edit-content', { post_id: 5, old: 'Hot.', new: 'Cold.' }],
      ['update-content', { post_id: 5, title: 'New' }],
      ['create-content', { title: 'New' }],
      ['write-description', { post_id: 5, description: 'x' }],
      ['write-topics', { post_id: 5, topics: ['x'] }],
      ['write-search-fields', { post_id: 5, focus: 'x' }],
      ['describe-content-image', { post_id: 5, alt: 'x' }],
    ] as const) {
      const ran = await writing.run(slug, input);
      expect([slug, ran.status, ran.code]).toEqual([slug, 409, 'svc_read_only_source']);
      expect(ran.message).toContain('svc import --source "export.xml"');
    }
    expect(writing.state('export.xml')).toEqual(before);
    expect((await writing.run('set-aside-page', { post_id: 5 })).status).toBe(200);
  }, 60_000);
});

describe('a sidecar that is not the writer', () => {
  it('says so, and writes nothing', async () => {
    const site = await abilitySite({
      files: { 'content/tea.md': '---\ntitle: Tea\nid: 1\n---\n\nHot.\n' },
      settings: WRITES,
      services: { isContentWriter: () => Promise.resolve(false) },
    });
    const edit = { post_id: 1, old: 'Hot.', new: 'Cold.' };
    expect(await site.run('edit-content', edit)).toMatchObject({ status: 503, code: 'svc_not_writer' });
    expect(await site.run('create-content', { title: 'x' })).toMatchObject({
      status: 503,
      code: 'svc_not_writer',
    });
    expect(readFileSync(join(site.folder, 'content/tea.md'), 'utf8')).toContain('Hot.');
    expect(readdirSync(join(site.folder, 'content'))).toEqual(['tea.md']);
  }, 60_000);
});

describe('folders of generators', () => {
  const made = async (files: Files, input: object): Promise<readonly [string, WritingSite, number]> => {
    const writing = await writingSite({ files: { ...files, ...ROBOTS } });
    const before = new Set(listed(writing));
    const { id } = await writing.done<{ id: number }>('create-content', {
      title: 'Low water',
      content: 'At *six*.',
      ...input,
    });
    const [path = ''] = listed(writing).filter((one) => !before.has(one));
    return [path, writing, id];
  };
  const listed = (writing: WritingSite) =>
    readdirSync(join(writing.site.folder, 'content'), { recursive: true, encoding: 'utf8' });

  it('Jekyll: a dated post, unpublished in its words', async () => {
    const files = {
      'content/_config.yml': 'title: Harbour\n',
      'content/_posts/2026-01-01-tea.md': '---\ntitle: Tea\n---\n\nHot.\n',
    };
    const [path, writing, id] = await made(files, { status: 'pending' });
    expect(path).toBe('_posts/2026-07-02-low-water.md');
    expect(writing.file(`content/${path}`)).toBe(
      `---\ntitle: Low water\nid: ${id}\nstatus: pending\npublished: false\n---\n\nAt *six*.\n`,
    );
    await writing.saveSettings({ agent_writes_publish: true });
    await writing.done('update-content', { post_id: id, status: 'publish' });
    expect(writing.file(`content/${path}`)).toContain('status: publish\npublished: true\n');
  }, 60_000);

  it('Jekyll: a post never takes the address of a page', async () => {
    const [path, writing, id] = await made(
      {
        'content/_config.yml': 'permalink: /:title/\n',
        'content/low-water.md': '---\ntitle: Low water\n---\n\nThe page.\n',
        'content/_posts/2026-01-01-tea.md': '---\ntitle: Tea\n---\n\nHot.\n',
      },
      {},
    );
    expect(path).toMatch(/low-water-2\.md$/);
    expect(writing.site.log.join('')).not.toContain('collision');
    expect((await writing.done<{ url: string }>('write-topics', { post_id: id, topics: [] })).url).toMatch(
      /\/low-water-2\/$/,
    );
  }, 60_000);

  it('MkDocs: the heading that readers see changes with the title in the front matter', async () => {
    const writing = await writingSite({
      files: {
        'content/mkdocs.yml': 'site_name: Harbour\n',
        'content/docs/tea.md': '---\ntitle: Tea\nid: 7\n---\n\n# All about tea\n\nHot.\n',
        ...ROBOTS,
      },
    });
    const { title } = await writing.done<{ title: string }>('update-content', {
      post_id: 7,
      title: 'Coffee',
    });
    expect(title).toBe('Coffee');
    expect(writing.file('content/docs/tea.md')).toMatch(/^---\ntitle: Coffee\n[^#]*\n# Coffee\n\nHot\.\n$/);
  }, 60_000);

  it('Hugo: TOML and bundles, where the site has them', async () => {
    const files = {
      'content/hugo.toml': 'title = "Harbour"\n',
      'content/content/posts/tea/index.md': '+++\ntitle = "Tea"\ndate = 2026-01-01\n+++\n\nHot.\n',
    };
    const [, writing, id] = await made(files, { tags: ['sea'] });
    expect(writing.file('content/content/posts/low-water/index.md')).toBe(
      `+++\ntitle = "Low water"\nid = ${id}\ntags = ["sea"]\ndraft = true\n+++\n\nAt *six*.\n`,
    );
  }, 60_000);

  it('an imported folder: HTML, and the address that its siblings have', async () => {
    const files = {
      'content/_svc.yml':
        'title: Harbour\nurl: https://old.example\ntaxonomies:\n  category:\n    - slug: h-1\n      name: Harbour\n',
      'content/posts/2026-01-01-tea.html':
        '---\nid: 1\ntitle: Tea\nslug: tea\nurl: /2026/01/tea/\ntype: post\ndate: 2026-01-01T00:00:00Z\n---\n\n<p>Hot.</p>\n',
    };
    const [path, writing, id] = await made(files, { categories: ['h-1', 'New one'] });
    expect(path).toBe('posts/2026-07-02-low-water.html');
    expect(writing.file(`content/${path}`)).toBe(
      `---\ntitle: Low water\nid: ${id}\nurl: /2026/07/low-water/\ncategories: [Harbour, New one]\nstatus: draft\n---\n\n<p>At <em>six</em>.</p>\n`,
    );
  }, 60_000);

  it('a folder of drafts decides itself', async () => {
    const files = {
      'content/_config.yml': 'title: Harbour\n',
      'content/_drafts/tea.md': '---\ntitle: Tea\nid: 7\n---\n\nHot.\n',
    };
    const writing = await writingSite({
      files: { ...files, ...ROBOTS },
      settings: { agent_writes_publish: true },
    });
    const before = writing.state('content/_drafts/tea.md');
    const ran = await writing.run('update-content', { post_id: 7, status: 'publish' });
    expect([ran.status, ran.code]).toEqual([409, 'svc_status_elsewhere']);
    expect(writing.state('content/_drafts/tea.md')).toEqual(before);
  }, 60_000);
});

describe('a repository', () => {
  it('gets a commit for every write, by the account that wrote', async () => {
    const writing = await writingSite({
      files: { 'content/tea.md': '---\ntitle: Tea\nid: 1\n---\n\nHot.\n', ...ROBOTS },
      config: { content: { git: { commit: true } } },
    });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', writing.site.folder, ...args], { encoding: 'utf8' });
    git('init', '-q');
    git('add', 'content');
    git('-c', 'user.name=k', '-c', 'user.email=k@k.example', 'commit', '-q', '-m', 'As it was');
    await writing.done('edit-content', { post_id: 1, old: 'Hot.', new: 'Cold.' }, 'editor');
    await writing.done('create-content', { title: 'Salt', type: 'page' });
    await writing.run('edit-content', { post_id: 1, old: 'Hot.', new: 'x' });
    expect(git('log', '--format=%an %s', '-3').trim().split('\n')).toEqual([
      'administrator Create "Salt"',
      'editor Edit a passage of "Tea"',
      'k As it was',
    ]);
    expect(git('status', '--porcelain', 'content')).toBe('');
  }, 60_000);
});

describe('svc content', () => {
  it('lists what is kept of a page, and brings it back', async () => {
    const writing = await writingSite({
      files: { 'content/tea.md': '---\ntitle: Tea\nid: 1\n---\n\nHot.\n', ...ROBOTS },
    });
    await writing.done('update-content', { post_id: 1, content: 'Cold.', description: 'Not hot.' });
    const cwd = writing.site.folder;
    const list = await runSvc(['content', 'revisions', '1', '--json'], { cwd });
    const { revisions } = JSON.parse(list.stdout) as {
      revisions: { id: number; user: string; file: string }[];
    };
    expect(revisions).toMatchObject([{ id: 1, user: 'administrator', file: 'content/tea.md' }]);
    const restored = await runSvc(['content', 'restore', '1'], { cwd });
    expect(restored).toMatchObject({ code: 0, stdout: '' });
    expect(restored.stderr).toBe('Restored content/tea.md. The former text is kept as revision 2.\n');
    expect(writing.file('content/tea.md')).toBe('---\ntitle: Tea\nid: 1\n---\n\nHot.\n');
    expect(await runSvc(['content', 'restore', '9'], { cwd })).toMatchObject({ code: 1 });
    expect(await runSvc(['content', 'restore', 'x'], { cwd })).toMatchObject({ code: 2 });
    writeFileSync(join(cwd, 'content/tea.md'), Buffer.from([0xff]));
    expect((await runSvc(['content', 'restore', '2'], { cwd })).stderr).toContain("isn't plain UTF-8");
  }, 60_000);
});
