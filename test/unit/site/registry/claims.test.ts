import { describe, expect, it } from 'vitest';
import { collectRegistry } from '../../../../src/site/registry/collect.js';
import { published, type Registered, world } from '../../../support/site/registry/world.js';

const claimed = (...registered: Registered) => collectRegistry(world({}, registered));

describe('a claim of a well-known document', () => {
  it('[4.2.1-provider-third] is a redirect, a file or a callback', async () => {
    const { claims, notices } = await claimed([
      'wellKnown',
      [
        { name: '/.well-known/tea.json', redirect: '/tea', content_type: 'application/json' },
        { name: 'pots', file: 'data/pots.txt' },
        { name: 'brew', callback: () => 'steep', contentType: 'text/markdown; charset=utf-8' },
        { name: 'all', file: 'x', callback: () => 'y', redirect: 'https://kettle.example/z' },
      ],
    ]);
    expect(claims.map(({ name, contentType, source }) => [name, contentType, source.kind])).toEqual([
      ['tea.json', 'application/json', 'redirect'],
      ['pots', 'text/plain', 'file'],
      ['brew', 'text/markdown; charset=utf-8', 'callback'],
      ['all', 'text/plain', 'redirect'],
    ]);
    expect(claims[2]?.source.kind === 'callback' && claims[2].source.body()).toBe('steep');
    expect(notices).toEqual([]);
  });

  it('stands for whoever claims first, by priority', async () => {
    const { claims, notices } = await claimed(
      ['wellKnown', { name: 'tea.json', file: 'late' }, { origin: 'late' }],
      ['wellKnown', { name: 'tea.json', file: 'early' }, { origin: 'early', priority: 5 }],
    );
    expect(claims.map(({ origin }) => origin)).toEqual(['early']);
    expect(notices).toMatchObject([{ level: 'warning', code: 'well_known_conflict', origin: 'late' }]);
  });

  it.each([
    '',
    '.',
    '..',
    '.env',
    'a/b',
    'mcp/server-card.json',
    'a\\b',
    'a b',
    'a%2fb',
    'a..b',
    undefined,
    {},
  ])('is refused with the name %j', async (name) => {
    const { claims, notices } = await claimed(['wellKnown', { name, file: 'x' }]);
    expect(claims).toEqual([]);
    expect(notices).toMatchObject([{ level: 'error', code: 'well_known_name' }]);
  });

  it.each([{}, { redirect: 'javascript:x' }, { file: ' ' }, { file: 'a\0b' }, { callback: 'text' }])(
    'is refused without a body: %j',
    async (source) => {
      const { claims, notices } = await claimed(['wellKnown', { name: 'tea', ...source }]);
      expect(claims).toEqual([]);
      expect(notices.at(-1)).toMatchObject({ level: 'error', code: 'well_known_source' });
    },
  );

  it('is text when its content type is none', async () => {
    const { claims, notices } = await claimed([
      'wellKnown',
      { name: 'tea', file: 'x', content_type: 'text/html\r\nSet-Cookie: a=b' },
    ]);
    expect(claims[0]?.contentType).toBe('text/plain');
    expect(notices).toMatchObject([{ level: 'warning', code: 'well_known_source' }]);
  });

  it('is refused when it cannot be read', async () => {
    const definition = Object.defineProperty({}, 'name', {
      get: () => {
        throw new Error('hot');
      },
    });
    const { claims, notices } = await claimed(['wellKnown', definition]);
    expect(claims).toEqual([]);
    expect(notices).toMatchObject([{ level: 'error', code: 'well_known_source' }]);
  });

  it('has an absolute redirect once it is published', async () => {
    const registry = await claimed(['wellKnown', { name: 'tea', redirect: '/tea' }]);
    const { claims } = await published(registry);
    expect(claims[0]?.source).toEqual({ kind: 'redirect', to: 'https://kettle.example/tea' });
  });
});
