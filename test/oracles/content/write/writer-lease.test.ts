import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WriterLease } from '../../../../src/content/write/writer-lease.js';
import { openStorage } from '../../../../src/storage/open.js';
import { postgres, sqlite } from '../../../support/storage/databases.js';

describe.each([sqlite(), postgres()])('the lease of the writer in $name', (database) => {
  beforeAll(() => database.start(), 60_000);
  afterAll(() => database.stop());

  it('is held by one of several, until it ends or is silent for a minute', async () => {
    const address = await database.address();
    const storages = await Promise.all([openStorage(address), openStorage(address)]);
    let now = 1000;
    const fail = (error: unknown) => {
      throw error;
    };
    const [first, second] = storages.map((storage) => new WriterLease(storage, () => now, fail));
    const both = await Promise.all([first?.holds(), second?.holds()]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const [holder, other] = both[0] ? [first, second] : [second, first];
    expect([await holder?.holds(), await other?.holds()]).toEqual([true, false]);
    now += 50;
    expect([await other?.holds(), await holder?.holds()]).toEqual([false, true]);
    now += 61;
    expect([await other?.holds(), await holder?.holds()]).toEqual([true, false]);
    await other?.close();
    expect(await holder?.holds()).toBe(true);
    await holder?.close();
    await Promise.all(storages.map((storage) => storage.close()));
  });
});
