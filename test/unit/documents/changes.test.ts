import { describe, expect, it } from 'vitest';
import { parseSince, selectChanges } from '../../../src/documents/changes.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import {
  at,
  type ContextOptions,
  filesOf,
  NOW,
  testContext,
  textOf,
} from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';

const SITE: ContextOptions = {
  feedGenerated: at('2026-07-02T09:00:00Z'),
  entries: [
    { id: 1, title: 'Oolong', slug: 'oolong', modified: '2026-07-01T09:00:00Z', action: 'updated' },
    { id: 2, title: '', slug: 'untitled', changed: '2026-07-02T09:00:00Z' },
    { id: 3, type: 'page', title: 'Über <Tee> & "Wasser"', path: '/?page_id=3', twin: false },
  ],
  tombstones: [
    { id: 1, type: 'post', url: 'https://tea.example/old-oolong/', deleted: at('2026-07-01T09:00:00Z') },
    { id: 9, type: 'page', url: 'https://tea.example/gone/', deleted: at('2026-06-20') },
  ],
};

const actions = (options: ContextOptions, since?: number) =>
  selectChanges(testContext(options), since).items.map((item) => `${item.action} ${item.url.slice(19)}`);

describe('/svc-changes.json', () => {
  it('[2.2-change-item] has the envelope and items of the reference, compact', () => {
    const text = textOf('changes', testContext(SITE));
    expect(schemaErrors('changes.schema.json', JSON.parse(text))).toEqual([]);
    expectGolden('svc-changes.json', text);
  });

  it('[4.2.2-newest-first] sorts by the time at which the feed saw the change', () => {
    expect(actions(SITE)).toEqual([
      'created /untitled/',
      'updated /oolong/',
      'deleted /old-oolong/',
      'deleted /gone/',
      'created /?page_id=3',
    ]);
  });

  it('keeps a tombstone beside a live entry of the same id at another address', () => {
    const { items } = selectChanges(testContext(SITE));
    expect(items.filter((item) => item.id === 1).map((item) => item.action)).toEqual(['updated', 'deleted']);
  });

  it('drops a tombstone whose address is public again, whoever has it', () => {
    const revived = { ...SITE, entries: [{ id: 77, path: '/gone/' }, ...(SITE.entries ?? [])] };
    expect(actions(revived)).not.toContain('deleted /gone/');
    expect(actions(revived)).toContain('created /gone/');
  });

  it('is cut to the window, and says so whatever was asked for', () => {
    const small = testContext({ ...SITE, changesMax: 2 });
    expect(selectChanges(small)).toMatchObject({ count: 2, truncated: true });
    expect(selectChanges(small, NOW)).toMatchObject({ count: 0, truncated: true, items: [] });
    expect(selectChanges(testContext({ ...SITE, changesMax: 5 }))).toMatchObject({
      count: 5,
      truncated: false,
    });
  });

  it('[4.2.2-since-strict] gives what changed strictly after `since`', () => {
    const edge = at('2026-07-01T09:00:00Z');
    expect(actions(SITE, edge)).toEqual(['created /untitled/']);
    expect(actions(SITE, edge - 1)).toHaveLength(3);
    expect(selectChanges(testContext(SITE), edge).since).toBe('2026-07-01T09:00:00+00:00');
  });

  it('[2.2-change-links-rest] names a twin and an item only where they are served', () => {
    const bare = selectChanges(
      testContext({ ...SITE, settings: { enable_markdown: false }, restApi: { mode: 'off' } }),
    );
    expect(JSON.stringify(bare)).not.toMatch(/markdown|rest/);
    const external = selectChanges(
      testContext({
        ...SITE,
        restApi: { mode: 'external', base: 'https://cms.example/wp-json/wp/v2/', idParam: 'id' },
      }),
    );
    expect(external.items[1]).toMatchObject({
      _links: { rest: { href: 'https://cms.example/wp-json/wp/v2/posts/1' } },
    });
  });

  it('[2.2-tombstone] has nothing but the address in a deleted item', () => {
    const [, , deleted] = selectChanges(testContext(SITE)).items;
    expect(Object.keys(deleted ?? {})).toEqual(['id', 'type', 'url', 'action', 'deleted', '_links']);
  });

  it('of an empty site is valid too', () => {
    expect(schemaErrors('changes.schema.json', selectChanges(testContext()))).toEqual([]);
  });

  it('[4.2-changes] [4.2-changes-default-on] has its own switch, on by default', () => {
    expect(Object.keys(filesOf('changes', testContext()))).toEqual(['svc-changes.json']);
    expect(filesOf('changes', testContext({ settings: { enable_changes: false } }))).toEqual({});
  });
});

describe('its schema', () => {
  it('refuses what the feed must not hold', () => {
    const feed = selectChanges(testContext(SITE));
    const broken = [
      { ...feed, generated: '2026-07-02T09:00:00Z' },
      { ...feed, more: true },
      { ...feed, items: [{ ...feed.items[2], title: 'Gone' }] },
      { ...feed, items: [{ ...feed.items[0], action: 'moved' }] },
      { ...feed, items: [{ ...feed.items[0], url: '/relative/' }] },
    ];
    for (const value of broken) expect(schemaErrors('changes.schema.json', value)).not.toEqual([]);
  });
});

describe('the since parameter [4.2.2-since-iso] [4.2.2-since-unix]', () => {
  it.each([
    ['1782986400', NOW],
    [' 1782986400 ', NOW],
    ['0', 0],
    ['2026-07-02', at('2026-07-02')],
    ['2026-07-02T10:00:00', NOW],
    ['2026-07-02 10:00', NOW],
    ['2026-07-02T10:00:00Z', NOW],
    ['2026-07-02T12:00:00+02:00', NOW],
    ['2026-07-02T12:00:00.250+0200', NOW],
    // A form decoder made a space of the plus sign.
    ['2026-07-02T12:00:00 02:00', NOW],
    ['2026-07-02T12:00 0200', NOW],
    ['2026-07-02T05:00:00-05:00', NOW],
  ])('reads %j', (text, expected) => {
    expect(parseSince(text)).toBe(expected);
  });

  it.each([
    '',
    '   ',
    'yesterday',
    '-5',
    '1.5',
    '2026-02-31',
    '99999999999999999999',
    '1782986400000',
    '2026'.repeat(9),
  ])('ignores %j', (text) => {
    expect(parseSince(text)).toBeUndefined();
  });
});
