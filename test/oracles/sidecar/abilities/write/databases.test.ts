import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findRevision,
  pruneRevisions,
  removeRevisions,
  restingPages,
  revisionsOf,
} from '../../../../../src/storage/tables/revisions.js';
import { abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { WRITES } from '../../../../support/sidecar/abilities/write/writing.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

describe.each([sqlite(), postgres()])('writes with $name', (database) => {
  beforeAll(() => database.start(), 60_000);
  afterAll(() => database.stop());

  it('keep revisions, mark verdicts and retry announcements', async () => {
    const site = await abilitySite({
      files: { 'content/posts/tea.md': '---\ntitle: Té\ndate: 2026-01-01\nid: 1\n---\n\nHot “tea” 😀.\n' },
      settings: WRITES,
      database: await database.address(),
    });
    const first = await site.read('edit-content', { post_id: 1, old: 'Hot', new: 'Cold' });
    const second = await site.read('edit-content', { post_id: 1, old: 'Cold', new: 'Cool' });
    expect(second['revisionId']).toBe((first['revisionId'] as number) + 1);
    const revision = await findRevision(site.storage.db, first['revisionId'] as number);
    expect(revision).toMatchObject({
      body: '\nHot “tea” 😀.\n',
      head: expect.stringContaining('title: Té\n'),
    });
    const { created } = revision ?? { created: 0 };
    const left = async () => (await revisionsOf(site.storage.db, 1, 9)).map(({ id }) => id);
    await pruneRevisions(site.storage.db, 1, { keep: 1, before: created });
    expect(await left()).toEqual([second['revisionId'], first['revisionId']]);
    await pruneRevisions(site.storage.db, 1, { keep: 1, before: created + 1 });
    expect(await left()).toEqual([second['revisionId']]);
    expect(await restingPages(site.storage.db, created)).toEqual([]);
    expect(await restingPages(site.storage.db, created + 1)).toEqual([
      { postId: 1, file: 'content/posts/tea.md' },
    ]);
    await removeRevisions(site.storage.db, 1, created);
    expect(await left()).toHaveLength(1);
    await removeRevisions(site.storage.db, 1, created + 1);
    expect(await left()).toEqual([]);
    const [verdict] = site.services.verdicts.byIds([1]);
    expect(verdict?.contentHash).toBe('');
    expect(await site.run('retry-announcement', { id: 'x' })).toMatchObject({ code: 'svc_announce_row' });
  }, 60_000);
});
