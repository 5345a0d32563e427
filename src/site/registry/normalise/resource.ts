import { didYouMean } from '../../../core/did-you-mean.js';
import { isObject, type JsonObject, objectOf } from '../../../core/json.js';
import { quoted, type Report } from '../notice.js';
import {
  type AgentFragment,
  AUTH_SCHEMES,
  CAPABILITY,
  RESOURCE_ID,
  RESOURCE_KEYS,
  type RegisteredResource,
  type RegisteredTool,
  type ResourceAuth,
  type Skill,
} from '../resource.js';
import { type AddressContext, cleanAddress, endpointsOf, referencesOf } from './address.js';
import { asList, cleanKey, cleanText, cleanTexts, splitList, withoutUserInfo } from './text.js';
import { resourceType, type TypeContext } from './type.js';

/** The inputs for making a resource of a definition. */
interface ResourceContext extends AddressContext, TypeContext {
  /** The provider; authors can't act for another. */
  readonly origin: string;
  /** Found by a built-in provider. */
  readonly inferred: boolean;
}

const KEYS = [...RESOURCE_KEYS, 'public'];

/** Makes a resource of a registered value. Returns undefined, with an error notice, for an invalid one. */
export function normaliseResource(definition: unknown, ctx: ResourceContext): RegisteredResource | undefined {
  try {
    return isObject(definition) ? resourceOf(definition, ctx) : notAnObject(definition, ctx);
  } catch {
    // A getter or a proxy of foreign code.
    return notAnObject(definition, ctx);
  }
}

function resourceOf(fields: JsonObject, ctx: ResourceContext): RegisteredResource | undefined {
  const { report } = ctx;
  const id = idOf(fields['id'], ctx);
  const title = id === undefined ? '' : titleOf(fields['title'], id, ctx);
  const type = id === undefined || title === '' ? undefined : resourceType(fields['type'], id, ctx);
  if (id === undefined || type === undefined) return undefined;
  warnOfUnknownKeys(fields, id, ctx);
  const agent = agentOf(fields['agent'], id, ctx);
  return {
    id,
    title,
    type,
    description: cleanText(fields['description']),
    version: cleanText(fields['version']),
    capabilities: capabilitiesOf(fields['capabilities'], id, report),
    abilities: cleanTexts(fields['abilities']),
    tools: toolsOf(fields['tools'], id, report),
    endpoints: endpointsOf(fields['endpoints'], id, ctx),
    schemas: schemasOf(fields['schemas'], id, ctx),
    auth: resourceAuth(fields['auth'], id, ctx),
    well_known: referencesOf(fields['well_known'], id, ctx),
    ...(agent === undefined ? {} : { agent }),
    docs: cleanAddress(fields['docs'], `docs of "${id}"`, ctx),
    provider: { plugin: ctx.origin },
    public: fields['public'] !== false,
    inferred: ctx.inferred,
  };
}

function notAnObject(definition: unknown, { report }: ResourceContext): undefined {
  report.error(
    'resource_invalid',
    `A resource was registered as ${quoted(definition)}, which isn't a plain object, and was left out.`,
    'Register an object with at least "id", "title" and "type".',
  );
  return undefined;
}

function idOf(value: unknown, { report }: ResourceContext): string | undefined {
  const id = cleanKey(value);
  if (RESOURCE_ID.test(id)) return id;
  report.error(
    'resource_id',
    `A resource has no usable id (${quoted(value)}) and was left out.`,
    'Give it an "id" of lower-case letters and digits, with single hyphens between them.',
  );
  return undefined;
}

function titleOf(value: unknown, id: string, { report }: ResourceContext): string {
  const title = cleanText(value);
  if (title === '') {
    report.error(
      'resource_title',
      `The resource "${id}" has no title and was left out.`,
      'Give it a "title" for people.',
    );
  }
  return title;
}

function warnOfUnknownKeys(fields: JsonObject, id: string, { report }: ResourceContext): void {
  for (const key of Object.keys(fields)) {
    if (KEYS.includes(key)) continue;
    const near = didYouMean(key, KEYS);
    report.warn(
      'resource_unknown_key',
      `The resource "${id}" has the unknown key ${quoted(key)}, which was dropped.`,
      near === undefined ? 'Remove it.' : `Did you mean "${near}"?`,
    );
  }
}

function schemasOf(value: unknown, id: string, ctx: ResourceContext): readonly string[] {
  const addresses = splitList(value).map((one) => cleanAddress(one, `a schema of "${id}"`, ctx));
  return [...new Set(addresses)].filter((address) => address !== '');
}

/**
 * The agent of a resource.
 * @param id of the resource, for messages
 * @returns undefined when there is none, or the agent has no name
 */
