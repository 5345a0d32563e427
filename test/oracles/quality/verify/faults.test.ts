import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyFromJwk } from '../../../../src/documents/signing/key.js';
import { signDocument } from '../../../../src/documents/signing/sign.js';
import { checks } from '../../../../src/quality/verify/checks/table.js';
import { NOW, TEST_KEY } from '../../../support/cli/run-svc.js';
import { plantedFaults } from '../../../support/quality/verify/planted.js';
import {
  Deployment,
  faultsOf,
  headerOf,
  type Tamper,
  withHeader,
  withText,
} from '../../../support/quality/verify/site.js';
import { type Served, served } from '../../../support/quality/verify/static-deployment.js';

const DISCOVERY = '/.well-known/discovery.json';
const DIRECTORY = '/.well-known/http-message-signatures-directory';
const PAGE = '/posts/e-flat/';
/** The newest entry, at which weights are tried. */
const FIRST_PAGE = '/posts/gr%C3%B6%C3%9Fe/';
const TWIN = '/posts/e-flat.md';
const SHELL = '<!doctype html><title>Kesselring Bells</title><div id="app"></div>';

/** Changes answers to GET and HEAD at one path only. */
function at(path: string, change: Tamper): Tamper {
  return (request, answer) => {
    const isMeant = request.url.split('?', 1)[0] === path && request.method !== 'OPTIONS';
    return isMeant ? change(request, answer) : answer;
  };
}

/** Changes answers that are Markdown or pages. */
function ofType(type: string, change: (answer: Served) => Served): Tamper {
  return (_, answer) => (headerOf(answer, 'content-type').startsWith(type) ? change(answer) : answer);
}

function html(status: number): Served {
  return served(status, { 'Content-Type': 'text/html; charset=UTF-8' }, SHELL);
}

/** Every signed document signed again, as at another time or by another key. */
function signedAgain(options: { readonly created: number; readonly jwk?: unknown }): Tamper {
  return async (request, answer) => {
    if (headerOf(answer, 'signature-input') === '' || request.url === DIRECTORY) return answer;
    const key = await keyFromJwk((options.jwk ?? JSON.parse(TEST_KEY)) as Parameters<typeof keyFromJwk>[0]);
    const fields = signDocument({
      bytes: answer.body,
      url: `http://${request.headers.host}${request.url}`,
      key,
      created: options.created,
      maxAgeDays: 90,
    });
    return Object.entries(fields).reduce((all, [name, value]) => withHeader(all, name, value), answer);
  };
}

/** Everything else than identity is compressed on the way. */
const compressed: Tamper = (_, answer) => {
  if (answer.body.length === 0) return answer;
  const coded = { ...answer, body: gzipSync(answer.body) };
  return withHeader(
    withHeader(coded, 'Content-Encoding', 'gzip'),
    'Vary',
    `${headerOf(answer, 'vary')}, Accept-Encoding`,
  );
};

