import { didYouMean } from '../../../core/did-you-mean.js';
import { isObject } from '../../../core/is-object.js';
import { quoted } from '../report.js';
import { RESOURCE_ID, RESOURCE_KEYS, type RegisteredResource } from '../resource.js';
import { type AddressContext, cleanAddress } from './address.js';
import { agentOf } from './agent.js';
import { resourceAuth } from './auth.js';
import { capabilitiesOf } from './capabilities.js';
import { endpointsOf } from './endpoint.js';
import { cleanKey, cleanText, type Fields, listOf, textsOf } from './text.js';
import { toolsOf } from './tool.js';
import { resourceType, type TypeContext } from './type.js';
import { referencesOf } from './well-known.js';

/** The inputs for making a resource of a definition. */
export interface ResourceContext extends AddressContext, TypeContext {
  /** The provider; authors can't act for another. */
  readonly origin: string;
  /** Found by a built-in provider. */
  readonly inferred: boolean;
}

const KEYS = [...RESOURCE_KEYS, 'public'];

/**
 * Makes a resource of a registered value.
 * @returns undefined, with an error notice, for an invalid one
 */
export function normaliseResource(definition: unknown, ctx: ResourceContext): RegisteredResource | undefined {
  try {
    return isObject(definition) ? resourceOf(definition, ctx) : notAnObject(definition, ctx);
  } catch {
    // A getter or a proxy of foreign code.
    return notAnObject(definition, ctx);
  }
}

function resourceOf(fields: Fields, ctx: ResourceContext): RegisteredResource | undefined {
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
    abilities: textsOf(fields['abilities']),
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

function warnOfUnknownKeys(fields: Fields, id: string, { report }: ResourceContext): void {
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
  const addresses = listOf(value).map((one) => cleanAddress(one, `a schema of "${id}"`, ctx));
  return [...new Set(addresses)].filter((address) => address !== '');
}