function agentOf(value: unknown, id: string, ctx: AddressContext): AgentFragment | undefined {
  if (isNothing(value)) return undefined;
  const fields: JsonObject = objectOf(value);
  const name = cleanText(fields['name']);
  if (name === '') {
    ctx.report.warn(
      'resource_agent',
      `The agent of "${id}" has no name and was left out.`,
      'Give "agent" a "name".',
    );
    return undefined;
  }
  return {
    name,
    description: cleanText(fields['description']),
    skills: skillsOf(fields['skills'], id, ctx),
    endpoint: cleanAddress(fields['endpoint'], `the agent of "${id}"`, ctx),
    auth: cleanKey(fields['auth']),
  };
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function skillsOf(value: unknown, id: string, { report }: AddressContext): readonly Skill[] {
  const skills = new Map<string, Skill>();
  for (const one of asList(value)) {
    const fields: JsonObject = isObject(one) ? one : { id: one };
    const skill = { id: cleanKey(fields['id']), description: cleanText(fields['description']) };
    if (skill.id !== '' && !skills.has(skill.id)) skills.set(skill.id, skill);
    else {
      report.warn(
        'resource_agent',
        `A skill of the agent of "${id}" (${quoted(fields['id'])}) has no id, or the id of another skill, and was left out.`,
        'Give each skill its own "id" of letters, digits, "_" and "-".',
      );
    }
  }
  return [...skills.values()];
}

/**
 * The sign-in of a resource. A bare text is the scheme.
 * @param id of the resource, for messages
 */
function resourceAuth(value: unknown, id: string, ctx: AddressContext): ResourceAuth {
  const fields = isObject(value) ? value : { type: value };
  return {
    type: schemeOf(fields['type'], id, ctx),
    oidc: cleanAddress(fields['oidc'], `auth.oidc of "${id}"`, ctx),
    scopes: cleanTexts(fields['scopes']),
    docs: cleanAddress(fields['docs'], `auth.docs of "${id}"`, ctx),
  };
}

function schemeOf(value: unknown, id: string, { report }: AddressContext): ResourceAuth['type'] {
  const token = cleanKey(value);
  const scheme = AUTH_SCHEMES.find((known) => known === token);
  if (scheme === undefined && value !== undefined && value !== null && value !== '') {
    report.warn(
      'resource_auth',
      `The resource "${id}" has the unknown auth type ${quoted(value)}; "none" is published.`,
      `Use one of: ${AUTH_SCHEMES.join(', ')}.`,
    );
  }
  return scheme ?? 'none';
}

/**
 * The capabilities of a resource, each once. Anything but a dotted token is left out.
 * @param id of the resource, for messages
 */
function capabilitiesOf(value: unknown, id: string, report: Report): readonly string[] {
  return cleanTexts(value).filter((capability) => {
    if (CAPABILITY.test(capability)) return true;
    report.warn(
      'resource_capability',
      `The capability ${quoted(capability)} of "${id}" isn't a dotted token, and was left out.`,
      'Write words in lower case, separated by dots, such as "commerce.products.read".',
    );
    return false;
  });
}

const TOOL_NAME = /^[a-z0-9][a-z0-9_.-]*(?:\/[a-z0-9][a-z0-9_.-]*)?$/i;

/**
 * The tools of a resource. Tools with a missing or invalid name are left out.
 * @param id of the resource, for messages
 */
function toolsOf(value: unknown, id: string, report: Report): readonly RegisteredTool[] {
  return asList(value).flatMap((one) => toolOf(one, id, report) ?? []);
}

function toolOf(value: unknown, id: string, report: Report): RegisteredTool | undefined {
  const fields = objectOf(value);
  const name = cleanText(fields['name']);
  if (!TOOL_NAME.test(name)) {
    report.warn(
      'resource_tool',
      `A tool of "${id}" has no usable name (${quoted(fields['name'])}) and was left out.`,
      'Name it "name" or "namespace/name", of letters, digits, ".", "_" and "-".',
    );
    return undefined;
  }
  return {
    name,
    title: cleanText(fields['title']),
    description: cleanText(fields['description']),
    inputSchema: jsonObject(fields['inputSchema']),
    outputSchema: jsonObject(fields['outputSchema']),
    annotations: booleans(fields['annotations']),
    auth: cleanKey(fields['auth']) || 'none',
    kind: fields['kind'] === 'resource' ? 'resource' : 'tool',
    public: fields['public'] !== false,
    uri: cleanText(fields['uri']),
  };
}

/**
 * A copy of an object as JSON would show it.
 * @returns an empty object for anything that isn't an object or can't be written as JSON
 */
function jsonObject(value: unknown): JsonObject {
  if (!isObject(value)) return {};
  try {
    // The text, not the tree: an address with a password may stand at any depth.
    const copy: unknown = JSON.parse(withoutUserInfo(JSON.stringify(value)));
    return objectOf(copy);
  } catch {
    return {};
  }
}

/** Hints of a tool: names of letters, digits and underscores, values true or false. */
function booleans(value: unknown): Readonly<Record<string, boolean>> {
  if (!isObject(value)) return {};
  const pairs = Object.entries(value).map(([key, flag]) => [key.replace(/\W+/g, ''), isTrue(flag)] as const);
  return Object.fromEntries(pairs.filter(([key]) => key !== '' && key !== '__proto__'));
}

function isTrue(value: unknown): boolean {
  if (typeof value === 'string') return !/^\s*(?:|0|no|off|false)\s*$/i.test(value);
  return Boolean(value);
}
