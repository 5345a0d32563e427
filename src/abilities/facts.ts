import type { Settings } from '../config/settings.js';
import type { Hooks } from '../hooks/hooks.js';
import type { AbilityFacts } from '../registry/collect.js';
import { abilityName } from './names.js';
import { existingAbilities, mcpTools } from './registry.js';

/**
 * What public documents may tell of the tools of the MCP server.
 * @see reference/public-surface.md section 5.1
 */
export async function abilityFacts(
  settings: Settings,
  hooks: Pick<Hooks, 'apply'>,
): Promise<readonly AbilityFacts[]> {
  const tools = await mcpTools(existingAbilities(settings), hooks);
  return tools.map((ability) => ({
    name: abilityName(ability),
    title: ability.label,
    description: ability.description,
    kind: ability.tier === 'write' ? 'write' : 'read',
    isDestructive: ability.isDestructive ?? false,
    inputSchema: ability.input,
    outputSchema: ability.output,
  }));
}
