import { shortHash } from '../core/hash.js';
import { repeated } from '../core/multimap.js';
import type { SkillRow } from '../site/registry/registry.js';
import type { Endpoint, Resource, ResourceAuth, Tool } from '../site/registry/resource.js';
import type { DocumentContext } from './document-row.js';
import {
  autolink,
  clip,
  codeSpan,
  escapeHeading,
  escapeInline,
  escapeLabel,
  escapeLine,
  linkTarget,
  sentence,
  tidyLine,
} from './escape.js';
import { displayName } from './llms-sections.js';
import { availableUrl } from './mcp-server.js';

const MAX_DESCRIPTION = 1024;

/** The purpose of a skill, in one line of at most 1024 characters, never empty. */
export function skillDescription(ctx: DocumentContext, named: NamedSkill): string {
  const { name, skill } = named;
  const said = tidyLine(skill.description);
  const title = tidyLine(resourceOf(ctx, skill.resource)?.title ?? '');
  const made = `${tidyLine(skill.name) || name}: a skill of ${title || displayName(ctx)}`;
  return clip(said || made, MAX_DESCRIPTION - 1);
}

/**
 * The `SKILL.md` of a skill: YAML front matter, then what there is to call and how to sign in. It says no more
 * than the registry does: a resource without addresses is said to have none.
 * @see https://agentskills.io/specification
 */
