import type { McpServer } from '../site/registry/registry.js';
import { codeSpan, escapeHeading, escapeLine, linkTarget, oneLine } from './escape.js';
import { displayName } from './llms-sections.js';
import { availableUrl, type McpAddresses, mcpAddresses } from './mcp-server.js';
import { localAuthorizationServer } from './oauth-metadata.js';
import type { Surface, SurfaceContext } from './surface.js';

/**
 * The text of `/auth.md`: how an agent gets access to the site, in this deployment.
 * @see reference/public-surface.md section 24; reference/standards.md section 5.5
 */
function buildAuthGuide(ctx: SurfaceContext): string {
  const server = mcpAddresses(ctx);
  const sections = [
    `# Access to ${escapeHeading(displayName(ctx))} for agents`,
    PUBLIC,
    ...(server === undefined ? [NO_DELEGATION] : mcpSections(ctx, server)),
    externalServer(ctx),
    otherServers(ctx),
    protectedResources(ctx),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const PUBLIC = section(
  'Public content',
  'Pages, their Markdown copies and every document below `/.well-known/` are open: no key, no registration, no ' +
    'sign-in. Send no credentials with such requests.',
);

const NO_DELEGATION = section(
  'Delegated access',
  'There is none: this site itself gives out no credentials to agents, and registration is closed.',
);

const LIMITS = section(
  'What this is not',
  "It isn't OpenID Connect: no client learns who a person is. The administration of the site is for signed-in people " +
    'and takes no tokens.',
);

/** A heading and its paragraphs. */
function section(heading: string, ...blocks: readonly string[]): string {
  return [`## ${heading}`, ...blocks.filter((block) => block !== '')].join('\n\n');
}

/** With the metadata on this origin every step is described; elsewhere the endpoint's own answer describes them. */
function mcpSections(ctx: SurfaceContext, server: McpAddresses): readonly string[] {
  const isLocal = localAuthorizationServer(ctx) !== undefined;
  const steps = isLocal ? [discover(ctx, server), ...oauthSteps(ctx, server)] : [elsewhere(server)];
  return [...steps, LIMITS];
}

function elsewhere({ resource }: McpAddresses): string {
  return section(
    'Discover',
    `The MCP server of this site is on another origin, at ${autolink(resource)}. A call without a token is answered ` +
      'with 401; the `WWW-Authenticate` header of that answer names the metadata that tell how to register and to ' +
      'sign in there.',
  );
}

function discover(ctx: SurfaceContext, { resource, issuer }: McpAddresses): string {
  const documents = [
    ['protected resource (RFC 9728)', availableUrl(ctx, 'oauth-protected-resource-mcp')],
    ['authorization server (RFC 8414)', availableUrl(ctx, 'oauth-authorization-server-mcp')],
  ] as const;
  const lines = documents.flatMap(([label, url]) =>
    url === undefined ? [] : [`- ${label}: ${autolink(url)}`],
  );
  return section(
    'Discover',
    `The MCP server of this site is at ${autolink(resource)}. A call without a token is answered with 401; the ` +
      '`WWW-Authenticate` header of that answer names the metadata of the endpoint.',
    [`- issuer: ${codeSpan(issuer)}`, ...lines].join('\n'),
  );
}

function oauthSteps(ctx: SurfaceContext, server: McpAddresses): readonly string[] {
  const writes = ctx.settings.enable_agent_writes
    ? '`write` adds drafting and changing content'
    : '`write` may be asked for, but at present only `read` is granted';
  return [
    section(
      'Register',
      'Registration is open (RFC 7591): `POST` JSON with `redirect_uris` and `client_name` to ' +
        `${autolink(server.register)}. The answer has a \`client_id\` and no secret. An https address with a client ` +
        'metadata document may be used as `client_id` instead, without registration.',
    ),
    section(
      'Ask for consent',
      `Send the owner of the site to ${autolink(server.authorize)} with \`response_type=code\`, PKCE (\`S256\` only) ` +
        `and the scope. \`read\` lets an agent read what the owner sees; ${writes}. The owner decides, and may grant ` +
        'less than was asked for. The answer carries `iss`: compare it with the issuer.',
    ),
    section(
      'Use the credential',
      `Exchange the code at ${autolink(server.token)} within 60 seconds, with the verifier. The access token lasts an ` +
        'hour, the refresh token 30 days; each refresh gives a new pair and ends the old one. Send ' +
        '`Authorization: Bearer <token>` to the MCP endpoint, and nowhere else: no other address takes it.',
    ),
    section(
      'Errors and revocation',
      'Errors of the token endpoint are `{"error": "…"}` in the words of RFC 6749. A 401 of the MCP endpoint means: ' +
        `refresh, or ask again. Hand back a token at ${autolink(server.revoke)} (RFC 7009); the owner can end any ` +
        'connection at any time.',
    ),
  ];
}

function externalServer(ctx: SurfaceContext): string {
  const issuer = ctx.settings.oauth_auth_server;
  if (issuer === '') return '';
  const metadata = availableUrl(ctx, 'oauth-protected-resource');
  const where = metadata === undefined ? '' : ` The metadata of the site are at ${autolink(metadata)}.`;
  return section(
    'External authorization server',
    `Protected parts of this site trust ${autolink(issuer)}. Register and sign in there.${where}`,
  );
}

function otherServers(ctx: SurfaceContext): string {
  const lines = ctx.published.servers.filter(({ own }) => !own).map(serverLine);
  if (lines.length === 0) return '';
  return section('Other MCP servers', 'Each has its own way of signing in; ask it.', lines.join('\n'));
}

function serverLine(server: McpServer): string {
  return `- ${escapeLine(oneLine(server.name)) || codeSpan(server.id)}: ${autolink(server.endpoint)}`;
}

function protectedResources(ctx: SurfaceContext): string {
  const lines = ctx.published.resources
    .filter(({ auth }) => auth.type !== 'none')
    .map(({ title, auth }) => {
      const docs = auth.docs || auth.oidc;
      const more = docs === '' ? '' : `, see ${autolink(docs)}`;
      return `- ${escapeLine(oneLine(title))}: ${codeSpan(auth.type)}${more}`;
    });
  return lines.length === 0 ? '' : section('Resources that ask for sign-in', lines.join('\n'));
}

function autolink(url: string): string {
  return `<${linkTarget(url)}>`;
}

/** `/auth.md`: how agents get access. */
export const authGuide: Surface = {
  id: 'auth-md',
  path: '/auth.md',
  activity: 'auth.md',
  contentType: 'text/markdown',
  headers: 'markdown',
  summary: 'How an agent gets access: open content, registration and scopes.',
  condition: '`enable_auth_md`',
  cede: 'auth_md',
  document: 'auth',
  docs: 'auth.md',
  yields: true,
  when: (ctx) => ctx.settings.enable_auth_md && !ctx.ceded('auth_md'),
  render: buildAuthGuide,
};
