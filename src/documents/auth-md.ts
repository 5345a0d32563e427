import type { McpServer } from '../site/registry/registry.js';
import type { DocumentContext, DocumentRow } from './document-row.js';
import { autolink, codeSpan, escapeHeading, escapeLine, tidyLine } from './escape.js';
import { displayName } from './llms-sections.js';
import { availableUrl, type McpAddresses, mcpAddresses } from './mcp-server.js';
import { localAuthorizationServer } from './oauth-metadata.js';

/** The text of `/auth.md`: how an agent gets access to the site, in this deployment. */
function buildAuthGuide(ctx: DocumentContext): string {
  const server = mcpAddresses(ctx);
  const sections = [
    `# Agent access to ${escapeHeading(displayName(ctx))}`,
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
  'Pages, their Markdown versions and all documents below `/.well-known/` are public. They need no key, registration ' +
    "or sign-in. Don't send credentials with these requests.",
);

const NO_DELEGATION = section(
  'Delegated access',
  "There is none. This site doesn't issue credentials to agents, and registration is closed.",
);

const LIMITS = section(
  'Not OpenID Connect',
  "Tokens don't say who a person is. The administration of the site requires a signed-in person and accepts no tokens.",
);

/** A heading and its paragraphs. */
function section(heading: string, ...blocks: readonly string[]): string {
  return [`## ${heading}`, ...blocks.filter((block) => block !== '')].join('\n\n');
}

/** Describes every step if the metadata is on this origin. Elsewhere, the response of the endpoint describes them. */
function mcpSections(ctx: DocumentContext, server: McpAddresses): readonly string[] {
  const isLocal = localAuthorizationServer(ctx) !== undefined;
  const steps = isLocal ? [discover(ctx, server), ...oauthSteps(ctx, server)] : [elsewhere(server)];
  return [...steps, LIMITS];
}

function elsewhere({ resource }: McpAddresses): string {
  return section(
    'Discover',
    `The MCP server of this site is on another origin, at ${autolink(resource)}. It responds with 401 to a request ` +
      'without a token. The `WWW-Authenticate` header of that response contains the address of the metadata, which ' +
      'describe how to register and sign in there.',
  );
}

function discover(ctx: DocumentContext, { resource, issuer }: McpAddresses): string {
  const documents = [
    ['Protected resource metadata (RFC 9728)', availableUrl(ctx, 'oauth-protected-resource-mcp')],
    ['Authorization server metadata (RFC 8414)', availableUrl(ctx, 'oauth-authorization-server-mcp')],
  ] as const;
  const lines = documents.flatMap(([label, url]) =>
    url === undefined ? [] : [`- ${label}: ${autolink(url)}`],
  );
  return section(
    'Discover',
    `The MCP server of this site is at ${autolink(resource)}. It responds with 401 to a request without a token. The ` +
      '`WWW-Authenticate` header of that response contains the address of the metadata.',
    [`- Issuer: ${codeSpan(issuer)}`, ...lines].join('\n'),
  );
}

function oauthSteps(ctx: DocumentContext, server: McpAddresses): readonly string[] {
  const writes = ctx.settings.enable_agent_writes
    ? 'allows an agent to draft and change content as well'
    : 'is accepted in a request, but this site currently grants only `read`';
  return [
    section(
      'Register',
      'Registration is open (RFC 7591). `POST` a JSON object with `redirect_uris` and `client_name` to ' +
        `${autolink(server.register)}. The response contains a \`client_id\` and no secret.`,
      'You can skip registration if your client has a metadata document: use its https address as the `client_id`.',
    ),
    section(
      'Ask for consent',
      `Send the owner of the site to ${autolink(server.authorize)} with \`response_type=code\`, PKCE (only \`S256\`) ` +
        'and a scope:',
      `- \`read\` allows an agent to read what the owner can see.\n- \`write\` ${writes}.`,
      'The owner decides, and may grant less than you request. Check that `iss` in the response is the issuer.',
    ),
    section(
      'Use the credential',
      `Exchange the code at ${autolink(server.token)} within 60 seconds, and send the code verifier with it.`,
      '- The access token is valid for one hour. Send it to the MCP server as `Authorization: Bearer <token>`. No other ' +
        'address accepts it.\n' +
        '- The refresh token is valid for 30 days. Each refresh returns two new tokens and ends the old ones.',
    ),
    section(
      'Errors',
      'The token endpoint returns `{"error": "…"}` with the error codes of RFC 6749. After `invalid_client`, register ' +
        'again. After `invalid_grant`, ask for consent again. If the MCP server responds with 401, refresh the token.',
    ),
    section(
      'Revocation',
      `To end a connection, \`POST\` its refresh token to ${autolink(server.revoke)} (RFC 7009). The owner can also end ` +
        'it at any time.',
    ),
  ];
}

function externalServer(ctx: DocumentContext): string {
  const issuer = ctx.settings.oauth_auth_server;
  if (issuer === '') return '';
  const metadata = availableUrl(ctx, 'oauth-protected-resource');
  const where = metadata === undefined ? '' : ` The metadata of this site is at ${autolink(metadata)}.`;
  return section(
    'External authorization server',
    `Protected parts of this site accept tokens of ${autolink(issuer)}. Register and sign in there.${where}`,
  );
}

function otherServers(ctx: DocumentContext): string {
  const lines = ctx.published.servers.filter(({ own }) => !own).map(serverLine);
  if (lines.length === 0) return '';
  return section('Other MCP servers', 'Each of these servers has its own sign-in.', lines.join('\n'));
}

function serverLine(server: McpServer): string {
  return `- ${escapeLine(tidyLine(server.name)) || codeSpan(server.id)}: ${autolink(server.endpoint)}`;
}

function protectedResources(ctx: DocumentContext): string {
  const lines = ctx.published.resources
    .filter(({ auth }) => auth.type !== 'none')
    .map(({ title, auth }) => {
      const docs = auth.docs || auth.oidc;
      const more = docs === '' ? '' : `, see ${autolink(docs)}`;
      return `- ${escapeLine(tidyLine(title))}: ${codeSpan(auth.type)}${more}`;
    });
  return lines.length === 0 ? '' : section('Resources that require sign-in', lines.join('\n'));
}

/** `/auth.md`: how agents get access. */
export const authGuide: DocumentRow = {
  id: 'auth-md',
  path: '/auth.md',
  activity: 'auth.md',
  contentType: 'text/markdown',
  headers: 'markdown',
  summary: 'How an agent gets access: open content, registration and scopes.',
  condition: '`enable_auth_md`',
  cede: 'auth_md',
  discoveryKey: 'auth',
  docs: 'auth.md',
  yields: true,
  when: (ctx) => ctx.settings.enable_auth_md && !ctx.ceded('auth_md'),
  render: buildAuthGuide,
};
