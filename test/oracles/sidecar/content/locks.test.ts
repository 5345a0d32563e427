import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editLock } from '../../../../src/sidecar/abilities/content.js';
import { openStorage } from '../../../../src/storage/open.js';
import type { Storage } from '../../../../src/storage/port.js';
import { deleteOldLocks, putLock, removeLock } from '../../../../src/storage/tables/locks.js';
import { addRevision, findRevision, revisionsOf } from '../../../../src/storage/tables/revisions.js';
import { postgres, sqlite } from '../../../support/storage/databases.js';

describe.each([sqlite(), postgres()])('on $name', (database) => {
  const open: Storage[] = [];
  const connect = async () => {
    const storage = await openStorage(await database.address());
    open.push(storage);
    return storage.db;
  };

  beforeAll(() => database.start());
  afterAll(async () => {
    await Promise.all(open.map((storage) => storage.close()));
    await database.stop();
  });

  it('a lock lasts while its editor is heard of, and goes with its owner only', async () => {
    const db = await connect();
    await putLock(db, { post_id: 7, user_id: 1, at: 1000 });
    expect(await editLock(db, 7, 1149)).toEqual({ userId: 1, at: 1000 });
    expect(await editLock(db, 7, 1150)).toBeUndefined();
    await putLock(db, { post_id: 7, user_id: 2, at: 1100 });
    await removeLock(db, 7, 1);
    expect(await editLock(db, 7, 1150)).toEqual({ userId: 2, at: 1100 });
    await removeLock(db, 7, 2);
    expect(await editLock(db, 7, 1150)).toBeUndefined();
    await putLock(db, { post_id: 8, user_id: 2, at: 10 });
    await deleteOldLocks(db, 11);
    expect(await editLock(db, 8, 11)).toBeUndefined();
  });

  it('revisions are kept, the latest first', async () => {
    const db = await connect();
    const parts = { title: 'Ebb', body: 'Out.\n', head: '---\ntitle: Ebb\n---\n', file: 'content/ebb.md' };
    const revision = { postId: 2 ** 48 - 1, userId: 1, created: 1000, ...parts };
    const first = await addRevision(db, revision);
    const second = await addRevision(db, { ...revision, body: 'In.' });
    await addRevision(db, { ...revision, postId: 3 });
    expect(await findRevision(db, first)).toEqual({ id: first, ...revision });
    expect((await revisionsOf(db, revision.postId, 5)).map(({ id }) => id)).toEqual([second, first]);
    expect(await revisionsOf(db, revision.postId, 1)).toHaveLength(1);
    expect(await findRevision(db, 99)).toBeUndefined();
  });
});
