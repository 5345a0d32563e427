import { describe, expect, it } from 'vitest';
import { wellKnownIndex } from '../../../src/documents/discovery/well-known-index.js';
import type { DocumentContext } from '../../../src/documents/document-row.js';
import { headersOf } from '../../../src/documents/headers.js';
import { documentTable, fileOf, instancesOf } from '../../../src/documents/table.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import { type ContextOptions, documentRow, filesOf, testContext } from '../../support/documents/context.js';
import { OWN_SERVER, published, server, shop, skill, tool } from '../../support/documents/offers.js';

/** The documents of this test: what the site offers to be called, and how one signs in. */
const IDS = [
  'mcp',
  'mcp-server-card',
  'mcp-server-card-id',
  'agent-skills-index',
  'agent-skill',
  'oauth-protected-resource',
  'oauth-protected-resource-mcp',
  'oauth-authorization-server',
  'oauth-authorization-server-mcp',
  'auth-md',
  'ai-catalog',
];
const SWITCHES = [
  'enable_mcp_server',
  'enable_auth_md',
  'enable_agent_skills',
  'enable_ai_catalog',
  'enable_root_oauth_metadata',
] as const;
const PLACES = ['none', 'here', 'elsewhere'] as const;

/** Every combination of switches, deployments and an external authorization server. */
function* combinations(): Iterable<ContextOptions> {
  for (let bits = 0; bits < 2 ** SWITCHES.length; bits++) {
    const settings = Object.fromEntries(SWITCHES.map((key, i) => [key, (bits & (2 ** i)) !== 0]));
    for (const place of PLACES) {
      for (const oauth_auth_server of ['', 'https://login.example']) {
        for (const offers of [false, true]) {
          yield deployment(place, { ...settings, oauth_auth_server }, offers);
        }
      }
    }
  }
}

function deployment(
  place: (typeof PLACES)[number],
  settings: NonNullable<ContextOptions['settings']>,
  offers: boolean,
): ContextOptions {
  const base = { none: undefined, here: 'https://tea.example', elsewhere: 'https://agents.example' }[place];
  const isOn = base !== undefined && settings.enable_mcp_server === true;
  const own = isOn ? [{ ...OWN_SERVER, endpoint: `${base}/api/svc/v1/mcp` }] : [];
  return {
    settings,
    sidecar: place === 'here',
    sidecarBase: base,
    published: published({
      servers: offers ? [...own, server()] : own,
      ...(offers ? { resources: [shop({ tools: [tool()] })], skills: [skill()], tools: [tool()] } : {}),
    }),
  };
}

/** What the sidecar answers itself. */
const LIVE = /^\/(?:svc\/|api\/svc\/v1\/)/;

function documents(ctx: DocumentContext): Readonly<Record<string, string>> {
  return Object.assign({}, ...IDS.map((id) => filesOf(id, ctx)));
}

/** Addresses that answer: those of every served row. */
function answered(ctx: DocumentContext): ReadonlySet<string> {
  return new Set(
    documentTable
      .filter(({ id }) => ctx.served(id))
      .flatMap((row) => [...instancesOf(row, ctx)].map(({ path }) => path)),
  );
}

describe('every combination of switches and deployments', () => {
  const all = [...combinations()].map((options) => ({ options, ctx: testContext(options) }));

  it('advertises nothing that is absent', () => {
    for (const { options, ctx } of all) {
      const there = answered(ctx);
      for (const [file, text] of Object.entries(documents(ctx))) {
        for (const [url] of text.matchAll(/https:\/\/tea\.example\/[^\s"<>`)]*/g)) {
          const { pathname } = new URL(url);
          const isLive = options.sidecar === true && LIVE.test(pathname);
          const isThere = pathname === '/' || there.has(pathname) || isLive;
          expect(isThere || `${file} names ${url}`).toBe(true);
        }
      }
    }
  });

  it('lists every well-known document in the well-known index, and nothing else', () => {
    for (const { ctx } of all) {
      const listed = wellKnownIndex(ctx).map(({ url }) => new URL(url).pathname);
      const there = [...answered(ctx)].filter((path) => path.startsWith('/.well-known/'));
      expect([...listed].sort()).toEqual(there.sort());
    }
  });

  it('[9-experimental-linked] lists the MCP descriptor in the well-known index', () => {
    for (const { ctx } of all) expect(wellKnownIndex(ctx).map(({ name }) => name)).toContain('mcp.json');
  });

  it('says nothing of our own server where nothing could answer', () => {
    for (const { options, ctx } of all) {
      if (options.sidecarBase !== undefined && options.settings?.enable_mcp_server === true) continue;
      for (const [file, text] of Object.entries(documents(ctx))) {
        expect(/svc\/v1\/mcp|svc\/mcp|svc\/connect|oauth\//.test(text) && file).toBe(false);
      }
    }
  });

  it('makes only valid documents, at places that do not get in the way of each other', () => {
    for (const { ctx } of all) {
      const files = documentTable
        .filter(({ id }) => ctx.served(id))
        .flatMap((row) => [...instancesOf(row, ctx)].map(fileOf));
      const folders = new Set(files.flatMap((file) => ancestors(file)));
      expect(files.filter((file) => folders.has(file))).toEqual([]);
      for (const id of IDS) {
        const { schema } = documentRow(id);
        if (schema === undefined) continue;
        for (const text of Object.values(filesOf(id, ctx))) {
          expect(schemaErrors(schema, JSON.parse(text))).toEqual([]);
        }
      }
    }
  });
});

function ancestors(file: string): readonly string[] {
  const names = file.split('/');
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join('/'));
}

describe('the rows', () => {
  it.each([
    ['mcp', 'application/json; charset=UTF-8', 'public, max-age=3600'],
    ['mcp-server-card', 'application/json; charset=UTF-8', 'public, max-age=3600'],
    ['agent-skills-index', 'application/json; charset=UTF-8', 'public, max-age=3600'],
    ['agent-skill', 'text/markdown; charset=UTF-8', 'public, max-age=3600'],
    ['oauth-protected-resource', 'application/json; charset=UTF-8', 'public, max-age=3600'],
    ['ai-catalog', 'application/ai-catalog+json; charset=UTF-8', 'public, max-age=3600'],
    ['auth-md', 'text/markdown; charset=UTF-8', 'no-store, max-age=0'],
  ])('%s is sent as %s', (id, type, caching) => {
    expect(headersOf(documentRow(id), { bypass_shared_cache: false })).toMatchObject({
      'Content-Type': type,
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': caching,
    });
  });
});
