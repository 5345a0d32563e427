import type { AbilityFactsReader } from '../../site/registry/registry.js';

/** Loads and calls `abilityFacts`; a build without a sidecar never needs it. */
export const lateAbilityFacts: AbilityFactsReader = async (settings, source) => {
  const { abilityFacts } = await import('./facts.js');
  return abilityFacts(settings, source);
};