/** What is changed on the way, and every row of the report that must then not pass; all others must. */
const FAULTS: readonly (readonly [fault: string, tamper: Tamper, rows: readonly string[]])[] = [
  [
    'a wrong type',
    at(DISCOVERY, (_, answer) => withHeader(answer, 'Content-Type', 'text/html; charset=UTF-8')),
    ['fail types: type-wrong'],
  ],
  [
    'a missing charset',
    ofType('text/markdown', (answer) => withHeader(answer, 'Content-Type', 'text/markdown')),
    ['fail types: charset-missing'],
  ],
  [
    'a type that may be guessed',
    at('/llms.txt', (_, answer) => withHeader(answer, 'X-Content-Type-Options', undefined)),
    ['fail types: sniffing'],
  ],
  [
    'no Vary on pages',
    ofType('text/html', (answer) => withHeader(answer, 'Vary', undefined)),
    ['fail vary: vary-page'],
  ],
  [
    'no Vary on a twin',
    at(TWIN, (_, answer) => withHeader(answer, 'Vary', undefined)),
    ['fail vary: vary-twin'],
  ],
  [
    'no Vary on negotiated Markdown',
    at(PAGE, ({ headers }, answer) =>
      headers.accept?.includes('markdown') ? withHeader(answer, 'Vary', 'Accept-Encoding') : answer,
    ),
    ['fail vary: vary-negotiated'],
  ],
  [
    'a copy of a cache that ignores headers',
    at(TWIN, (_, answer) => withHeader(withHeader(answer, 'Age', '812'), 'X-Cache', 'HIT')),
    ['fail caches: cached-anyway'],
  ],
  [
    'a copy of Cloudflare',
    at('/llms.txt', (_, answer) => withHeader(answer, 'CF-Cache-Status', 'HIT')),
    ['warn caches: cached'],
  ],
  [
    'a cache that keeps one variant',
    (() => {
      let kept: Served | undefined;
      return at(PAGE, (_, answer) => {
        if (kept !== undefined) return withHeader(kept, 'Age', '5');
        kept = answer;
        return answer;
      });
    })(),
    ['fail negotiation: people-lost'],
  ],
  [
    'a signature that has expired',
    signedAgain({ created: NOW - 91 * 86_400 }),
    ['fail signatures: signature-expired'],
  ],
  [
    'a signature of tomorrow',
    signedAgain({ created: NOW + 86_400 }),
    ['fail signatures: signature-not-yet-valid'],
  ],
  [
    'a signature by another key',
    signedAgain({ created: NOW, jwk: otherKey() }),
    ['fail signatures: signature-unknown-key'],
  ],
  [
    'a directory with another key of that name',
    at(DIRECTORY, (_, answer) =>
      withText(answer, (text) => {
        const [key] = (JSON.parse(text) as { keys: object[] }).keys;
        const { x } = otherKey() as { x: string };
        return JSON.stringify({ keys: [{ ...key, x }] });
      }),
    ),
    ['fail signatures: signature-bad-signature'],
  ],
  [
    'a text that was changed after it was signed',
    at('/.well-known/mcp.json', (_, answer) => withText(answer, (text) => `${text}\n`)),
    ['fail signatures: signature-digest-mismatch'],
  ],
  ['compression of signed documents', compressed, ['fail signatures: signature-compressed']],
  [
    'no signature at all',
    (_, answer) => withHeader(withHeader(answer, 'Signature', undefined), 'Signature-Input', undefined),
    ['fail signatures: unsigned'],
  ],
  [
    'unknown names that lead home',
    (_, answer) => (answer.status === 404 ? served(302, { Location: '/' }) : answer),
    ['fail not-found: unknown-redirected'],
  ],
  [
    'an app shell for every name',
    (_, answer) => (answer.status === 404 ? html(200) : answer),
    ['fail not-found: unknown-found'],
  ],
  [
    'a page in place of a document',
    at('/.well-known/openapi.json', () => html(200)),
    ['fail advertised: page-instead'],
  ],
  [
    'a document that leads home',
    at('/.well-known/openapi.json', () => served(301, { Location: '/' })),
    ['fail advertised: redirected-home'],
  ],
  [
    'no CORS',
    at('/.well-known/agent-card.json', (_, answer) =>
      withHeader(answer, 'Access-Control-Allow-Origin', undefined),
    ),
    ['fail cors: cors-missing'],
  ],
  [
    'CORS twice',
    at('/llms.txt', (_, answer) => {
      return { ...answer, headers: [...answer.headers, ['Access-Control-Allow-Origin', '*']] };
    }),
    ['fail cors: cors-twice'],
  ],
  [
    'OPTIONS that is not found',
    ({ method }, answer) => (method === 'OPTIONS' ? served(404, {}) : answer),
    ['fail preflight: preflight-missing'],
  ],
  [
    'OPTIONS without the right headers',
    ({ method }, answer) =>
      withHeader(answer, method === 'OPTIONS' ? 'Access-Control-Allow-Headers' : 'X-None', undefined),
    ['fail preflight: preflight-header'],
  ],
  [
    'OPTIONS for everything',
    ({ method }, answer) =>
      method === 'OPTIONS' && answer.status === 405
        ? served(204, { 'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS' })
        : answer,
    ['warn preflight: preflight-extra'],
  ],
  [
    'a twin that is not found',
    at(TWIN, () => served(404, {})),
    ['fail llms: llms-link-lost', 'fail twins: twin-missing'],
  ],
  [
    'a twin of an entry that is gone',
    at('/posts/retired.md', () =>
      served(200, { 'Content-Type': 'text/markdown; charset=UTF-8' }, '# Retired bell\n'),
    ),
    ['fail hidden: gone-twin'],
  ],
  [
    'a twin of a page that is kept from search engines',
    at(PAGE, (_, answer) =>
      withText(answer, (text) => text.replace('<head>', '<head><meta name="robots" content="noindex">')),
    ),
    ['fail hidden: noindex-twin'],
  ],
  [
    'a twin of a page behind a sign-in',
    at(PAGE, () => served(401, {})),
    ['fail sitemap: sitemap-page-missing', 'fail twins: page-missing', 'fail hidden: refused-twin'],
  ],
  [
    'a twin with text that its page keeps from visitors',
    at(PAGE, (_, answer) =>
      headerOf(answer, 'content-type').startsWith('text/html')
        ? withText(answer, (text) => text.replaceAll('It took four pours', 'For members'))
        : answer,
    ),
    ['fail shown: text-not-shown'],
  ],
  [
    'a broken link in llms.txt',
    at('/llms.txt', (_, answer) => withText(answer, (text) => text.replace('/feed.xml', '/feeds.xml'))),
    ['fail llms: llms-link-lost'],
  ],
  [
    'an llms.txt without a title',
    at('/llms.txt', (_, answer) => withText(answer, (text) => text.replace('# ', ''))),
    ['fail content: llms-title'],
  ],
  [
    'a document that is advertised and absent',
    at('/llms-full.txt', () => served(404, {})),
    ['fail advertised: advertised-absent', 'fail llms: llms-link-lost'],
  ],
  [
    'a document that is refused',
    at('/.well-known/security.txt', () => served(403, {})),
    ['fail advertised: advertised-refused'],
  ],
  [
    'an endpoint that is not there',
    at('/shop/api', () => served(404, {})),
    ['fail advertised: advertised-absent'],
  ],
  [
    'a document that is not as its schema says',
    at('/.well-known/tdmrep.json', (_, answer) => withText(answer, () => '{"location":"/"}')),
    ['fail content: schema'],
  ],
  [
    'security.txt of long ago',
    at('/.well-known/security.txt', (_, answer) =>
      withText(answer, (text) => text.replace(/Expires: \d+/, 'Expires: 2025')),
    ),
    ['fail content: security-expired'],
  ],
  [
    'a bot that is refused',
    ({ headers }, answer) => (/PerplexityBot/.test(headers['user-agent'] ?? '') ? served(403, {}) : answer),
    ['fail user-agents: agent-refused'],
  ],
  [
    'a bot that is refused as robots.txt says',
    ({ headers }, answer) => (/GPTBot/.test(headers['user-agent'] ?? '') ? served(403, {}) : answer),
    ['warn user-agents: agent-kept-out'],
  ],
  [
    'a challenge for all but browsers',
    ({ headers }, answer) =>
      /Chrome/.test(headers['user-agent'] ?? '') || /svc-verify/.test(headers['user-agent'] ?? '')
        ? answer
        : withHeader(html(403), 'CF-Mitigated', 'challenge'),
    ['fail user-agents: agent-kept-out agent-refused'],
  ],
  [
    'another text for a bot',
    ({ headers, url }, answer) =>
      /ClaudeBot/.test(headers['user-agent'] ?? '') && url === '/llms.txt'
        ? withText(answer, () => '# No\n')
        : answer,
    ['fail user-agents: agent-other-content'],
  ],
  ['robots.txt behind an app shell', at('/robots.txt', () => html(200)), ['fail robots: robots-unreadable']],
  ['a robots.txt that fails', at('/robots.txt', () => served(503, {})), ['fail robots: robots-unreadable']],
  [
    'a robots.txt that keeps everybody out',
    at('/robots.txt', (_, answer) => withText(answer, () => 'User-agent: *\nDisallow: /\n')),
    ['fail robots: robots-closed'],
  ],
  [
    'a robots.txt that keeps assistants out',
    at('/robots.txt', (_, answer) =>
      withText(answer, (text) => `${text}\nUser-agent: Claude-User\nDisallow: /\n`),
    ),
    ['warn robots: robots-readers-out'],
  ],
  [
    'a clock that is wrong',
    (_, answer) => withHeader(answer, 'Date', new Date((NOW + 900) * 1000).toUTCString()),
    ['fail clock: clock-skew'],
  ],
  [
    'a sidecar that is not reached',
    (request, answer) => (/^\/(?:api\/svc|svc)\//.test(request.url) ? served(502, {}) : answer),
    ['fail advertised: advertised-absent', 'fail sidecar: sidecar-unreachable'],
  ],
  [
    'a read API that is not mapped',
    at('/api/', () => served(404, {})),
    ['fail advertised: advertised-absent', 'fail sidecar: read-api-unreachable'],
  ],
  [
    'a site of another address',
    at(DISCOVERY, (request, answer) =>
      withText(answer, (text) =>
        text.replace(`"url": "http://${request.headers.host}/"`, '"url": "https://bells.example/"'),
      ),
    ),
    ['fail discovery: other-address', 'fail signatures: signature-digest-mismatch'],
  ],
  [
    'a discovery document that is not there',
    at(DISCOVERY, () => served(404, {})),
    ['fail discovery: discovery-missing'],
  ],
  [
    'a discovery document that is cut off',
    at(DISCOVERY, (_, answer) => withText(answer, (text) => text.slice(0, 200))),
    ['fail discovery: discovery-no-json', 'fail signatures: signature-digest-mismatch'],
  ],
  [
    'https in a document of an http site',
    at('/llms.txt', (request, answer) =>
      withText(answer, (text) =>
        text.replace(`http://${request.headers.host}/about.md`, `https://${request.headers.host}/about.md`),
      ),
    ),
    ['warn llms: llms-link-lost', 'fail schemes: mixed-schemes'],
  ],
  [
    'Markdown that may be stored',
    at(TWIN, (_, answer) => withHeader(answer, 'Cache-Control', 'public, max-age=600')),
    ['fail caching: stored'],
  ],
  [
    'a CDN that keeps documents for a day',
    at('/.well-known/mcp.json', (_, answer) => withHeader(answer, 'Cache-Control', 'public, max-age=86400')),
    ['warn caching: cache-control-other'],
  ],
  [
    'no links on pages',
    ofType('text/html', (answer) => withHeader(answer, 'Link', undefined)),
    ['fail links: link-missing link-in-head-only'],
  ],
  [
    'HEAD that is not allowed',
    ({ method }, answer) => (method === 'HEAD' ? served(405, {}) : answer),
    ['fail head: head-status'],
  ],
  [
    'HEAD with other headers',
    ({ method }, answer) => (method === 'HEAD' ? withHeader(answer, 'Vary', 'Cookie') : answer),
    ['warn head: head-headers'],
  ],
  [
    'a negotiated text of an older build',
    at(PAGE, ({ headers }, answer) =>
      headers.accept?.startsWith('text/markdown')
        ? withText(answer, (text) => text.replace('four', 'five'))
        : answer,
    ),
    ['fail negotiation: twin-differs'],
  ],
  [
    'a server that takes any Accept for Markdown',
    at(FIRST_PAGE, ({ headers }, answer) =>
      headers.accept === '*/*' ? withHeader(answer, 'Content-Type', 'text/markdown; charset=UTF-8') : answer,
    ),
    ['fail negotiation: weights'],
  ],
  [
    'a part of the sitemap that is not there',
    at('/svc-sitemap-post-1.xml', () => served(404, {})),
    ['fail sitemap: sitemap-missing'],
  ],
  [
    'nothing wrong with a part of the sitemap that is a compressed file',
    at('/svc-sitemap-post-1.xml', (_, answer) => ({ ...answer, body: gzipSync(answer.body) })),
    [],
  ],
  [
    'a ?since= that gives nothing',
    ({ url }, answer) =>
      url.startsWith('/svc-changes.json?since=')
        ? withText(answer, (text) => JSON.stringify({ ...(JSON.parse(text) as object), count: 0, items: [] }))
        : answer,
    ['fail changes: changes-since'],
  ],
  [
    'a connection that is closed',
    at('/llms-full.txt', () => 'hang-up'),
    ['fail advertised: advertised-no-answer', 'fail llms: llms-link-lost'],
  ],
];

function otherKey(): unknown {
  const { privateKey } = generateKeyPairSync('ed25519');
  return createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })).export({ format: 'jwk' });
}

