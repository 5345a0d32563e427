import type { Hooks } from '../../config/hooks/hooks.js';
import type { Settings } from '../../config/settings.js';
import type { SurfaceContext } from '../../documents/surface.js';
import { surfaces } from '../../documents/table.js';
import type { Ability } from './ability.js';
import { abilityName, wireName } from './names.js';
import { pluginAbilities } from './plugin-abilities.js';
import type { AbilityServices } from './services.js';
import { abilities } from './table.js';

type Switches = Pick<Settings, 'enable_mcp_server' | 'enable_agent_writes'>;

/**
 * The abilities that exist under some settings. Those that write exist on no surface unless both the MCP server and
 * agents' writes are on.
 * @param all by default our own
 */
export function existingAbilities(
  { enable_mcp_server, enable_agent_writes }: Switches,
  all: readonly Ability[] = abilities,
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
  ctx: Pick<SurfaceContext, 'served'>,
): Promise<readonly Ability[]> {
  const served = existing.filter(({ resource }) => resource !== undefined && isServed(resource.path, ctx));
  return kept(served, await hooks.apply('svc_mcp_server_resources', served.map(abilityName)));
}

/** Names count as they are, and as MCP writes them. */
function kept(list: readonly Ability[], names: readonly string[]): readonly Ability[] {
  const wanted = new Set(names);
  return list.filter((ability) => wanted.has(abilityName(ability)) || wanted.has(wireName(ability)));
}

function isServed(path: string, ctx: Pick<SurfaceContext, 'served'>): boolean {
  const row = surfaces.find((surface) => surface.path === path);
  return row !== undefined && ctx.served(row.id);
}
