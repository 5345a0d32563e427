import { objectOf } from '../core/json.js';
import { declarations } from './declarations.js';
import { readFields, type SanitiseContext, type ValuesOf } from './fields.js';

/** The settings that the admin API edits: every key always present and valid. */
export type Settings = ValuesOf<typeof declarations>;

/** The settings of a new site, a fresh object each time. */
export function defaultSettings(): Settings {
  const initial = Object.fromEntries(Object.entries(declarations).map(([key, one]) => [key, one.initial]));
  return structuredClone(initial) as Settings;
}

/**
 * Lays a patch over stored settings. Scalars and lists are replaced whole, maps are merged one level deep,
 * null means absent, unknown keys are dropped, and every value is made valid; no input is refused.
 * @param input anything; a value that isn't an object changes nothing
 * @param stored valid settings
 * @param available content types of the site that may be shown to agents
 */
export function sanitiseSettings(input: unknown, stored: Settings, available: SanitiseContext): Settings {
  const patch = objectOf(input);
  return structuredClone(withDependencies(readFields(declarations, patch, stored, available)));
}

/** A switch that depends on another one is off while that one is off. */
function withDependencies(settings: Settings): Settings {
  const writes = settings.enable_mcp_server && settings.enable_agent_writes;
  return {
    ...settings,
    enable_agent_writes: writes,
    agent_writes_publish: writes && settings.agent_writes_publish,
  };
}

/**
 * Settings that plugins have changed, with everything that the owner hides still hidden: plugins may hide more,
 * and reveal nothing.
 * @param owner the settings as the owner decided them
 */
export function withVetoes(owner: Settings, changed: Settings): Settings {
  const union = (own: readonly string[], others: readonly string[]): string[] => [
    ...new Set([...own, ...others]),
  ];
  return {
    ...changed,
    suppressed_resources: union(owner.suppressed_resources, changed.suppressed_resources),
    post_types_vetoed: union(owner.post_types_vetoed, changed.post_types_vetoed),
    hold_back_changing_jobs: owner.hold_back_changing_jobs || changed.hold_back_changing_jobs,
  };
}
