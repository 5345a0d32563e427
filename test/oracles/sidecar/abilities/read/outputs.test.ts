/** Every read ability on real content: what it returns is exactly what it declares. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Ability } from '../../../../../src/sidecar/abilities/ability.js';
import { readAbilities } from '../../../../../src/sidecar/abilities/table.js';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

const fixture = (path: string) => fileURLToPath(new URL(`../../../../../fixtures/${path}`, import.meta.url));

const SITES: readonly (readonly [string, () => Promise<AbilitySite>])[] = [
  ['a folder of files', () => abilitySite({ files: LIGHTHOUSE })],
  ['a folder with pages', () => abilitySite({ files: LIGHTHOUSE, config: { html: 'render' } })],
  [
    'an export in two parts',
    () =>
      abilitySite({
        files: {},
        config: {
          source: [fixture('wxr/workshop-part-1.xml'), fixture('wxr/workshop-part-2.xml')],
        },
      }),
  ],
  ['an awkward export', () => abilitySite({ files: {}, config: { source: fixture('wxr/awkward.xml') } })],
  [
    'an export of a shop',
    () => abilitySite({ files: {}, config: { source: fixture('wxr/extensions.xml') } }),
  ],
  ['a Ghost export', () => abilitySite({ files: {}, config: { source: fixture('ghost/tideline.json') } })],
  ['built pages', () => abilitySite({ files: {}, config: { source: fixture('html/docs') } })],
  [
    'a single draft',
    () => abilitySite({ files: { 'content/a.md': '---\ntitle: A\ndraft: true\n---\n\nNo.\n' } }),
  ],
];

/** Inputs worth a run, beside none. */
const INPUTS: Readonly<Record<string, readonly object[]>> = {
  'read-content-issues': [
    { filter: 'clear' },
    { filter: 'setAside' },
    { page: 3, per: 2 },
    { issue: 'words' },
  ],
  'read-terms': [{ post_type: 'page' }, { search: 'a', per: 2 }],
  'search-media': [{ undescribed: true }, { mime: '' }, { query: 'a', limit: 3 }],
  'read-google-index': [{ url: '/about/' }, { problemsState: 'crawled', problemsPage: 2 }],
  'identify-bot': [{ ip: '192.0.2.1' }, { ip: '2001:db8::1' }],
  'read-request-log': [{ verdict: [0, 'refused'], per_page: 3 }],
  'read-edge-traffic': [{ days: 30 }],
  'preview-schema': [{ post_id: 0 }],
};

/** Runs an ability with everything that it takes on this site. */
async function runs(site: AbilitySite, ability: Ability) {
  const required = (ability.input['required'] ?? []) as readonly string[];
  const ids = [...site.content.store.entries()]
    .filter(({ type }) => ['post', 'page'].includes(type))
    .map(({ id }) => ({ post_id: id }));
  const inputs = required.includes('post_id')
    ? ids
    : [...(required.length > 0 ? [] : [{}]), ...(INPUTS[ability.slug] ?? [])];
  return Promise.all(inputs.map(async (input) => [input, await site.run(ability.slug, input)] as const));
}

describe.each(SITES)('%s', (_, start) => {
  it('is told by every read ability as declared', { timeout: 120_000 }, async () => {
    const site = await start();
    for (const ability of readAbilities) {
      for (const [input, outcome] of await runs(site, ability)) {
        expect(outcome, `${ability.slug} ${JSON.stringify(input)}\n${site.errors.join('\n')}`).toMatchObject({
          kind: 'done',
        });
      }
    }
    expect(site.errors).toEqual([]);
  });
});

describe('schemas', () => {
  it.each(readAbilities)('of $slug are closed', ({ input, output }) => {
    for (const schema of [input, output]) {
      expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect('default' in input).toBe(!('required' in input));
  });

  it.each(readAbilities)('of $slug describe what a model has to know', ({ label, description, input }) => {
    expect(label.length).toBeLessThan(40);
    expect(description.length).toBeGreaterThan(200);
    expect(description.length).toBeLessThan(900);
    for (const [name, schema] of Object.entries(input['properties'] as Record<string, object>)) {
      expect(schema, name).toHaveProperty('description');
    }
  });
});
