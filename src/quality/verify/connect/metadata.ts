import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { type Check, type Fault, type Finding, type Findings, skipped } from '../check.js';
import type { Visit } from '../client.js';
import {
  addObstacle,
  CONNECTORS,
  type Connection,
  connectionOf,
  INITIALIZE,
  mcpVisit,
  resourceMetadataOf,
  serverMetadataUrl,
} from './connection.js';

/** The metadata of the endpoint name its authorization server. */
export const resource: Check = {
  id: 'resource',
  group: 'connect',
  title: 'The metadata of the endpoint arrive, belong to this endpoint, and name an authorization server',
  async run(ctx, findings) {
    const connection = connectionOf(ctx);
    const url = await connection.metadataUrl();
    if (url === undefined || connection.endpoint === undefined) return skipped('the endpoint names none');
    // Some clients ignore the challenge and derive the address from that of the endpoint.
    for (const place of new Set([url, guessedUrl(connection.endpoint)]))
      await judgeResource(findings, place, connection);
    return url;
  },
};

function guessedUrl(endpoint: string): string {
  const { origin, pathname } = new URL(endpoint);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}

async function judgeResource(
  findings: Findings,
  url: string,
  { ctx, endpoint = '' }: Connection,
): Promise<void> {
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

/** True for the same origin with the same path, or one above it. @see MCP, "Authorization", and RFC 9728 section 3.3 */
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
    const connection = connectionOf(ctx);
    const name = await connection.issuer();
    if (name === undefined) return skipped('no authorization server is named');
    const url = serverMetadataUrl(name);
    const visit = await ctx.client.visit(url);
    if (addObstacle(findings, visit, { who: 'A client', what: 'the metadata of the authorization server' })) {
      return url;
    }
    const server = await connection.server();
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

const OFF =
  'Switch on enable_mcp_server, run "svc serve", and build again: then the documents name the endpoint.';

/** The first call of an assistant is refused with the address of the sign-in. */
export const endpoint: Check = {
  id: 'endpoint',
  group: 'connect',
  title: 'The MCP endpoint answers 401 without a token, and names its metadata, whatever the assistant',
  async run(ctx, findings) {
    const connection = connectionOf(ctx);
    const url = connection.endpoint;
    if (url === undefined) {
      const message = 'The documents name no MCP endpoint of this site.';
      findings.add(`${ctx.base}/.well-known/mcp.json`, {
        ...{ code: 'mcp-not-advertised', hop: 'files', message, fix: OFF },
      });
      return 'no endpoint';
    }
    const extra = ctx.userAgents.map((name) => [name, name] as const);
    for (const [who, userAgent] of [['A client', undefined] as const, ...CONNECTORS, ...extra]) {
      const visit = await connection.initialize(userAgent);
      if (visit !== undefined) checkAnswer(findings, visit, who);
    }
    return `${url}, requested with ${CONNECTORS.length + extra.length} User-Agents`;
  },
};

function checkAnswer(findings: Findings, visit: Visit, who: string): void {
  const what = 'the MCP endpoint';
  if (addObstacle(findings, visit, { who, what })) return;
  const { answer, url } = visit;
  const add = (found: Fault) => findings.add(url, found);
  if (answer?.status === 401) {
    if (resourceMetadataOf(visit) === undefined) {
      add({
        code: 'challenge-missing',
        hop: 'server',
        message: `${who} gets 401 without a WWW-Authenticate that names the metadata, so it can't find out where to sign in.`,
        fix: 'Let the web server and the CDN pass WWW-Authenticate on, and put no password of their own before the API.',
      });
    }
    return;
  }
  const code = textOf(objectOf(answer?.json)['code']);
  if (code === 'rest_forbidden_host' || code === 'rest_forbidden_origin') {
    add({
      code: 'host-refused',
      hop: 'server',
      message: `${who} is refused, because the request reaches the sidecar under another name.`,
      fix: 'Pass the Host field on to the sidecar, or name the proxy in trustedProxies.',
    });
  } else if (answer?.isOk === true) {
    add({
      code: 'mcp-open',
      hop: 'sidecar',
      message: `${who} has access without a token.`,
      fix: 'Check for a proxy in front that adds its own credentials.',
    });
  } else {
    add({
      code: 'mcp-unreachable',
      hop: answer?.status === 403 ? 'bot-protection' : 'sidecar',
      message: `${who} gets ${answer?.status ?? 'nothing'} from ${what} instead of 401.`,
      fix: answer?.status === 404 ? OFF : 'Read the logs of the sidecar and of the servers in front of it.',
    });
  }
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** With a token every assistant can work. */
export const calls: Check = {
  id: 'calls',
  group: 'connect',
  title: 'With a token every assistant has access, in every version of the protocol, and sees tools',
  async run(ctx, findings) {
    const { endpoint } = connectionOf(ctx);
    if (endpoint === undefined) return skipped('the site names no endpoint');
    if (ctx.token === undefined) {
      return skipped('no token was given: put a connection token into SVC_MCP_TOKEN to try calls too');
    }
    const headers = { Authorization: `Bearer ${ctx.token}` };
    let tools = 0;
    for (const [who, userAgent] of CONNECTORS) {
      const options = { headers, userAgent };
      const first = await ctx.client.visit(endpoint, mcpVisit('initialize', INITIALIZE, options));
      if (!isLetIn(findings, first, who)) continue;
      const listed = await ctx.client.visit(endpoint, mcpVisit('tools/list', {}, options));
      tools = Math.max(tools, toolsOf(findings, listed, who));
      const newest = await ctx.client.visit(endpoint, newestList(options));
      toolsOf(findings, newest, `${who}, with the newest version,`);
    }
    return `${tools} tools, for ${CONNECTORS.length} names`;
  },
};

function newestList(options: {
  readonly headers: Readonly<Record<string, string>>;
  readonly userAgent: string;
}) {
  const headers = { ...options.headers, 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
  return mcpVisit('tools/list', { _meta: META }, { ...options, headers });
}

function isLetIn(findings: Findings, visit: Visit, who: string): boolean {
  if (addObstacle(findings, visit, { who, what: 'the MCP endpoint' })) return false;
  const { answer, url } = visit;
  const version = textOf(objectOf(objectOf(answer?.json)['result'])['protocolVersion']);
  if (answer?.status === 200 && version !== '') return true;
  const add = (code: string, hop: Finding['hop'], message: string, fix: string) =>
    findings.add(url, { code, hop, message, fix });
  if (answer?.status === 401) {
    add(
      'token-refused',
      'server',
      `${who} can't sign in with the token: it isn't valid, or the Authorization header doesn't arrive.`,
      'Create a new token; let the web server pass Authorization on (Apache: CGIPassAuth On, or SetEnvIf).',
    );
  } else {
    const message = `${who} gets ${answer?.status ?? 'nothing'} for initialize.`;
    add('initialize-failed', 'sidecar', message, 'Read the log of the sidecar.');
  }
  return false;
}

function toolsOf(findings: Findings, { answer, url }: Visit, who: string): number {
  const tools = listOf(objectOf(objectOf(answer?.json)['result'])['tools']);
  if (answer?.status === 200 && tools.length > 0) return tools.length;
  findings.add(url, {
    code: 'no-tools',
    hop: answer?.status === 200 ? 'sidecar' : 'server',
    message: `${who} sees no tools: the list answers ${answer?.status ?? 'nothing'}.`,
    fix: 'Let the web server pass the fields MCP-Protocol-Version, Mcp-Method and Mcp-Name on; check for plugins that shorten the list.',
  });
  return 0;
}
