import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectChecks } from '../../../../src/quality/verify/connect/table.js';
import type { VerifyReport } from '../../../../src/quality/verify/report.js';
import { secretHash } from '../../../../src/sidecar/accounts/sessions.js';
import { newToken } from '../../../../src/sidecar/oauth/secrets.js';
import { openStorage } from '../../../../src/storage/open.js';
import { putClient } from '../../../../src/storage/tables/oauth-clients.js';
import { addTokens } from '../../../../src/storage/tables/oauth-tokens.js';
import { addUser } from '../../../../src/storage/tables/users.js';
import { docExample } from '../../../support/cli/doc-example.js';
import { NOW, runSvc } from '../../../support/cli/run-svc.js';
import {
  bellFoundry,
  Deployment,
  headerOf,
  type Tamper,
  withHeader,
  withText,
} from '../../../support/quality/verify/site.js';
import { type Served, served } from '../../../support/quality/verify/static-deployment.js';

const MCP = '/api/svc/v1/mcp';
const RESOURCE = '/.well-known/oauth-protected-resource/svc/mcp';
const GUESSED = '/.well-known/oauth-protected-resource/api/svc/v1/mcp';
const ISSUER = '/.well-known/oauth-authorization-server/svc/mcp';
const REGISTER = '/api/svc/v1/oauth/register';
const TOKEN = '/api/svc/v1/oauth/token';
const CONSENT = '/svc/connect';
const WALL = '<!doctype html><title>Just a moment</title><div id="challenge-platform"></div>';

let site: Deployment;
let userId = 0;

beforeAll(async () => {
  site = await Deployment.serve(bellFoundry);
  const storage = await openStorage(join(site.cwd, '.svc/svc.db'));
  const owner = { name: 'odile', displayName: 'Odile', email: '', role: 'administrator', password: '' };
  userId = (await addUser(storage.db, { ...owner, created: 1 })) ?? 0;
  await storage.close();
}, 120_000);

/** The token of one more assistant: the clock stands still, and each may make 300 calls a minute. */
async function newAssistant(): Promise<{ readonly SVC_MCP_TOKEN: string }> {
  const storage = await openStorage(join(site.cwd, '.svc/svc.db'));
  const [token, clientId] = [newToken('access'), newToken('client')];
  const redirectUris = ['https://kettle.example/back'];
  await putClient(storage.db, { id: clientId, name: 'Kettle', redirectUris, created: NOW, freshUntil: 0 });
  await addTokens(storage.db, [
    {
      ...{ hash: secretHash(token), kind: 'access', pair: token.slice(-9), clientId, userId, scope: 'read' },
      ...{
        resource: `${site.url}${MCP}`,
        isRotated: false,
        rotatedAt: 0,
        family: 'one authorization',
        expires: NOW + 3600,
      },
    },
  ]);
  await storage.close();
  return { SVC_MCP_TOKEN: token };
}

afterAll(() => site?.close());

/** What `--connect` found: `id: hop code`, for those checks that are not as they should be. */
function found({ checks }: VerifyReport): readonly string[] {
  return checks
    .filter(({ group }) => group === 'connect')
    .flatMap(({ id, findings }) => findings.map(({ hop, code }) => `${id}: ${hop} ${code}`));
}

function statuses({ checks }: VerifyReport): Readonly<Record<string, string>> {
  return Object.fromEntries(
    checks.filter(({ group }) => group === 'connect').map(({ id, status }) => [id, status]),
  );
}

/** Changes what is answered at one path. */
function at(path: string, change: Tamper): Tamper {
  return (request, answer) => {
    const isMeant = request.url.split('?', 1)[0] === path && ['GET', 'POST'].includes(request.method);
    return isMeant ? change(request, answer) : answer;
  };
}

const json = (answer: Served, change: (given: Record<string, unknown>) => object): Served =>
  withText(answer, (text) => JSON.stringify(change(JSON.parse(text) as Record<string, unknown>)));
const page = (status: number, text = '<!doctype html><title>Bells</title>') =>
  served(status, { 'Content-Type': 'text/html' }, text);

