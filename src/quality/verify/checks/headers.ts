/** Checks of the headers with which a live site sends its documents. */

import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import { answersPreflight, PREFLIGHT_HEADERS } from '../../../documents/headers.js';
import { type Answer, parseMediaType } from '../answer.js';
import {
  arrived,
  type Check,
  DEPLOY_RULES,
  type Findings,
  skipped,
  type VerifyContext,
  type Visited,
} from '../check.js';
import type { Visit } from '../client.js';
import { FAILURE_FIXES } from '../http-port.js';

/** Readers can recognise the type. */
export const types: Check = {
  id: 'types',
  group: 'headers',
  title: "Every document has its media type and charset, and browsers don't guess another",
  async run(ctx, findings) {
    const documents = await arrived(ctx);
    for (const one of documents) {
      addType(findings, one);
      addSniffing(findings, one);
    }
    return counted(documents.length, 'document');
  },
};

function addType(findings: Findings, { document, visit: { answer } }: Visited): void {
  const expected = parseMediaType(document.headers?.['Content-Type']);
  const sent = parseMediaType(answer?.header('content-type'));
  if (sent.essence === document.row?.registeredType) return;
  if (sent.essence !== expected.essence) {
    findings.addLimited('types', document.url, {
      code: 'type-wrong',
      hop: 'server',
      message: `Content-Type is "${sent.essence || 'none'}", not "${expected.essence}".`,
      fix: DEPLOY_RULES,
    });
    return;
  }
  for (const [name, value] of expected.parameters) {
    if (sent.parameters.get(name)?.toLowerCase() === value.toLowerCase()) continue;
    const found = sent.parameters.get(name);
    findings.addLimited('types', document.url, {
      code: name === 'charset' ? 'charset-missing' : 'parameter-missing',
      hop: 'server',
      message: `Content-Type of ${sent.essence} ${found === undefined ? 'has no' : `has "${found}" as`} ${name}; expected ${name}=${value}.`,
      fix: DEPLOY_RULES,
    });
  }
}

function addSniffing(findings: Findings, { document, visit: { answer } }: Visited): void {
  if (document.headers?.['X-Content-Type-Options'] === undefined) return;
  if (answer?.header('x-content-type-options')?.toLowerCase() === 'nosniff') return;
  findings.addLimited('headers', document.url, {
    code: 'sniffing',
    hop: 'server',
    message: "X-Content-Type-Options: nosniff isn't sent, so browsers may guess another type.",
    fix: DEPLOY_RULES,
  });
}

/** Agents in a browser may read public documents. */
export const cors: Check = {
  id: 'cors',
  group: 'headers',
  title: 'Every document for agents may be read from pages of other sites (`Access-Control-Allow-Origin: *`)',
  async run(ctx, findings) {
    const documents = (await arrived(ctx)).filter(
      ({ document }) => document.headers?.['Access-Control-Allow-Origin'] !== undefined,
    );
    for (const { document, visit } of documents) {
      const sent = visit.answer?.headers('access-control-allow-origin') ?? [];
      if (sent.length === 1 && sent[0] === '*') continue;
      const found = sent.length === 0 ? "isn't sent" : `is "${sent.join(', ')}"`;
      findings.addLimited('headers', document.url, {
        code: sent.length > 1 ? 'cors-twice' : 'cors-missing',
        hop: 'server',
        message: `Access-Control-Allow-Origin ${found}; expected exactly one "*".`,
        fix: sent.length > 1 ? 'Set the field in one place only: two hops add it.' : DEPLOY_RULES,
      });
    }
    return counted(documents.length, 'document');
  },
};

