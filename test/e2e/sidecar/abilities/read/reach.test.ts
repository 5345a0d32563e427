/** What a credential reaches, beside what its account may do. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AbilityCaller, Credential } from '../../../../../src/sidecar/abilities/ability.js';
import { runAbility } from '../../../../../src/sidecar/abilities/run.js';
import { type Item, wxr } from '../../../../support/build/export.js';
import {
  type AbilitySite,
  ADMIN,
  abilityOf,
  abilitySite,
  callerOf,
} from '../../../../support/sidecar/abilities/ability-site.js';

const picture = (id: number, parent: number, title: string): Item => ({
  id,
  parent,
  title,
  type: 'attachment',
  status: 'inherit',
  more: `<wp:attachment_url>https://old.example/${title}.png</wp:attachment_url>`,
});

const category = (slug: string) => [{ taxonomy: 'category', slug, name: slug }];

const EXPORT = wxr(
  [
    {
      id: 1,
      slug: 'open',
      title: 'Open',
      body: '<p>Open.</p>[gallery ids="10"][gallery id="2"]',
      terms: category('ropes'),
    },
    {
      id: 2,
      slug: 'held',
      title: 'Held',
      status: 'private',
      body: '<p>Held.</p>[gallery]',
      terms: category('plans'),
    },
    picture(10, 1, 'shown'),
    picture(11, 2, 'hidden'),
  ],
  {
    head: '<wp:category><wp:category_nicename>plans</wp:category_nicename><wp:cat_name>plans</wp:cat_name></wp:category>',
  },
);

const READERS: readonly (readonly [string, Credential, AbilityCaller['scope']])[] = [
  ['a shared token that may only read', { kind: 'shared' }, 'read'],
  ['an OAuth token that may only read', { kind: 'oauth', clientId: 'kettle', name: 'Kettle' }, 'read'],
  ['a shared token that may write while agents may not', { kind: 'shared' }, 'write'],
];

let site: AbilitySite;

beforeAll(async () => {
  site = await abilitySite({ files: { 'export.xml': EXPORT }, config: { source: 'export.xml' } });
}, 60_000);

function runAs(slug: string, input: object, caller: Pick<AbilityCaller, 'credential' | 'scope'>) {
  const { services } = site;
  const asked = { caller: { ...callerOf(ADMIN), ...caller }, services, record: () => undefined };
  return runAbility(abilityOf(slug), input, 'permission-first', asked);
}

const said = async (...asked: Parameters<typeof runAs>) => JSON.stringify(await runAs(...asked));

describe.each(READERS)('[5-read-permissions] %s', (_, credential, scope) => {
  const caller = { credential, scope };

  it.each(['read-content', 'check-page', 'suggest-internal-links', 'preview-schema', 'preview-markdown'])(
    'is refused by %s for a page that is not public, and served for one that is',
    async (slug) => {
      expect(await runAs(slug, { post_id: 2 }, caller)).toEqual({ kind: 'refused', because: 'credential' });
      expect(await runAs(slug, { post_id: 1 }, caller)).toMatchObject({ kind: 'done' });
      expect(await runAs(slug, { post_id: 999 }, caller)).toMatchObject({
        kind: 'failed',
        code: 'svc_not_found',
      });
    },
  );

  it('finds the media and the terms of public pages alone', async () => {
    const media = await said('search-media', { mime: '' }, caller);
    expect(media).toContain('shown');
    expect(media).not.toContain('hidden');
    const terms = await said('read-terms', {}, caller);
    expect(terms).toContain('ropes');
    expect(terms).not.toContain('plans');
  });

  it('sees no picture of a private page in what a public one is sent with', async () => {
    expect(await said('preview-schema', { post_id: 1 }, caller)).not.toContain('hidden');
  });
});

describe('[5-read-permissions] what reaches as far as its account', () => {
  it('is a session', async () => {
    const caller = { credential: { kind: 'session' }, scope: 'write' } as const;
    expect(await runAs('read-content', { post_id: 2 }, caller)).toMatchObject({ kind: 'done' });
    expect(await said('search-media', { mime: '' }, caller)).toContain('hidden');
    expect(await said('read-terms', {}, caller)).toContain('plans');
  });

  it('is a token that may write while agents may', async () => {
    site.setSettings({ enable_mcp_server: true, enable_agent_writes: true });
    const caller = { credential: { kind: 'shared' }, scope: 'write' } as const;
    const outcome = await runAs('read-content', { post_id: 2 }, caller);
    site.setSettings({ enable_agent_writes: false });
    expect(outcome).toMatchObject({ kind: 'done', output: { content: '<p>Held.</p>[gallery]' } });
  });
});