describe('svc verify --connect', () => {
  it('walks the whole way of an assistant, and finds nothing wrong with ours', async () => {
    const env = await newAssistant();
    const report = await site.verify(['--connect'], NOW, env);
    expect(found(report)).toEqual([]);
    expect(statuses(report)).toEqual(Object.fromEntries(connectChecks.map(({ id }) => [id, 'pass'])));
    const calls = report.checks.find(({ id }) => id === 'calls');
    expect(calls?.detail).toBe('22 tools, for 6 names');
    expect(JSON.stringify(report)).not.toContain(env.SVC_MCP_TOKEN);
  }, 120_000);

  it('shows people each hop', async () => {
    const env = await newAssistant();
    const run = await runSvc(['verify', site.url, '--connect', '--sample', '2'], { cwd: site.cwd, env });
    // The shop of this site is not there in this test; the endpoints of the sidecar are.
    expect(run.stdout).not.toContain('oauth/token,');
    expect(run.stdout).toContain('1 failed');
    const [, group = ''] = /^(Connecting an assistant\n(?: {2}.*\n)+)/m.exec(run.stdout) ?? [];
    const shown = group.replaceAll(site.url, 'http://127.0.0.1:8787').replace(/svcoc_\w+/, 'svcoc_4f0c…');
    expect(docExample('docs/verify.md', 'connect', shown)).toBe(shown);
  }, 120_000);

  it('leaves calls away without a token, and everything without being asked', async () => {
    const report = await site.verify(['--connect']);
    expect(statuses(report)['calls']).toBe('skip');
    expect(found(report)).toEqual([]);
    expect(statuses(await site.verify([]))).toEqual({});
  }, 120_000);

  const wrong: readonly (readonly [what: string, tamper: Tamper, findings: readonly string[]])[] = [
    [
      'a challenge that a proxy takes away',
      at(MCP, (_, answer) => withHeader(answer, 'WWW-Authenticate', undefined)),
      ['endpoint: server challenge-missing'],
    ],
    [
      'a wall before one assistant',
      at(MCP, ({ headers }, answer) =>
        headers['user-agent'] === 'openai-mcp/1.0.0' ? page(403, WALL) : answer,
      ),
      ['endpoint: bot-protection connect-bot-wall', 'calls: bot-protection connect-bot-wall'],
    ],
    [
      'a web server that does not hand the endpoint on',
      at(MCP, () => page(404)),
      ['endpoint: server connect-not-routed', 'calls: server connect-not-routed'],
    ],
    [
      'a redirect before the endpoint',
      at(MCP, () => served(301, { Location: 'https://www.bells.example/api/svc/v1/mcp' })),
      ['endpoint: redirect connect-redirected', 'calls: redirect connect-redirected'],
    ],
    [
      'a proxy that signs everybody in',
      at(MCP, () =>
        served(200, { 'Content-Type': 'application/json' }, '{"jsonrpc":"2.0","id":1,"result":{}}'),
      ),
      ['endpoint: sidecar mcp-open', 'calls: sidecar initialize-failed'],
    ],
    [
      'a Host that is not passed on',
      at(MCP, () => served(403, { 'Content-Type': 'application/json' }, '{"code":"rest_forbidden_host"}')),
      ['endpoint: server host-refused', 'calls: sidecar initialize-failed'],
    ],
    [
      'an endpoint that hangs up',
      at(MCP, () => 'hang-up'),
      ['endpoint: connection connect-no-answer-connection', 'calls: connection connect-no-answer-connection'],
    ],
    [
      'metadata that are missing',
      at(RESOURCE, () => served(404, { 'Content-Type': 'text/plain' }, 'Not found')),
      ['resource: server resource-metadata-missing'],
    ],
    [
      'metadata that are missing where clients guess them',
      at(GUESSED, () => served(404, { 'Content-Type': 'text/plain' }, 'Not found')),
      ['resource: server resource-metadata-missing'],
    ],
    [
      'metadata for another endpoint',
      at(RESOURCE, (_, answer) =>
        json(answer, (given) => ({ ...given, resource: 'https://bells.example/mcp' })),
      ),
      ['resource: files resource-mismatch'],
    ],
    [
      'metadata without an authorization server',
      at(RESOURCE, (_, answer) => json(answer, (given) => ({ ...given, authorization_servers: [] }))),
      ['resource: sidecar no-authorization-server'],
    ],
    [
      'an authorization server whose metadata are missing',
      at(ISSUER, () => served(404, {})),
      ['issuer: server issuer-metadata-missing'],
    ],
    [
      'an authorization server that calls itself something else',
      at(ISSUER, (_, answer) =>
        json(answer, (given) => ({ ...given, issuer: `${String(given['issuer'])}/` })),
      ),
      ['issuer: files issuer-mismatch'],
    ],
    [
      'an authorization server without PKCE and without encryption',
      at(ISSUER, (_, answer) =>
        json(answer, ({ code_challenge_methods_supported: _, ...given }) => ({
          ...given,
          token_endpoint: 'http://bells.invalid/token',
        })),
      ),
      ['issuer: files endpoint-unsafe', 'issuer: files pkce-missing', 'token: dns connect-no-answer-dns'],
    ],
    [
      'a registration that is refused',
      at(REGISTER, () => served(429, { 'Content-Type': 'application/json' }, '{"error":"slow_down"}')),
      ['registration: sidecar registration-refused'],
    ],
    [
      'a wall before registration',
      at(REGISTER, () => page(503, WALL)),
      ['registration: bot-protection connect-bot-wall'],
    ],
    [
      'a consent page that is not handed on',
      at(CONSENT, () => page(404)),
      ['consent: server consent-unreachable'],
    ],
    [
      'a consent page elsewhere',
      at(CONSENT, () => served(302, { Location: 'http://localhost:1/svc/login' })),
      ['consent: connection connect-no-answer-connection'],
    ],
    [
      'sign-in pages that caches may keep',
      at('/svc/login', (_, answer) => withHeader(answer, 'Cache-Control', 'public, max-age=60')),
      ['consent: cache consent-cached'],
    ],
    [
      'an open redirect',
      at(CONSENT, ({ url }, answer) =>
        url.includes('attacker') ? served(302, { Location: 'https://attacker.invalid/?error=x' }) : answer,
      ),
      ['consent: sidecar open-redirect'],
    ],
    [
      'a token endpoint whose body is lost',
      at(TOKEN, () =>
        served(400, { 'Content-Type': 'application/json' }, '{"error":"unsupported_grant_type"}'),
      ),
      ['token: sidecar token-endpoint'],
    ],
    [
      'a token endpoint that caches may keep',
      at(TOKEN, (_, answer) => withHeader(answer, 'Cache-Control', undefined)),
      ['token: cache token-cached'],
    ],
    [
      'an Authorization that does not arrive',
      at(MCP, ({ headers }, answer) =>
        headers.authorization === undefined || headerOf(answer, 'www-authenticate') !== ''
          ? answer
          : served(401, { 'WWW-Authenticate': `Bearer resource_metadata="${site.url}${RESOURCE}"` }, '{}'),
      ),
      ['calls: server token-refused'],
    ],
    [
      'fields of the newest version that do not arrive',
      at(MCP, ({ headers }, answer) =>
        headers['mcp-method'] === undefined
          ? answer
          : served(400, { 'Content-Type': 'application/json' }, '{}'),
      ),
      ['calls: server no-tools'],
    ],
  ];

  it.each(wrong)(
    'names the hop: %s',
    async (_, tamper, findings) => {
      const report = await site.verifyWith(tamper, ['--connect', '--sample', '2'], await newAssistant());
      expect([...new Set(found(report))]).toEqual(findings);
      expect(report.ok).toBe(false);
    },
    120_000,
  );

  it('says that nothing is advertised where the MCP server is off', async () => {
    const off = await Deployment.serve((url) => ({ ...bellFoundry(url), 'svc.settings.json': '{}' }));
    try {
      const report = await off.verify(['--connect']);
      expect(found(report)).toEqual(['endpoint: files mcp-not-advertised']);
      expect(statuses(report)).toMatchObject({ resource: 'skip', token: 'skip', calls: 'skip' });
    } finally {
      await off.close();
    }
  }, 120_000);
});
