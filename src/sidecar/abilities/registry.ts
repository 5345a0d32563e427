/** The abilities that exist, given the settings and the plugins. */

import type { Hooks } from '../../config/hooks/hooks.js';
import type { Registration, Registrations } from '../../config/hooks/registrations.js';
import type { Settings } from '../../config/settings.js';
import { memoisedByObject } from '../../core/memoised.js';
import type { DocumentContext } from '../../documents/document-row.js';
import { documentTable } from '../../documents/table.js';
import type { Notice } from '../../site/registry/notice.js';
import {
  type Ability,
  type AbilityCall,
  type AbilityInput,
  abilityName,
  type JsonSchema,
  OWN_NAMESPACE,
  type Permission,
  wireName,
} from './ability.js';
import { inputOf } from './schema.js';
import type { AbilityServices } from './services.js';
import { abilities } from './table.js';
import { isSchema } from './validate.js';

type Switches = Pick<Settings, 'enable_mcp_server' | 'enable_agent_writes'>;

/**
 * The abilities that exist under some settings. Those that write exist nowhere unless both the MCP server and
 * agents' writes are on.
 * @param all by default our own
 */
export function existingAbilities(
  { enable_mcp_server, enable_agent_writes }: Switches,
  all: readonly Ability[],
): readonly Ability[] {
  const mayWrite = enable_mcp_server && enable_agent_writes;
  return all.filter(({ tier }) => tier !== 'write' || mayWrite);
}

/** The abilities that exist at this moment, those of plugins after ours. */
export async function abilitiesNow({ site }: Pick<AbilityServices, 'site'>): Promise<readonly Ability[]> {
  const content = site.content();
  const others = content === undefined ? [] : pluginAbilities(content.registrations);
  return existingAbilities(await site.settings(), [...abilities, ...others]);
}

/**
 * The abilities that the MCP server has as tools: the existing ones but for documents, after
 * `svc_mcp_server_abilities`, which can only shorten the list.
 */
export async function mcpTools(
  existing: readonly Ability[],
  hooks: Pick<Hooks, 'apply'>,
): Promise<readonly Ability[]> {
  const tools = existing.filter(({ tier }) => tier !== 'document');
  return kept(tools, await hooks.apply('svc_mcp_server_abilities', tools.map(abilityName)));
}

/** The documents that the MCP server has as resources: those that the site serves, after `svc_mcp_server_resources`. */
export async function mcpResources(
  existing: readonly Ability[],
  hooks: Pick<Hooks, 'apply'>,
  ctx: Pick<DocumentContext, 'served'>,
): Promise<readonly Ability[]> {
  const served = existing.filter(({ resource }) => resource !== undefined && isServed(resource.path, ctx));
  return kept(served, await hooks.apply('svc_mcp_server_resources', served.map(abilityName)));
}

/** Names count as they are, and as MCP writes them. */
function kept(list: readonly Ability[], names: readonly string[]): readonly Ability[] {
  const wanted = new Set(names);
  return list.filter((ability) => wanted.has(abilityName(ability)) || wanted.has(wireName(ability)));
}

function isServed(path: string, ctx: Pick<DocumentContext, 'served'>): boolean {
  const row = documentTable.find((one) => one.path === path);
  return row !== undefined && ctx.served(row.id);
}

/** An ability as a plugin hands it to `svc.ability()`. */
interface Definition {
  /** `namespace/name`; the namespace `svc` is ours. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** True when a run changes nothing; it is not believed to be so by default. */
  readonly readonly?: boolean;
  readonly destructive?: boolean;
  /** `manage`, `edit`, `upload`, `anybody`, or a function of the input and the account; `manage` by default. */
  readonly permission?: Permission;
  readonly input?: JsonSchema;
  readonly output?: JsonSchema;
  run(input: AbilityInput, call: Pick<AbilityCall, 'actor' | 'now'>): Promise<object> | object;
}

const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/**
 * The abilities that plugins have registered, by priority. One that is not as it should be costs its own entry and
 * leaves a notice.
 * @param note told once for each run of notices
 */
export function pluginAbilities(
  registrations: Pick<Registrations, 'list'>,
  note: (notice: Notice) => void = () => undefined,
): readonly Ability[] {
  const { abilities, notices } = readAll(registrations);
  for (const notice of notices) note(notice);
  return abilities;
}

const readAll = memoisedByObject((registrations: Pick<Registrations, 'list'>) => {
  const notices: Notice[] = [];
  const abilities = new Map<string, Ability>();
  for (const registration of registrations.list('ability')) {
    const ability = abilityOf(registration, notices);
    if (ability === undefined) continue;
    if (abilities.has(abilityName(ability))) notices.push(problem(registration, 'its name is taken'));
    else abilities.set(abilityName(ability), ability);
  }
  return { abilities: [...abilities.values()], notices };
});

function abilityOf(registration: Registration, notices: Notice[]): Ability | undefined {
  try {
    const { definition } = registration;
    return read(typeof definition === 'function' ? (definition() as unknown) : definition);
  } catch (error) {
    notices.push(problem(registration, error instanceof Error ? error.message : "it isn't a plain object"));
    return undefined;
  }
}

/** @throws Error that says what is wrong */
function read(given: unknown): Ability {
  if (typeof given !== 'object' || given === null) throw new Error("it isn't an object");
  const definition = given as Definition;
  const [, namespace = '', slug = ''] = NAME.exec(String(definition.name)) ?? [];
  if (slug === '') throw new Error(`its name is "${String(definition.name)}", not "namespace/name"`);
  if (namespace === OWN_NAMESPACE) throw new Error(`the namespace "${OWN_NAMESPACE}" is reserved`);
  const {
    label,
    description,
    input = inputOf(),
    output = { type: 'object' },
    permission = 'manage',
  } = definition;
  for (const [field, text] of Object.entries({ label, description })) {
    if (typeof text !== 'string' || text.trim() === '') throw new Error(`it has no ${field}`);
  }
  for (const [field, schema] of Object.entries({ input, output })) {
    if (!isSchema(schema)) throw new Error(`its ${field} isn't the schema of an object`);
  }
  if (typeof definition.run !== 'function') throw new Error('it has no "run" function');
  if (typeof permission !== 'function' && !['manage', 'edit', 'upload', 'anybody'].includes(permission)) {
    throw new Error(`its permission is "${String(permission)}"`);
  }
  return {
    namespace,
    slug,
    label,
    description,
    tier: definition.readonly === true ? 'read' : 'write',
    isDestructive: definition.destructive === true,
    permission,
    input,
    output,
    run: async (values, { actor, now }) => definition.run(values, { actor, now }),
  };
}

function problem({ origin }: Registration, what: string): Notice {
  const message = `An ability of ${origin} was left out: ${what}.`;
  const fix = 'See docs/abilities.md, "Abilities of plugins".';
  return { level: 'error', code: 'provider_error', message, fix, origin };
}
