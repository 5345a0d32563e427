import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpAddresses } from '../../../src/documents/mcp-server.js';
import { copies, metadataPath } from '../../../src/documents/oauth-metadata.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import { type ContextOptions, filesOf, testContext } from '../../support/documents/context.js';
import { published, WITH_MCP, WITH_MCP_ELSEWHERE } from '../../support/documents/offers.js';
import { claim } from '../../support/documents/published.js';

const FLAT = '.well-known/oauth-protected-resource/index.json';
const SERVER = '.well-known/oauth-authorization-server/svc/mcp';
const RESOURCE = '.well-known/oauth-protected-resource/svc/mcp';
const EXTERNAL = { oauth_auth_server: 'https://login.example' };

/** The files of all four rows, each valid by its schema. */
const files = (options: ContextOptions): Record<string, Record<string, unknown>> => {
  const ctx = testContext(options);
  const found: Record<string, Record<string, unknown>> = {};
  for (const kind of ['oauth-protected-resource', 'oauth-authorization-server']) {
    for (const id of [kind, `${kind}-mcp`]) {
      for (const [file, text] of Object.entries(filesOf(id, ctx))) {
        found[file] = JSON.parse(text);
        expect(schemaErrors(`${kind}.schema.json`, found[file])).toEqual([]);
      }
    }
  }
  return found;
};
const withSettings = (settings: ContextOptions['settings']): ContextOptions => ({
  ...WITH_MCP,
  settings: { ...WITH_MCP.settings, ...settings },
});

