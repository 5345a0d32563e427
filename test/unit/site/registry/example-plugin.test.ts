import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import { loadPlugins } from '../../../../src/config/hooks/plugins.js';
import { Registrations } from '../../../../src/config/hooks/registrations.js';
import { collectRegistry } from '../../../../src/site/registry/collect.js';
import { agents, apis } from '../../../../src/site/registry/derive.js';
import type { PublishedRegistry, Registry } from '../../../../src/site/registry/registry.js';
import { BASE, published, world } from '../../../support/site/registry/world.js';

const PLUGIN = 'fixtures/plugins/museum-shop/plugin.mjs';
const PAGE = 'docs/plugins.md';

let registry: Registry;
let shown: PublishedRegistry;

beforeAll(async () => {
  const hooks = new Hooks();
  const registrations = new Registrations();
  await loadPlugins([resolve(PLUGIN)], { hooks, registrations, folder: process.cwd() });
  registry = await collectRegistry(world({ hooks, registrations }));
  shown = await published(registry, { hooks });
  expect(hooks.notices()).toEqual([]);
});

/** The block behind `<!-- example: name -->`; with UPDATE=1 it is rewritten first. */
function block(name: string, actual: string): string {
  const pattern = new RegExp(`(<!-- example: ${name} -->\\n\`\`\`\\w+\\n)([^]*?)(\`\`\`\\n)`);
  if (process.env['UPDATE'] === '1') {
    const text = readFileSync(PAGE, 'utf8');
    writeFileSync(
      PAGE,
      text.replace(pattern, (_all, head: string, _old, end: string) => head + actual + end),
    );
  }
  return pattern.exec(readFileSync(PAGE, 'utf8'))?.[2] ?? `no block named ${name}`;
}

describe('the example plugin', () => {
  it('registers without a word of complaint', () => {
    expect(registry.notices).toEqual([]);
    expect(registry.resources[0]).toMatchObject({ id: 'museum-shop', provider: { plugin: PLUGIN } });
  });

  it('gives a resource with two APIs, a tool, an agent and a named skill', () => {
    expect(apis(shown.resources, { authDocs: {} }).slice(0, 2)).toMatchObject([
      { id: 'museum-shop', base: `${BASE}/shop/api/products`, auth: { type: 'none' } },
      { id: 'museum-shop', base: `${BASE}/shop/api/orders`, auth: { type: 'oauth2' } },
    ]);
    expect(shown.tools.map(({ name }) => name)).toEqual(['museum-shop/find-product']);
    expect(agents(shown.resources, BASE).map(({ name }) => name)).toEqual(['Shop clerk']);
    expect(shown.skills.map(({ name }) => name)).toEqual(['Find something in the shop']);
  });

  it('gives a well-known document made by a callback', async () => {
    const [claim] = shown.claims;
    expect(claim).toMatchObject({ name: 'shop-hours.json', contentType: 'application/json' });
    expect(claim?.source.kind === 'callback' && (await claim.source.body())).toHaveProperty('thursday');
  });

  it('is hidden by one line of the settings', async () => {
    const hidden = await published(registry, { suppressed: ['museum-shop'] });
    expect(hidden.resources.map(({ id }) => id)).not.toContain('museum-shop');
    expect([...hidden.tools, ...hidden.skills]).toEqual([]);
  });

  it('stands in the docs as it is, with what becomes of it', () => {
    const source = readFileSync(PLUGIN, 'utf8');
    expect(block('plugin', source)).toBe(source);
    const resource = `${JSON.stringify(shown.resources[0], null, 2)}\n`;
    expect(block('resource', resource)).toBe(resource);
  });
});
