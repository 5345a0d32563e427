import { beforeAll, describe, expect, it } from 'vitest';
import { runAbility } from '../../../../../src/sidecar/abilities/run.js';
import { updateContentIndex } from '../../../../../src/sidecar/content/search/content-index.js';
import {
  type AbilitySite,
  ADMIN,
  abilityOf,
  abilitySite,
  callerOf,
  type Who,
} from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

interface Found {
  readonly items: readonly { readonly id: number; readonly status: string; readonly public: boolean }[];
  readonly hasMore: boolean;
}

let site: AbilitySite;

beforeAll(async () => {
  site = await abilitySite({ files: LIGHTHOUSE });
  await updateContentIndex(site.storage, site.content.store, 0);
}, 60_000);

const ids = ({ items }: Found) => items.map(({ id }) => id);

async function find(input: object, who: Who = ADMIN): Promise<number[]> {
  return ids(await site.read<Found>('find-content', input, who));
}

async function findReadOnly(input: object): Promise<number[]> {
  const caller = { ...callerOf(ADMIN), credential: { kind: 'shared' } as const, scope: 'read' as const };
  const asked = { caller, services: site.services, record: () => undefined };
  const outcome = await runAbility(abilityOf('find-content'), input, 'permission-first', asked);
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return ids(outcome.output as Found);
}

describe('find-content', () => {
  it('finds pages by all words of a query, last modified first', async () => {
    expect(await find({ query: 'LAMP dusk' })).toEqual([12, 11]);
    expect(await find({ query: 'stairs sea' })).toEqual([14]);
    expect(await find({ query: 'no such words' })).toEqual([]);
    expect(await find({ query: 'lamp "%_' })).toEqual([]);
  });

  it.each(['/posts/fog/', '/posts/fog', '/posts/fog.md', 'https://example.com/posts/f%6fg/?a#b'])(
    'finds the page with the address %s',
    async (query) => {
      expect(await find({ query })).toEqual([12]);
    },
  );

  it('lists drafts, and says when there are more', async () => {
    expect(await find({ status: 'draft' })).toEqual([15, 14]);
    const first = await site.read<Found>('find-content', { limit: 1 });
    expect(first).toMatchObject({ items: [{ id: 17, public: true }], hasMore: true });
    expect(await find({ type: 'page' })).toEqual(expect.arrayContaining([1, 17]));
    expect(await find({ type: 'nothing' })).toEqual([]);
  });

  it('[5-read-permissions] shows others’ drafts to nobody who may not edit them', async () => {
    const contributor = { name: 'runa', role: 'contributor' };
    expect(await find({ status: 'draft' }, contributor)).toEqual([15]);
    expect(await find({ query: '/posts/storm/' }, contributor)).toEqual([]);
    expect(await find({ query: 'dusk' }, contributor)).toEqual([12, 11]);
  });

  it('[5-read-permissions] finds only what visitors get through a read-only connection', async () => {
    expect(await findReadOnly({ status: 'draft' })).toEqual([]);
    expect(await findReadOnly({ query: 'stairs sea' })).toEqual([]);
    expect(await findReadOnly({ query: 'CANARY-SEALED' })).toEqual([]);
    expect(await findReadOnly({ query: '/posts/storm/' })).toEqual([]);
    expect(await findReadOnly({ query: 'brass rub' })).toEqual([13]);
  });
});
