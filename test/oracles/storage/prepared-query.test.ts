import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '../../../src/storage/open.js';
import type { Storage } from '../../../src/storage/port.js';
import { preparedQuery } from '../../../src/storage/prepared-query.js';
import { postgres, sqlite } from '../../support/storage/databases.js';

describe.each([sqlite(), postgres()])('a kept query on $name', (database) => {
  let storage: Storage;
  beforeAll(async () => {
    await database.start();
    storage = await openStorage(await database.address());
    await storage.db
      .insertInto('options')
      .values(['keel', 'mast', 'sail'].map((name, version) => ({ name, value: '1', version })))
      .execute();
  }, 120_000);
  afterAll(async () => {
    await storage.close();
    await database.stop();
  });

  it('answers for other values, inside of writes as well', async () => {
    const find = preparedQuery((db, name: string, least: number) =>
      db.selectFrom('options').select('version').where('name', '=', name).where('version', '>=', least),
    );
    expect(await find(storage.db, 'mast', 0)).toEqual([{ version: 1 }]);
    expect(await find(storage.db, 'sail', 2)).toEqual([{ version: 2 }]);
    expect(await find(storage.db, 'keel', 1)).toEqual([]);
    expect(await storage.write((db) => find(db, 'keel', 0))).toEqual([{ version: 0 }]);
  });

  it('has to use its values in their order', async () => {
    const find = preparedQuery((db, name: string, least: number) =>
      db.selectFrom('options').select('version').where('version', '>=', least).where('name', '=', name),
    );
    await expect(find(storage.db, 'mast', 0)).rejects.toThrow('in their order');
  });
});
