import type { Settings } from '../../config/settings.js';
import type { AbilityFacts, AbilityFactsSource } from '../../site/registry/registry.js';
import { abilityName } from './ability.js';
import { existingAbilities, mcpTools, pluginAbilities } from './registry.js';
import { abilities } from './table.js';

/**
 * What public documents may show of the tools of the MCP server. Connected assistants learn what they return:
 * these schemas are six times as long as everything else.
 */
export async function abilityFacts(
  settings: Settings,
  { hooks, registrations, note }: AbilityFactsSource,
): Promise<readonly AbilityFacts[]> {
  const all = [...abilities, ...pluginAbilities(registrations, note)];
  const tools = await mcpTools(existingAbilities(settings, all), hooks);
  return tools.map((ability) => ({
    name: abilityName(ability),
    title: ability.label,
    description: ability.description,
    kind: ability.tier === 'write' ? 'write' : 'read',
    isDestructive: ability.isDestructive ?? false,
    inputSchema: ability.input,
  }));
}
