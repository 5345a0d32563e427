import type { Hooks } from '../../config/hooks/hooks.js';
import { lastName } from '../../core/paths.js';
import { OWN_ABILITIES } from './providers/abilities.js';
import { toolName } from './providers/mcp-servers.js';
import type { Registry } from './registry.js';
import type { RegisteredResource, RegisteredTool } from './resource.js';

/** The inputs of the gate. */
export interface GateRules {
  /** Ids that the owner hides. */
  readonly suppressed: ReadonlySet<string>;
  /** Whether the service's own abilities are published although they need sign-in. */
  readonly publishGated: boolean;
  /** Names of abilities that no document shows. */
  readonly hiddenAbilities: ReadonlySet<string>;
  readonly holdBackChanges: boolean;
}

/** True for the resource of our own abilities, and not for a foreign one with its id. */
export function isOwnAbilities({ id, inferred }: RegisteredResource): boolean {
  return id === OWN_ABILITIES && inferred;
}

/** Checks every ability once for whether documents may show it. Returns the hidden ones. */
export async function filterHiddenAbilities(
  { resources }: Registry,
  hooks: Pick<Hooks, 'apply'>,
): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>();
  for (const name of new Set(resources.flatMap(({ abilities }) => abilities))) {
    if (!(await hooks.apply('svc_discoverable_ability', true, name))) hidden.add(name);
  }
  return hidden;
}

/** A resource with its visible tools and abilities. */
export function visibleParts(resource: RegisteredResource, rules: GateRules): RegisteredResource {
  const tools = resource.tools.filter(
    (tool) =>
      tool.public &&
      !(rules.holdBackChanges && !isReadOnly(tool)) &&
      !hasHiddenAbility(tool.name, resource, rules),
  );
  const abilities = resource.abilities.filter(
    (name) => !rules.hiddenAbilities.has(name) && !(rules.holdBackChanges && !isReadAbility(name, resource)),
  );
  return { ...resource, tools, abilities, ...agentOf(resource, abilities) };
}

/** A tool has its ability's name, or that name in MCP's form. */
function hasHiddenAbility(
  tool: string,
  { abilities }: RegisteredResource,
  { hiddenAbilities }: GateRules,
): boolean {
  return abilities.some((name) => (name === tool || toolName(name) === tool) && hiddenAbilities.has(name));
}

function isReadAbility(name: string, { tools }: RegisteredResource): boolean {
  const tool = tools.find((one) => one.name === name || one.name === toolName(name));
  return tool === undefined ? readsByName(name) : isReadOnly(tool);
}

/** The skills of our own agent are its abilities, so they are shown and hidden with them. */
function agentOf(
  resource: RegisteredResource,
  abilities: readonly string[],
): Pick<RegisteredResource, 'agent'> {
  const { agent } = resource;
  if (agent === undefined || !isOwnAbilities(resource)) return {};
  const names = new Set(abilities.map(lastName));
  return { agent: { ...agent, skills: agent.skills.filter(({ id }) => names.has(id)) } };
}

/** True for a resource that has anything to use. */
export function offersSomething({ endpoints, tools, abilities, agent }: RegisteredResource): boolean {
  return [endpoints, tools, abilities, agent?.skills ?? []].some((list) => list.length > 0);
}

const READS = /^(?:get|list|read|search|find|fetch|query|count|view)[-_]/;
const CHANGES = new Set(
  (
    'create add update edit set put delete remove destroy clear reset prune purge sync send cancel refund import ' +
    'export write save store generate issue revoke approve reject'
  ).split(' '),
);

/**
 * True for a tool that changes nothing: by its own declaration, else because it is only an attached document, else by
 * its name.
 */
export function isReadOnly(tool: Pick<RegisteredTool, 'name' | 'annotations' | 'kind' | 'uri'>): boolean {
  const declared = tool.annotations['readOnlyHint'];
  if (declared !== undefined) return declared;
  return tool.kind === 'resource' || tool.uri !== '' || readsByName(tool.name);
}

/**
 * True for a name that starts with a word for reading and has none for changing: `shop/find-tea`, but not
 * `shop/get-and-delete`.
 */
export function readsByName(name: string): boolean {
  const short = lastName(name).toLowerCase();
  return READS.test(short) && !short.split(/[-_.]/).some((word) => CHANGES.has(word));
}
