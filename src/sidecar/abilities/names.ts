import { toolName } from '../../site/registry/providers/mcp-servers.js';
import type { Ability } from './ability.js';

/** Prefix of our own abilities. */
export const OWN_NAMESPACE = 'svc';

type Named = Pick<Ability, 'slug' | 'namespace'>;

/** Full name of an ability: `svc/read-readiness`. */
export function abilityName({ slug, namespace = OWN_NAMESPACE }: Named): string {
  return `${namespace}/${slug}`;
}

/** Its name as an MCP tool or resource: `svc-read-readiness`. */
export function wireName(ability: Named): string {
  return toolName(abilityName(ability));
}
