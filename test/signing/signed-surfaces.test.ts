import { describe, expect, it } from 'vitest';
import { Hooks } from '../../src/hooks/hooks.js';
import type { Notice } from '../../src/registry/notice.js';
import { publicHalf } from '../../src/signing/key.js';
import { signSurfaces } from '../../src/signing/sign-surfaces.js';
import { askSignedSurfaces } from '../../src/signing/signed-surfaces.js';
import { verifyDocument } from '../../src/signing/verify-document.js';
import type { Surface, SurfaceContext } from '../../src/surfaces/surface.js';
import { surfaces } from '../../src/surfaces/table.js';
import { NOW, testContext } from '../surfaces/context.js';
import { testKey } from './test-key.js';

async function ask(filter?: (names: readonly string[]) => readonly string[]) {
  const hooks = new Hooks();
  if (filter !== undefined) hooks.filter('svc_signed_surfaces', filter);
  const notices: Notice[] = [];
  const signed = await askSignedSurfaces(hooks, surfaces, (notice) => notices.push(notice));
  return { signed: [...signed].sort(), notices };
}

describe('the signed documents', () => {
  it('[5-signed-surfaces] are the discovery document, the agent card with its alias, and the MCP descriptor', async () => {
    let names: readonly string[] = [];
    const { signed, notices } = await ask((given) => {
      names = given;
      return given;
    });
    expect(names).toEqual(['discovery.json', 'agent-card.json', 'agent.json', 'mcp.json']);
    expect([signed, notices]).toEqual([['agent-card', 'discovery', 'mcp'], []]);
  });

  it.each([
    [
      ['openapi.json', 'api-catalog', 'svc-changes.json'],
      ['api-catalog', 'changes', 'openapi'],
    ],
    [['agent.json'], ['agent-card']],
    [[], []],
  ])('[5-signed-filter] are those that the filter names: %j', async (names, expected) => {
    expect(await ask(() => names)).toEqual({ signed: expected, notices: [] });
  });

  it.each([
    ['llms.txt', /is no JSON document/],
    ['security.txt', /is no JSON document/],
    ['index.md', /is no JSON document/],
    ['svc-sitemap.xml', /is no JSON document/],
    ['about.html', /is no document of this site/],
    ['http-message-signatures-directory', /always signs itself/],
    ['{path}.md', /is no document of this site/],
    ['__proto__', /is no document of this site/],
  ])('[5-signed-json-only] are never %s', async (name, message) => {
    const { signed, notices } = await ask((names) => [...names, name]);
    expect(signed).toEqual(['agent-card', 'discovery', 'mcp']);
    expect(notices).toMatchObject([
      { level: 'error', code: 'filter_result', message: expect.stringMatching(message) },
    ]);
  });
});

describe('signing the files of a build', async () => {
  const key = await testKey();
  const json = (id: string, path: string, more: Partial<Surface> = {}): Surface => ({
    id,
    path,
    contentType: 'application/json',
    headers: 'wellKnown',
    summary: '',
    condition: '',
    when: () => true,
    render: () => '{}',
    ...more,
  });
  const table = [
    json('card', '/.well-known/card.json', { aliases: ['/.well-known/old.json'], sign: true }),
    json('off', '/.well-known/off.json', { when: () => false, sign: true }),
    json('plain', '/.well-known/plain.json'),
    json('cards', '/.well-known/{id}/card.json', {
      *instances() {
        yield { path: '/.well-known/caf%C3%A9/card.json', params: undefined };
      },
    }),
    json('signatures-directory', '/.well-known/http-message-signatures-directory'),
  ];
  const signing = { keys: [publicHalf(key)], surfaces: new Set(['card', 'off', 'cards']) };
  const site = { baseUrl: 'https://tea.example/shop' };
  const read = (file: string) => Buffer.from(`{"file": "${file}"}`);
  const context = (more: Parameters<typeof testContext>[0] = {}): SurfaceContext =>
    testContext({ table, site, signing, ...more });

  it('[1-signs-when-enabled] signs what is listed and served, each at its own address, and the directory', () => {
    const signed = signSurfaces(context(), { key, previous: [], read });
    expect(signed.map(({ path, file }) => [path, file])).toEqual([
      ['/.well-known/card.json', '.well-known/card.json'],
      ['/.well-known/old.json', '.well-known/old.json'],
      ['/.well-known/caf%C3%A9/card.json', '.well-known/café/card.json'],
      ['/.well-known/http-message-signatures-directory', '.well-known/http-message-signatures-directory'],
    ]);
    for (const { surface, path, file, bytes, headers } of signed) {
      expect(bytes).toBe(read(file).length);
      const form = surface === 'signatures-directory' ? 'directory' : 'document';
      const document = { bytes: read(file), url: site.baseUrl + path, headers: Object.entries(headers) };
      const verdict = verifyDocument({ ...document, keys: signing.keys, now: NOW, form });
      expect(verdict).toMatchObject({ outcome: 'verified' });
    }
  });

  it('[1-signs-when-enabled] signs nothing while signing is off', () => {
    expect(signSurfaces(context({ signing: undefined }), { key, previous: [], read })).toEqual([]);
  });

  it('signs again only what has changed', () => {
    const first = signSurfaces(context(), { key, previous: [], read });
    const previous = first.map(({ record }) => record);
    const later = context({ now: NOW + 60 });
    const other = (file: string) => (file.endsWith('old.json') ? Buffer.from('[]') : read(file));
    const second = signSurfaces(later, { key, previous, read: other });
    expect(second.map(({ record }) => record.created - NOW)).toEqual([0, 60, 0, 0]);
    // As JSON, as the manifest keeps them.
    const kept = JSON.parse(JSON.stringify(previous)) as typeof previous;
    expect(signSurfaces(later, { key, previous: kept, read })).toEqual(first);
  });

  it('takes the validity from the settings', () => {
    const [one] = signSurfaces(context({ settings: { signature_max_age_days: 7 } }), {
      key,
      previous: [],
      read,
    });
    expect(one?.record.expires).toBe(NOW + 7 * 86_400);
  });
});
