import { listOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { type Check, type Fault, type Finding, type Findings, skipped } from '../check.js';
import { addObstacle } from './unanswered.js';
import { serverMetadataUrl, type Way, wayOf } from './way.js';

/** The metadata of the endpoint name its authorization server. */
export const resource: Check = {
  id: 'resource',
  group: 'connect',
  title: 'The metadata of the endpoint arrive, belong to this endpoint, and name an authorization server',
  async run(ctx, findings) {
    const way = wayOf(ctx);
    const url = await way.metadataUrl();
    if (url === undefined || way.endpoint === undefined) return skipped('the endpoint names none');
    // Some clients ignore the challenge and derive the address from that of the endpoint.
    for (const place of new Set([url, guessedUrl(way.endpoint)])) await judgeResource(findings, place, way);
    return url;
  },
};

function guessedUrl(endpoint: string): string {
  const { origin, pathname } = new URL(endpoint);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}

async function judgeResource(findings: Findings, url: string, { ctx, endpoint = '' }: Way): Promise<void> {
  const visit = await ctx.client.visit(url);
  if (addObstacle(findings, visit, { who: 'A client', what: 'the metadata of the endpoint' })) return;
  const { answer } = visit;
  const add = (code: string, message: string, fix: string, hop: Finding['hop'] = 'sidecar') =>
    findings.add(url, { code, hop, message, fix });
  const json = answer?.isOk === true ? answer.json : undefined;
  if (typeof json !== 'object' || json === null) {
    const message = `The metadata of the endpoint answer ${answer?.status ?? 'nothing'}${answer?.isOk === true ? ' without JSON' : ''}.`;
    add(
      'resource-metadata-missing',
      message,
      'Deploy the files of the build, or pass the address on to the sidecar.',
      'server',
    );
    return;
  }
  const given = json as Readonly<Record<string, unknown>>;
  if (!isFor(textOf(given['resource']), endpoint)) {
    const message = `The metadata are for ${textOf(given['resource']) || 'nothing'}, not for ${endpoint}: clients give up.`;
    add(
      'resource-mismatch',
      message,
      'Build with the address under which the sidecar is reached (site.url, or sidecar).',
      'files',
    );
  }
  if (!listOf(given['authorization_servers']).some((one) => isParsableUrl(textOf(one)))) {
    add(
      'no-authorization-server',
      'The metadata name no authorization server.',
      'Build again with enable_mcp_server on.',
    );
  }
}

/** The same origin, and the same path or one above it. @see MCP, "Authorization", and RFC 9728 section 3.3 */
function isFor(resource: string, endpoint: string): boolean {
  if (!isParsableUrl(resource)) return false;
  const [wanted, given] = [new URL(endpoint), new URL(resource)];
  const path = given.pathname.replace(/\/$/, '');
  return (
    given.origin === wanted.origin && (wanted.pathname === path || wanted.pathname.startsWith(`${path}/`))
  );
}

/** The metadata of the authorization server contain everything that a client needs. */
export const issuer: Check = {
  id: 'issuer',
  group: 'connect',
  title:
    'The metadata of the authorization server arrive, name its exact issuer, and offer PKCE and registration',
  async run(ctx, findings) {
    const way = wayOf(ctx);
    const name = await way.issuer();
    if (name === undefined) return skipped('no authorization server is named');
    const url = serverMetadataUrl(name);
    const visit = await ctx.client.visit(url);
    if (addObstacle(findings, visit, { who: 'A client', what: 'the metadata of the authorization server' })) {
      return url;
    }
    const server = await way.server();
    if (server === undefined) {
      const message = `The metadata of the authorization server answer ${visit.answer?.status ?? 'nothing'}.`;
      const fix =
        'Pass /.well-known/oauth-authorization-server/* on to the sidecar, or deploy the files of the build.';
      findings.add(url, { code: 'issuer-metadata-missing', hop: 'server', message, fix });
    } else for (const found of wrongWith(server, name)) findings.add(url, found);
    return url;
  },
};

function wrongWith(server: Readonly<Record<string, unknown>>, name: string): readonly Fault[] {
  const found: Fault[] = [];
  const add = (code: string, message: string, fix = 'Deploy the files of one build.') =>
    void found.push({ code, hop: 'files', message, fix });
  if (server['issuer'] !== name) {
    add(
      'issuer-mismatch',
      `Its issuer is ${textOf(server['issuer']) || 'missing'}, not ${name}: clients give up.`,
    );
  }
  for (const member of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint']) {
    const url = textOf(server[member]);
    if (!isParsableUrl(url)) add('endpoint-missing', `${member} is missing.`);
    else if (!isSafe(url)) {
      const message = `${member} isn't safe: ${url}.`;
      add('endpoint-unsafe', message, 'Serve the site over https, and build with that address.');
    }
  }
  if (!listOf(server['code_challenge_methods_supported']).includes('S256')) {
    add('pkce-missing', "It doesn't offer PKCE with S256, so clients give up.");
  }
  return found;
}

/** Encrypted, or on this machine. */
function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
