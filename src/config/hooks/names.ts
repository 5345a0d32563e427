import { activityActions, activityFilters } from './names/activity.js';
import { contentActions, contentFilters } from './names/content.js';
import { discoveryFilters } from './names/discovery.js';
import { mcpActions, mcpFilters } from './names/mcp.js';
import { settingsActions, settingsFilters } from './names/settings.js';
import type { ActionRow, FilterRow } from './row.js';

/** Every filter, by name. */
export const filters = {
  ...discoveryFilters,
  ...contentFilters,
  ...settingsFilters,
  ...mcpFilters,
  ...activityFilters,
};

/** Every action, by name. */
export const actions = { ...contentActions, ...settingsActions, ...mcpActions, ...activityActions };

/** The same hooks by topic, for the reference. */
export const hookGroups: readonly {
  readonly title: string;
  readonly rows: Readonly<Record<string, FilterRow<unknown> | ActionRow>>;
}[] = [
  { title: 'Discovery', rows: discoveryFilters },
  { title: 'Content, checks and score', rows: { ...contentFilters, ...contentActions } },
  { title: 'Settings', rows: { ...settingsFilters, ...settingsActions } },
  { title: 'MCP server', rows: { ...mcpFilters, ...mcpActions } },
  { title: 'Visits, verification and blocking', rows: { ...activityFilters, ...activityActions } },
];

export type FilterName = keyof typeof filters;
export type ActionName = keyof typeof actions;

/** The type of the value that a filter is given and returns. */
export type FilterValue<N extends FilterName> =
  (typeof filters)[N] extends FilterRow<infer V, infer _A> ? V : never;

/** The further arguments of a filter. */
export type FilterArgs<N extends FilterName> =
  (typeof filters)[N] extends FilterRow<infer _V, infer A> ? A : never;

/** The arguments of an action. */
export type ActionArgs<N extends ActionName> = (typeof actions)[N] extends ActionRow<infer A> ? A : never;

/** A plugin's filter: it returns the value, changed or not. */
export type FilterFunction<N extends FilterName> = (
  value: FilterValue<N>,
  ...args: FilterArgs<N>
) => FilterValue<N> | Promise<FilterValue<N>>;

/** A plugin's action. */
export type ActionFunction<N extends ActionName> = (...args: ActionArgs<N>) => unknown;
