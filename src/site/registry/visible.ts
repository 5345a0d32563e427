import type { Hooks } from '../../config/hooks/hooks.js';
import { OWN_ABILITIES } from './providers/abilities.js';
import { toolName } from './providers/mcp-servers.js';
import { isReadOnly, readsByName } from './read-only.js';
import type { Registry } from './registry.js';
import type { RegisteredResource } from './resource.js';

/** What the gate goes by. */
export interface GateRules {
  /** Ids that the owner hides. */
  readonly suppressed: ReadonlySet<string>;
  /** Whether the service's own abilities are published although they need sign-in. */
  readonly publishGated: boolean;
  /** Names of abilities that no document shows. */
  readonly hiddenAbilities: ReadonlySet<string>;
  readonly holdBackChanges: boolean;
}

/** True for the resource of our own abilities, and not for one that took its id. */
export function isOwnAbilities({ id, inferred }: RegisteredResource): boolean {
  return id === OWN_ABILITIES && inferred;
}

/**
 * Asks for every ability once whether documents may show it.
 * @returns those that they may not
 */
export async function askHiddenAbilities(
  { resources }: Registry,
  hooks: Pick<Hooks, 'apply'>,
): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>();
  for (const name of new Set(resources.flatMap(({ abilities }) => abilities))) {
    if (!(await hooks.apply('svc_discoverable_ability', true, name))) hidden.add(name);
  }
  return hidden;
}

/** A resource with the tools and abilities that may be seen. */
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

/** A tool is known by its ability's name, or by that name as MCP writes it. */
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

/** The skills of our own agent are its abilities, so they come and go with them. */
function agentOf(
  resource: RegisteredResource,
  abilities: readonly string[],
): Pick<RegisteredResource, 'agent'> {
  const { agent } = resource;
  if (agent === undefined || !isOwnAbilities(resource)) return {};
  const names = new Set(abilities.map((name) => name.slice(name.lastIndexOf('/') + 1)));
  return { agent: { ...agent, skills: agent.skills.filter(({ id }) => names.has(id)) } };
}

/** True for a resource that gives readers something to turn to. */
export function offersSomething({ endpoints, tools, abilities, agent }: RegisteredResource): boolean {
  return [endpoints, tools, abilities, agent?.skills ?? []].some((list) => list.length > 0);
}
