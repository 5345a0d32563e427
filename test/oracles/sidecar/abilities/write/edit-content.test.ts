import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { putLock } from '../../../../../src/storage/tables/locks.js';
import { findRevision } from '../../../../../src/storage/tables/revisions.js';
import { addUser } from '../../../../../src/storage/tables/users.js';
import { type WritingSite, writingSite } from '../../../../support/sidecar/abilities/write/writing.js';
import { NOW } from '../../../../support/sidecar/server/serving.js';

const TIDES = 'content/posts/tides.md';
const BODY = `
The sea is *late* today, and the sea is calm. It has been late 3 times.

<!-- wp:paragraph -->
<p>Low water is at six.</p>
<!-- /wp:paragraph -->

Bring a rope &amp; a lamp.
`;

describe('edit-content', () => {
  let writing: WritingSite;

  beforeAll(async () => {
    writing = await writingSite({
      files: {
        [TIDES]: `---\ntitle: "Tides"   # for lists\ndate: 2026-05-01\nid: 3\n---\n${BODY}`,
        'content/posts/dos.md':
          '---\r\ntitle: Dos\r\ndate: 2026-05-01\r\nid: 9\r\n---\r\n\r\nOne line.\r\nTwo lines.\r\n',
        'content/posts/short.md': '---\ntitle: Short\ndate: 2026-05-01\nid: 10\n---\n\nAll.\n',
        'content/posts/built.md':
          '---\ntitle: Built\ndate: 2026-05-01\nid: 11\nbuilder: elementor\n---\n\nAll.\n',
        'content/posts/old.md': Buffer.from(
          '---\ntitle: Old\ndate: 2026-05-01\nid: 12\n---\n\nGr\xfc\xdfe.\n',
          'latin1',
        ),
        'public/robots.txt': '',
        'content/things/thing.md': '---\ntitle: Thing\ntype: thing\nid: 13\n---\n\nHidden.\n',
      },
      settings: { post_types: ['post', 'page'] },
    });
    await writing.account('administrator');
  }, 60_000);

  it('replaces the passage and not one byte more [5.1-edit-once] [5.1-edit-revision]', async () => {
    const before = writing.file(TIDES);
    chmodSync(join(writing.site.folder, TIDES), 0o640);
    const output = await writing.done<{ revisionId: number }>('edit-content', {
      post_id: 3,
      old: 'Bring a rope &amp; a lamp.',
      new: 'Bring a rope, a lamp — and “tea”.',
    });
    expect(writing.file(TIDES)).toBe(
      before.replace('Bring a rope &amp; a lamp.', 'Bring a rope, a lamp — and “tea”.'),
    );
    expect(statSync(join(writing.site.folder, TIDES)).mode & 0o777).toBe(0o640);
    expect(output).toMatchObject({
      postId: 3,
      title: 'Tides',
      changed: true,
      dryRun: false,
      length: [...BODY.replace('Bring a rope &amp; a lamp.', 'Bring a rope, a lamp — and “tea”.')].length,
    });
    expect(output['context' as never]).toContain('Bring a rope, a lamp — and “tea”.');
    expect(output.revisionId).toBeGreaterThan(0);
    const revision = await writing.inStorage(({ db }) => findRevision(db, output.revisionId));
    expect(revision).toMatchObject({ postId: 3, body: BODY, file: TIDES, title: 'Tides' });
    expect((revision?.head ?? '') + BODY).toBe(before);
  });

  it('is undone by restore-content, which leaves the other fields as they are', async () => {
    const before = writing.file(TIDES);
    const edited = await writing.done('edit-content', { post_id: 3, old: 'is calm', new: 'is wild' });
    await writing.done('update-content', { post_id: 3, title: 'High tides' });
    const input = { post_id: 3, revision_id: edited['revisionId'] };
    const shown = await writing.done('restore-content', { ...input, dry_run: true });
    expect([shown['changed'], writing.file(TIDES).includes('is wild')]).toEqual([false, true]);
    const restored = await writing.done('restore-content', input);
    expect(restored).toMatchObject({ changed: true, title: 'High tides' });
    expect(writing.file(TIDES)).toBe(before.replace('"Tides"', '"High tides"'));
    expect((await writing.run('restore-content', { ...input, post_id: 10 })).code).toBe('svc_no_revision');
    expect((await writing.run('restore-content', input, 'contributor')).status).toBe(403);
    await writing.done('update-content', { post_id: 3, title: 'Tides' });
  });

  it('is followed by the public output and the change feed', async () => {
    await writing.done('edit-content', {
      post_id: 3,
      old: 'Low water is at six.',
      new: 'Low water is at seven.',
    });
    expect(await writing.page('/posts/tides.md')).toContain('Low water is at seven.');
    expect(await writing.page('/llms-full.txt')).toContain('Low water is at seven.');
    const feed = JSON.parse(await writing.page('/svc-changes.json')) as {
      items: { id: number; action: string }[];
    };
    expect(feed.items[0]).toMatchObject({ id: 3 });
  });

  it('shows what would be, and writes nothing, with dry_run [5.1-edit-dry-run]', async () => {
    const before = writing.state(TIDES);
    const output = await writing.done('edit-content', {
      post_id: 3,
      old: 'is calm',
      new: 'is wild',
      dry_run: true,
    });
    expect(output).toMatchObject({ changed: false, dryRun: true, revisionId: 0 });
    expect(output['context']).toContain('the sea is wild');
    expect(writing.state(TIDES)).toEqual(before);
  });

  it('does nothing where nothing would change', async () => {
    const before = writing.state(TIDES);
    const output = await writing.done('edit-content', { post_id: 3, old: 'is calm', new: 'is calm' });
    expect(output).toMatchObject({ changed: false, revisionId: 0, context: '' });
    expect(writing.state(TIDES)).toEqual(before);
  });

  it('keeps the line ends of the file', async () => {
    const before = writing.file('content/posts/dos.md');
    const refused = await writing.run('edit-content', { post_id: 9, old: 'One line.\nTwo lines.', new: 'x' });
    expect([refused.status, refused.code]).toEqual([409, 'svc_no_match']);
    expect(refused.message).toContain('CR LF');
    await writing.done('edit-content', { post_id: 9, old: 'Two lines.', new: 'Two lines.\nThree.' });
    expect(writing.file('content/posts/dos.md')).toBe(before.replace('Two lines.', 'Two lines.\r\nThree.'));
  });

  it.each([
    ['a passage that is not there [5.1-edit-once]', { old: 'The Sea' }, 409, 'svc_no_match'],
    ['a passage without its entities', { old: 'a rope & a lamp' }, 409, 'svc_no_match'],
    ['a passage that is there twice [5.1-edit-once]', { old: 'he sea is' }, 409, 'svc_many_matches'],
    ['half of a sign', { old: '\ud83d' }, 400, 'ability_invalid_input'],
    ['a sign that is no text', { old: 'is calm', new: 'a\0b' }, 409, 'svc_file_encoding'],
    ['no passage', { old: '' }, 400, 'svc_no_anchor'],
    ['half a block [5.1-edit-blocks]', { old: '<!-- /wp:paragraph -->', new: '' }, 409, 'svc_broken_blocks'],
    [
      'a new half of a block [5.1-edit-blocks]',
      { old: 'is calm', new: '<!-- wp:list -->' },
      409,
      'svc_broken_blocks',
    ],
    [
      'a comment without its end [5.1-edit-blocks]',
      { old: '<!-- wp:paragraph -->', new: '<!-- wp:paragraph' },
      409,
      'svc_broken_blocks',
    ],
  ])('refuses %s', async (_, input, status, code) => {
    const before = writing.state(TIDES);
    const ran = await writing.run('edit-content', { post_id: 3, new: 'x', ...input });
    expect([ran.status, ran.code]).toEqual([status, code]);
    expect(writing.state(TIDES)).toEqual(before);
  });

  it('says how often a passage occurs', async () => {
    const { message } = await writing.run('edit-content', { post_id: 3, old: 'he sea is', new: 'x' });
    expect(message).toContain('2 times');
  });

  it.each([
    ['an id that is none', { post_id: 0, old: 'All.' }, 'content/posts/short.md', 400, 'svc_bad_post'],
    [
      'a page that is not there',
      { post_id: 99, old: 'All.' },
      'content/posts/short.md',
      404,
      'svc_not_found',
    ],
    [
      'a type that agents may not see',
      { post_id: 13, old: 'Hidden.' },
      'content/things/thing.md',
      400,
      'svc_bad_type',
    ],
    [
      'an empty page [5.1-edit-empty]',
      { post_id: 10, old: 'All.', new: '' },
      'content/posts/short.md',
      409,
      'svc_would_empty',
    ],
    [
      'a page that a builder owns',
      { post_id: 11, old: 'All.' },
      'content/posts/built.md',
      409,
      'svc_builder_page',
    ],
    ['bytes that are not UTF-8', { post_id: 12, old: 'e' }, 'content/posts/old.md', 409, 'svc_file_encoding'],
  ])('refuses %s', async (_, input, path, status, code) => {
    const before = writing.state(path);
    const ran = await writing.run('edit-content', { new: 'x', ...input });
    expect([ran.status, ran.code]).toEqual([status, code]);
    expect(writing.state(path)).toEqual(before);
  });

  it('refuses a page that somebody else has open, and names them [5.1-edit-locked]', async () => {
    await writing.inStorage(async ({ db }) => {
      const user = {
        name: 'mara',
        displayName: 'Mara Holm',
        email: '',
        role: 'editor',
        password: '',
        created: 1,
      };
      const id = await addUser(db, user);
      await putLock(db, { post_id: 10, user_id: Number(id), at: NOW - 100 });
    });
    const before = writing.state('content/posts/short.md');
    const input = { post_id: 10, old: 'All.', new: 'Nothing.' };
    const ran = await writing.run('edit-content', input);
    expect([ran.status, ran.code]).toEqual([409, 'svc_post_locked']);
    expect(ran.message).toContain('Mara Holm');
    expect((await writing.run('edit-content', { ...input, dry_run: true })).code).toBe('svc_post_locked');
    expect(writing.state('content/posts/short.md')).toEqual(before);
    await writing.inStorage(({ db }) => putLock(db, { post_id: 10, user_id: 1, at: NOW - 151 }));
    expect((await writing.run('edit-content', input)).status).toBe(200);
  });

  it('waits for whoever says that they have the page open, and not for them', async () => {
    const editor = await writing.account('editor');
    const open = (method: string) =>
      fetch(`${writing.site.url}api/svc/v1/editing?post=10`, { method, headers: editor });
    expect(await (await open('POST')).json()).toEqual({ post: 10, lockedBy: '', until: NOW + 150 });
    const input = { post_id: 10, old: 'Nothing.', new: 'Something.', dry_run: true };
    expect((await writing.run('edit-content', input)).code).toBe('svc_post_locked');
    expect((await writing.run('edit-content', input, 'editor')).status).toBe(200);
    const other = await fetch(`${writing.site.url}api/svc/v1/editing?post=10`, {
      method: 'POST',
      headers: await writing.account('administrator'),
    });
    expect(await other.json()).toEqual({ post: 10, lockedBy: 'editor', until: 0 });
    await open('DELETE');
    expect((await writing.run('edit-content', input)).status).toBe(200);
  });

  it('lets both of two writers win who edit different passages', async () => {
    const edit = (old: string, text: string) => writing.run('edit-content', { post_id: 9, old, new: text });
    const before = writing.file('content/posts/dos.md');
    const both = await Promise.all([edit('One line.', 'First line.'), edit('Three.', 'Third.')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const after = before.replace('One line.', 'First line.').replace('Three.', 'Third.');
    expect(writing.file('content/posts/dos.md')).toBe(after);
  });

  it('lets all win who write different fields of a page at once', async () => {
    const before = writing.file(TIDES);
    const ran = await Promise.all([
      writing.run('write-description', { post_id: 3, description: 'About the sea.' }),
      writing.run('write-topics', { post_id: 3, topics: ['sea'] }),
      writing.run('write-search-fields', { post_id: 3, focus: 'low water' }),
    ]);
    expect(ran.map(({ status }) => status)).toEqual([200, 200, 200]);
    const after = writing.file(TIDES);
    expect(after).not.toBe(before);
    for (const text of ['About the sea.', 'sea', 'low water']) expect(after.split('---')[1]).toContain(text);
  });
});
