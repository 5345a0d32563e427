import { beforeAll, describe, expect, it } from 'vitest';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

interface Issues {
  readonly items: readonly {
    readonly id: number;
    readonly title: string;
    readonly issues: readonly { readonly id: string; readonly label: string }[];
    readonly coverage: string;
    readonly search: { readonly query: string } | null;
    readonly needsWork: boolean;
    readonly setAside: boolean;
    readonly stale: boolean;
  }[];
  readonly filter: string;
  readonly per: number;
  readonly total: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly issueLabel: string;
}

let site: AbilitySite;

beforeAll(async () => {
  site = await abilitySite({ files: LIGHTHOUSE });
}, 60_000);

const issues = (input: object = {}) => site.read<Issues>('read-content-issues', input);
const ids = ({ items }: Issues) => items.map(({ id }) => id);

describe('read-content-issues', () => {
  it('lists public pages that need work, with everything that was found', async () => {
    const found = await issues();
    // Drafts and pages behind a password are not among them.
    expect(ids(found)).toEqual([17, 13, 12, 11, 1]);
    expect(found).toMatchObject({
      filter: 'fixable',
      per: 20,
      total: 5,
      counts: { fixable: 5, clear: 0, setAside: 0 },
    });
    const lamp = found.items.find(({ id }) => id === 11);
    expect(lamp).toMatchObject({
      needsWork: true,
      coverage: 'missing',
      search: { query: 'trimming a wick' },
    });
    expect(lamp?.issues.map(({ id }) => id)).toContain('alt_text');
  });

  it('narrows to one check, and never widens', async () => {
    const found = await issues({ issue: 'alt_text' });
    expect(ids(found)).toEqual([11]);
    expect(found).toMatchObject({
      total: 1,
      issueLabel: 'Images without description',
      counts: { fixable: 5 },
    });
    expect(await issues({ issue: 'no_such_check' })).toMatchObject({ items: [], total: 0 });
  });

  it('pages through the list, with at most 30 in one answer', async () => {
    expect(ids(await issues({ per: 2, page: 2 }))).toEqual([12, 11]);
    expect((await issues({ per: 500 })).per).toBe(30);
    expect((await issues({ per: 0 })).per).toBe(20);
  });

  it('keeps pages apart that are set aside', async () => {
    site.setSettings({ optimize_ignored: [13] });
    const aside = await issues({ filter: 'setAside' });
    const rest = await issues();
    site.setSettings({ optimize_ignored: [] });
    expect(ids(aside)).toEqual([13]);
    expect(aside.items[0]?.setAside).toBe(true);
    expect(ids(rest)).not.toContain(13);
    expect(rest.counts).toEqual({ fixable: 4, clear: 0, setAside: 1 });
  });

  it('marks what has changed since it was read', async () => {
    site.services.verdicts.markStale([12]);
    const stale = (await issues()).items.filter((item) => item.stale);
    expect(stale.map(({ id }) => id)).toEqual([12]);
  });

  it('lets plugins change the rows, as long as they stay such', async () => {
    const own = await abilitySite({ files: LIGHTHOUSE });
    const list = () => own.read<Issues>('read-content-issues');
    own.live.hooks.filter('svc_worklist', (rows) => rows.slice(0, 1).map((row) => ({ ...row, mine: true })));
    expect((await list()).items).toMatchObject([{ id: 17, mine: true }]);
    own.live.hooks.filter('svc_worklist', (rows) => rows.map((row) => ({ ...row, id: 'seventeen' })));
    expect(ids(await list())).toEqual([17, 13, 12, 11, 1]);
    expect(own.errors.join()).toContain('svc_worklist');
  });

  it('reads no page for it', async () => {
    const own = await abilitySite({ files: LIGHTHOUSE });
    const read: string[] = [];
    const { store } = own.content;
    store.readMany = () => {
      read.push('readMany');
      throw new Error('a page was read');
    };
    store.read = () => {
      read.push('read');
      throw new Error('a page was read');
    };
    expect(ids(await own.read<Issues>('read-content-issues'))).toEqual([17, 13, 12, 11, 1]);
    expect(read).toEqual([]);
  });
});