describe('svc verify', () => {
  let site: Deployment;
  beforeAll(async () => {
    site = await Deployment.start();
  });
  afterAll(() => site.close());

  it('finds nothing on a clean deployment', async () => {
    const report = await site.verify();
    expect(faultsOf(report)).toEqual([]);
    expect(report).toMatchObject({ ok: true, url: site.url, warned: 0, failed: 0 });
    expect(report.checks.filter(({ status }) => status === 'skip').map(({ id }) => id)).toEqual([]);
  });

  it.each(FAULTS)('finds %s', async (_, tamper, rows) => {
    const report = await site.verifyWith(tamper);
    expect(faultsOf(report)).toEqual(rows);
    expect(report.ok).toBe(!rows.some((row) => row.startsWith('fail')));
  });

  it('names a host without an address once', async () => {
    const elsewhere = at(DISCOVERY, (_, answer) =>
      withText(answer, (text) =>
        text.replace(/"http:[^"]*\/(?=(?:auth\.md|llms\.txt)")/g, '"https://gone.invalid/'),
      ),
    );
    const { checks: done } = await site.verifyWith(elsewhere);
    const found = done.flatMap(({ findings }) => findings).filter(({ hop }) => hop === 'dns');
    expect(found.map(({ message, urls }) => [message, urls?.length])).toEqual([
      ["Documents name gone.invalid, which doesn't respond: the name has no address.", 2],
    ]);
  });

  it('has a fault for every check', () => {
    const covered = new Set([
      ...FAULTS.flatMap(([, , rows]) => rows.map((row) => /\w+ ([\w-]+):/.exec(row)?.[1])),
      ...plantedFaults.map(({ check }) => check),
    ]);
    const elsewhere = ['address', 'compression'];
    expect(checks.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual(elsewhere);
  });
});
