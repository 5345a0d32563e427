import type { AbilityCaller } from './caller.js';
import type { AbilityServices } from './services.js';

/**
 * Whether a credential lets its account read what is not public. A session is the account itself; a token reaches
 * that far only while it can also edit. Every other caller gets what visitors get.
 * @param caller undefined for an anonymous call
 */
export async function seesHidden(
  caller: AbilityCaller | undefined,
  { site }: Pick<AbilityServices, 'site'>,
): Promise<boolean> {
  if (caller === undefined) return false;
  if (caller.credential.kind === 'session') return true;
  return caller.scope === 'write' && (await site.settings()).enable_agent_writes;
}