/** Agents in a browser may send additional headers with a request for a well-known document. */
export const preflight: Check = {
  id: 'preflight',
  group: 'headers',
  title: '`OPTIONS` is answered for the well-known documents of the service, and left alone elsewhere',
  async run(ctx, findings) {
    const own = ctx.visited.filter(({ document: { row }, visit: { answer } }) => {
      return row !== undefined && answersPreflight(row) && answer?.isOk === true;
    });
    if (own.length === 0) return skipped('no well-known document answers');
    for (const { document } of own) {
      const { answer } = await ctx.client.visit(document.url, { method: 'OPTIONS', follow: false });
      addAnswer(findings, document.url, answer);
    }
    await addOthers(findings, ctx);
    return counted(own.length, 'document');
  },
};

function addAnswer(findings: Findings, url: string, answer: Answer | undefined): void {
  if (answer?.status !== 204) {
    const isLost = answer?.isOk !== true;
    const message = `OPTIONS answers ${answer?.status ?? 'nothing'}; expected 204${isLost ? ': browsers block requests with additional headers' : ''}.`;
    const found = { code: 'preflight-missing', hop: 'server', message, fix: DEPLOY_RULES } as const;
    if (isLost) findings.addLimited('preflight', url, found);
    else findings.add(url, { ...found, level: 'warn' });
    if (isLost) return;
  }
  for (const [name, expected] of Object.entries(PREFLIGHT_HEADERS)) {
    const sent = answer?.header(name);
    // RFC 9110 section 8.6 forbids a length with 204, so that some servers and proxies take it away.
    if (name === 'Content-Length' && (sent === undefined || sent === '0')) continue;
    if (comparable(sent) === comparable(expected)) continue;
    findings.add(url, {
      level: name.startsWith('Access-Control-Allow') ? 'fail' : 'warn',
      code: 'preflight-header',
      hop: 'server',
      message: `The answer to OPTIONS has ${sent === undefined ? `no ${name}` : `"${name}: ${sent}"`}; expected "${expected}".`,
      fix: DEPLOY_RULES,
    });
  }
}