export function renderSkill(ctx: DocumentContext, named: NamedSkill): string {
  const resource = resourceOf(ctx, named.skill.resource);
  const sections = [
    frontMatter(ctx, named),
    `# ${escapeHeading(tidyLine(named.skill.name)) || named.name}`,
    escapeLine(skillDescription(ctx, named)),
    introduction(ctx, resource),
    ...(resource === undefined
      ? []
      : [addresses(resource), tools(ctx, resource), signIn(ctx, resource.auth)]),
    furtherReading(ctx, resource),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function resourceOf(ctx: DocumentContext, id: string): Resource | undefined {
  return ctx.published.resources.find((resource) => resource.id === id);
}

function frontMatter(ctx: DocumentContext, named: NamedSkill): string {
  const { name, skill } = named;
  // The words that some version of YAML doesn't read as text.
  const isPlain = /^[a-z]/.test(name) && !/^(?:null|true|false|yes|no|on|off|y|n)$/.test(name);
  return [
    '---',
    `name: ${isPlain ? name : quote(name)}`,
    `description: ${quote(skillDescription(ctx, named))}`,
    `compatibility: ${quote(clip(`Needs network access to ${ctx.site.home}`, 499))}`,
    'metadata:',
    `  site: ${quote(displayName(ctx))}`,
    `  skill: ${quote(skill.id)}`,
    `  resource: ${quote(skill.resource)}`,
    '---',
  ].join('\n');
}

// A JSON string is a double-quoted YAML scalar. Some readers take any three hyphens for the end of the front matter.
function quote(text: string): string {
  return JSON.stringify(tidyLine(text)).replaceAll('---', '--\\x2d');
}

function introduction(ctx: DocumentContext, resource: Resource | undefined): string {
  const site = `[${escapeLabel(displayName(ctx))}](${linkTarget(ctx.site.home)})`;
  if (resource === undefined) return `A skill of ${site}.`;
  const title = escapeInline(tidyLine(resource.title));
  const said = escapeInline(tidyLine(resource.description));
  const head = `A skill of “${title}” (${codeSpan(resource.id)}) on ${site}.`;
  return said === '' ? head : `${head} ${sentence(said)}`;
}

function addresses(resource: Resource): string {
  const lines = resource.endpoints.filter(({ url }) => url !== '').map((one) => endpointLine(one, resource));
  const agent = resource.agent?.endpoint ?? '';
  if (agent !== '')
    lines.push(`- ${autolink(agent)}: the agent itself${accessNote(resource.agent?.auth ?? '')}`);
  const body = lines.length === 0 ? 'The site names no address for this resource.' : lines.join('\n');
  return `## Addresses\n\n${body}`;
}

function endpointLine(endpoint: Endpoint, resource: Resource): string {
  const methods = endpoint.methods.length === 0 ? '' : `${codeSpan(endpoint.methods.join(', '))} `;
  const said = escapeInline(tidyLine(endpoint.description));
  const note = accessNote(endpoint.auth || resource.auth.type);
  return `- ${methods}${autolink(endpoint.url)}: ${endpoint.type}${note}${said === '' ? '' : `. ${sentence(said)}`}`;
}

function accessNote(scheme: string): string {
  if (scheme === '') return '';
  return scheme === 'none' ? ', public' : `, needs ${codeSpan(scheme)}`;
}

function tools(ctx: DocumentContext, resource: Resource): string {
  if (resource.tools.length === 0) return '';
  const where = callers(ctx, resource).map(autolink).join(', ');
  const lead =
    where === ''
      ? 'The site names no address for these tools. They show what the resource can do.'
      : `Call these tools through the Model Context Protocol at ${where}.`;
  return `## Tools\n\n${lead}\n\n${resource.tools.map(toolLine).join('\n')}`;
}

/** The MCP endpoints of the resource, and the servers that have one of its tools. */
function callers(ctx: DocumentContext, resource: Resource): readonly string[] {
  const names = new Set(resource.tools.map(({ name }) => name));
  const own = resource.endpoints
    .filter(({ type, url }) => type === 'mcp' && url !== '')
    .map(({ url }) => url);
  const servers = ctx.published.servers
    .filter((server) => server.tools.some(({ name }) => names.has(name)))
    .map(({ endpoint }) => endpoint);
  return [...new Set([...own, ...servers])];
}

function toolLine(tool: Tool): string {
  const said = escapeInline(tidyLine(tool.description || tool.title));
  const input = argumentList(tool);
  const details = [sentence(said), input === '' ? '' : `Arguments: ${input}.`].filter((part) => part !== '');
  return `- ${codeSpan(tool.name)}${details.length === 0 ? '' : `: ${details.join(' ')}`}`;
}

function argumentList({ inputSchema }: Tool): string {
  const properties = inputSchema['properties'];
  if (typeof properties !== 'object' || properties === null) return '';
  const required = inputSchema['required'];
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return Object.keys(properties)
    .map((name) => `${codeSpan(name)}${isRequired(name) ? ' (required)' : ''}`)
    .join(', ');
}

function signIn(ctx: DocumentContext, auth: ResourceAuth): string {
  const lines: string[] = [];
  if (auth.type === 'none') lines.push("You don't need to sign in, unless an address above says so.");
  else lines.push(`The resource requires ${codeSpan(auth.type)}, unless an address above says otherwise.`);
  if (auth.scopes.length > 0) lines.push(`Scopes: ${auth.scopes.map(codeSpan).join(', ')}.`);
  if (auth.oidc !== '') lines.push(`OpenID Connect: ${autolink(auth.oidc)}.`);
  if (auth.docs !== '') lines.push(`How to sign in: ${autolink(auth.docs)}.`);
  const guide = availableUrl(ctx, 'auth-md');
  if (guide !== undefined) lines.push(`Access to this site in general: ${autolink(guide)}.`);
  return `## Access\n\n${lines.join('\n')}`;
}

function furtherReading(ctx: DocumentContext, resource: Resource | undefined): string {
  const lines = [
    ...(resource === undefined || resource.docs === '' ? [] : [['Documentation', resource.docs] as const]),
    ...(resource?.schemas ?? []).map((url) => ['Schema', url] as const),
    ...FURTHER.flatMap(([label, id]) => {
      const url = availableUrl(ctx, id);
      return url === undefined ? [] : [[label, url] as const];
    }),
  ].map(([label, url]) => `- ${label}: ${autolink(url)}`);
  return lines.length === 0 ? '' : `## Further reading\n\n${lines.join('\n')}`;
}

const FURTHER = [
  ['What this site offers to agents', 'discovery'],
  ['Description of the read API', 'openapi'],
  ['Index of the pages', 'llms'],
] as const;

const MAX_NAME = 64;

/** A skill with the name of its folder. */
export interface NamedSkill {
  readonly name: string;
  readonly skill: SkillRow;
}

/**
 * Gives every skill a name of `a-z`, `0-9` and single hyphens, 1–64 long: its id. Skills that would share a name
 * all get that of their resource as a prefix, and remaining collisions a number, in the order of the list.
 */
export function nameSkills(skills: readonly SkillRow[]): readonly NamedSkill[] {
  const shared = repeated(skills.map(({ id }) => slug(id)));
  const taken = new Set<string>();
  return skills.map((skill) => {
    const short = slug(skill.id);
    const name = freeName(shared.has(short) ? slug(`${skill.resource}-${skill.id}`) : short, taken);
    taken.add(name);
    return { name, skill };
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const tail = number === 1 ? '' : `-${number}`;
    const candidate = trimHyphens(name.slice(0, MAX_NAME - tail.length)) + tail;
    if (!taken.has(candidate)) return candidate;
  }
}

// An id without any such letter still needs a name, and one that stays.
function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const name = trimHyphens(trimHyphens(plain.replace(/[^a-z0-9]+/g, '-')).slice(0, MAX_NAME));
  return name === '' ? `skill-${shortHash(text)}` : name;
}

function trimHyphens(name: string): string {
  return name.replace(/^-|-$/g, '');
}
