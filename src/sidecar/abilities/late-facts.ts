import type { AbilityFactsReader } from '../../site/registry/input.js';

/** `abilityFacts`, loaded with the first call: a build without a sidecar has no use for it. */
export const lateAbilityFacts: AbilityFactsReader = async (settings, source) => {
  const { abilityFacts } = await import('./facts.js');
  return abilityFacts(settings, source);
};