function comparable(list: string | undefined): string {
  return (list ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .sort()
    .join();
}

/** A server that answers `OPTIONS` for names other than its own speaks for others. */
async function addOthers(
  findings: Findings,
  { base, client, advertised, now }: VerifyContext,
): Promise<void> {
  const security = advertised('security-txt')?.document.url;
  const unknown = `${base}/.well-known/${unknownName(now())}`;
  for (const url of [...(security === undefined ? [] : [security]), unknown]) {
    const { answer } = await client.visit(url, { method: 'OPTIONS', follow: false });
    if (answer?.isOk !== true || answer.header('access-control-allow-methods') === undefined) continue;
    const message = 'OPTIONS is answered for a name that the service leaves alone.';
    const fix = 'Keep the rule for OPTIONS to the names that the build lists.';
    findings.add(url, { level: 'warn', code: 'preflight-extra', hop: 'server', message, fix });
  }
}

/** A name that exists on no site: the same for a whole run. */
function unknownName(now: number): string {
  return `svc-verify-${now.toString(36)}`;
}

/** Unknown addresses answer 404. */
export const notFound: Check = {
  id: 'not-found',
  group: 'headers',
  title: 'Unknown names are plain 404s: no page with 200, no redirect to the home page',
  async run(ctx, findings) {
    const name = unknownName(ctx.now());
    const paths = [
      `/.well-known/${name}`,
      `/.well-known/${name}.json`,
      `/.well-known/mcp/${name}/server-card.json`,
      `/${name}/`,
      `/${name}.md`,
      `/svc-sitemap-${name}-1.xml`,
    ];
    const visits = await Promise.all(paths.map((path) => ctx.client.visit(ctx.base + path)));
    for (const visit of visits) addFinding(findings, visit);
    return `${paths.length} names that don't exist`;
  },
};

function addFinding(findings: Findings, { asked, redirects, answer }: Visit): void {
  const [first] = redirects;
  if (first !== undefined) {
    const message = `An unknown name answers ${first.status} to ${first.to}; expected 404.`;
    const fix = 'Remove the rule that redirects unknown addresses.';
    findings.add(asked, { code: 'unknown-redirected', hop: 'redirect', message, fix });
  } else if (answer !== undefined && answer.status !== 404 && answer.status !== 410) {
    addOtherStatus(findings, asked, answer);
  }
}

function addOtherStatus(findings: Findings, asked: string, answer: Answer): void {
  const what = answer.looksLikeHtml ? ' with a page' : '';
  findings.add(asked, {
    // A refusal hides existing and unknown addresses alike; agents give up, but are not deceived.
    level: answer.isOk || answer.status >= 500 ? 'fail' : 'warn',
    code: answer.isOk ? 'unknown-found' : 'unknown-status',
    hop: 'server',
    message: `An unknown name answers ${answer.status}${what}; expected 404.`,
    fix: answer.isOk
      ? 'Keep the app shell for pages: files, and everything below /.well-known/, are a plain 404.'
      : 'Answer 404 for unknown addresses.',
  });
}

const ENDPOINT = /\/svc\/v1\/mcp$/;

/** Advertised sidecar routes reach the sidecar. */
export const sidecar: Check = {
  id: 'sidecar',
  group: 'way',
  title: 'Where the documents advertise the sidecar, its routes and the read API reach it',
  async run(ctx, findings) {
    const root = restRoot(ctx);
    const admin = adminApi(ctx);
    if (admin === undefined && root === undefined) return skipped('the documents advertise neither');
    if (admin !== undefined) await addDiscoveryRoute(findings, `${admin}/discovery`, ctx);
    if (root !== undefined) await addReadApi(findings, root, ctx);
    const parts = [admin === undefined ? 'no sidecar is advertised' : admin, root ?? 'no read API'];
    return parts.join('; ');
  },
};

/** The endpoint of our own MCP server, as `mcp.json` advertises it. */
export function ownMcpEndpoint({ advertised }: VerifyContext): string | undefined {
  const mcp = advertised('mcp')?.visit.answer?.json;
  const { endpoint, servers } = objectOf(mcp);
  const endpoints = [endpoint, ...listOf(servers).map((one) => objectOf(one)['endpoint'])].map(textOf);
  return endpoints.find((url) => isParsableUrl(url) && ENDPOINT.test(url));
}

/** Our own MCP server is at the address below which the sidecar answers. */
function adminApi(ctx: VerifyContext): string | undefined {
  return ownMcpEndpoint(ctx)?.replace(/\/mcp$/, '');
}

function restRoot({ visited, base, restPrefix }: VerifyContext): string | undefined {
  const url = `${base}/${restPrefix}/`;
  return visited.some(({ document }) => document.url === url) ? url : undefined;
}

async function addDiscoveryRoute(findings: Findings, url: string, ctx: VerifyContext): Promise<void> {
  const { answer, failure } = await ctx.client.visit(url);
  if (answer?.isOk === true && objectOf(answer.json)['spec_version'] === ctx.discovery['spec_version'])
    return;
  const message = `mcp.json advertises the sidecar, but its discovery route answers ${answer?.status ?? `nothing: ${failure?.message ?? ''}`}${answer?.isOk === true ? ' with something else' : ''}.`;
  const fix =
    failure === undefined
      ? `Start "svc serve", and let the web server hand on /${ctx.restPrefix}/* and /svc/* to it; or build with sidecar: false.`
      : FAILURE_FIXES[failure.kind];
  findings.add(url, { code: 'sidecar-unreachable', hop: 'sidecar', message, fix });
}

async function addReadApi(findings: Findings, url: string, ctx: VerifyContext): Promise<void> {
  const { answer } = await ctx.client.visit(url);
  if (answer?.isOk === true && typeof answer.json === 'object') return;
  const message = `The root of the read API answers ${answer?.status ?? 'nothing'}${answer?.isOk === true ? ' with something else than JSON' : ''}.`;
  const fix = 'Map the address to its file by the rules of headers, or pass it on to the sidecar.';
  findings.add(url, { code: 'read-api-unreachable', hop: 'server', message, fix });
}