describe('the OAuth metadata', () => {
  it('[4.2-as-metadata] [4.2-prm-mcp] exist only while the MCP server is on and answers on this origin', () => {
    const names = [RESOURCE, '.well-known/oauth-protected-resource/api/svc/v1/mcp', SERVER];
    expect(Object.keys(files(WITH_MCP))).toEqual(names);
    expect(files({ sidecar: true })).toEqual({});
    expect(files({ settings: { enable_mcp_server: true } })).toEqual({});
    expect(files(WITH_MCP_ELSEWHERE)).toEqual({});
  });

  it('[4.2-prm-external] of the site as a whole exist only with an external authorization server', () => {
    expect(files({ settings: EXTERNAL })).toEqual({
      [FLAT]: { resource: 'https://tea.example/', authorization_servers: ['https://login.example'] },
    });
    expect(files(withSettings(EXTERNAL))[FLAT]).toEqual(files({ settings: EXTERNAL })[FLAT]);
  });

  it('name the built-in server as the authority of the MCP endpoint', () => {
    expect(files(WITH_MCP)[RESOURCE]).toEqual({
      resource: 'https://tea.example/api/svc/v1/mcp',
      authorization_servers: ['https://tea.example/svc/mcp'],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
      resource_name: 'Tea Notes',
      resource_documentation: 'https://tea.example/auth.md',
    });
  });

  it('of the built-in server say what it can do, and nothing that a default would get wrong', () => {
    expect(files(WITH_MCP)[SERVER]).toEqual({
      issuer: 'https://tea.example/svc/mcp',
      authorization_endpoint: 'https://tea.example/svc/connect',
      token_endpoint: 'https://tea.example/api/svc/v1/oauth/token',
      registration_endpoint: 'https://tea.example/api/svc/v1/oauth/register',
      revocation_endpoint: 'https://tea.example/api/svc/v1/oauth/revoke',
      scopes_supported: ['read', 'write'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      service_documentation: 'https://tea.example/auth.md',
      agent_auth: {
        skill: 'https://tea.example/auth.md',
        register_uri: 'https://tea.example/api/svc/v1/oauth/register',
        revocation_uri: 'https://tea.example/api/svc/v1/oauth/revoke',
        identity_types_supported: ['anonymous'],
        anonymous: { credential_types_supported: ['authorization_code'] },
      },
    });
  });

  it.each<[string, ContextOptions]>([
    ['is switched off', withSettings({ enable_auth_md: false })],
    ['was ceded', { ...WITH_MCP, cede: ['auth_md'] }],
  ])('do not mention /auth.md when it %s', (_, options) => {
    expect(JSON.stringify(files(options))).not.toMatch(/auth\.md|agent_auth|_documentation/);
  });

  it('mention an /auth.md that the site itself has', () => {
    const own = { has: (path: string) => path === '/auth.md', wellKnown: [] };
    const options = { ...withSettings({ enable_auth_md: false }), files: own };
    expect(JSON.stringify(files(options))).toContain('https://tea.example/auth.md');
  });

  it('[4.2-prm-prefix] follow the REST prefix', () => {
    const moved = files({ ...WITH_MCP, restPrefix: 'wp-json' });
    expect(moved['.well-known/oauth-protected-resource/wp-json/svc/v1/mcp']).toEqual(moved[RESOURCE]);
    expect(moved[RESOURCE]).toMatchObject({ resource: 'https://tea.example/wp-json/svc/v1/mcp' });
  });

  it('of a site in a subdirectory are also where the RFCs look, once the folder is mapped to the root', () => {
    const blog = {
      ...WITH_MCP,
      site: { baseUrl: 'https://host.example/blog', home: 'https://host.example/blog/' },
    };
    expect(Object.keys(files(blog))).toEqual([
      RESOURCE,
      '.well-known/oauth-protected-resource/api/svc/v1/mcp',
      '.well-known/oauth-protected-resource/blog/api/svc/v1/mcp',
      SERVER,
      '.well-known/oauth-authorization-server/blog/svc/mcp',
    ]);
    expect(files(blog)[SERVER]).toMatchObject({ issuer: 'https://host.example/blog/svc/mcp' });
  });
});

describe('the copies at the root paths', () => {
  const ROOT = '.well-known/oauth-authorization-server/index.json';
  const on = { enable_root_oauth_metadata: true };

  it('are there on request, with the true issuer and resource', () => {
    const found = files(withSettings(on));
    expect(found[ROOT]).toEqual(found[SERVER]);
    expect(found[FLAT]).toEqual(found[RESOURCE]);
    expect(files(WITH_MCP)).not.toHaveProperty([ROOT]);
  });

  it('stand back for an external server', () => {
    const found = files(withSettings({ ...on, ...EXTERNAL }));
    expect(found).not.toHaveProperty([ROOT]);
    expect(found[FLAT]).toMatchObject({ authorization_servers: ['https://login.example'] });
  });

  it('stand back for a provider that has the name', () => {
    const claims = [claim('oauth-protected-resource')];
    const options = { ...withSettings(on), published: published({ ...WITH_MCP.published, claims }) };
    expect(files(options)).not.toHaveProperty([FLAT]);
    expect(files(options)).toHaveProperty([ROOT]);
  });

  it('need the MCP server', () => {
    expect(files({ sidecar: true, settings: on })).toEqual({});
    expect(files({ ...WITH_MCP_ELSEWHERE, settings: { enable_mcp_server: true, ...on } })).toEqual({});
  });
});

describe('copies', () => {
  it('leave out what would need a folder where another copy is a file', () => {
    const paths = (list: string[]) => [...copies(list)].map(({ path }) => path);
    expect(paths(['/a/svc/mcp', '/a/svc/mcp/api', '/a/svc', '/a/svc/mcp', '/a/svc/mcp2'])).toEqual([
      '/a/svc/mcp',
      '/a/svc/mcp2',
    ]);
  });

  it.each([
    ['https://h.example', '/.well-known/x'],
    ['https://h.example/', '/.well-known/x'],
    ['https://h.example/svc/mcp', '/.well-known/x/svc/mcp'],
    ['https://h.example/svc/mcp/', '/.well-known/x/svc/mcp'],
  ])('of %s are looked for at %s', (identifier, path) => {
    expect(metadataPath('x', identifier)).toBe(path);
  });
});

describe('an independent client', () => {
  const documents = new Map<string, string>();
  let host: Server;
  let options: ContextOptions;

  beforeAll(async () => {
    host = createServer((request, response) => {
      const text = documents.get(request.url ?? '');
      response.writeHead(text === undefined ? 404 : 200, {
        'Content-Type': 'application/json; charset=UTF-8',
      });
      response.end(text);
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const { port } = host.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    options = { ...withSettings({}), site: { baseUrl, home: `${baseUrl}/` } };
    const ctx = testContext(options);
    for (const id of ['oauth-protected-resource-mcp', 'oauth-authorization-server-mcp']) {
      for (const [file, text] of Object.entries(filesOf(id, ctx))) documents.set(`/${file}`, text);
    }
  });

  afterAll(() => new Promise((resolve) => host.close(resolve)));

  it('[4.2-prm-path] finds both documents by the rules of RFC 9728 and RFC 8414', async () => {
    const addresses = mcpAddresses(testContext(options));
    const resource = new URL(addresses?.resource ?? '');
    const insecure = { [oauth.allowInsecureRequests]: true };
    const found = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, insecure),
    );
    const issuer = new URL(found.authorization_servers?.[0] ?? '');
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
    );
    expect(server.issuer).toBe(addresses?.issuer);
    expect(server.token_endpoint).toBe(addresses?.token);
  });
});
