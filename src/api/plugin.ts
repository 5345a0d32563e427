import type { SvcFacade } from '../config/hooks/plugins.js';

export type {
  ActionArgs,
  ActionFunction,
  ActionName,
  FilterArgs,
  FilterFunction,
  FilterName,
  FilterValue,
} from '../config/hooks/names.js';
export type { SvcFacade as Svc } from '../config/hooks/plugins.js';

/** What a plugin exports as `register`. */
export type Register = (svc: SvcFacade) => unknown;

/**
 * The function that a plugin exports as `register`: returned unchanged, with the types of every hook.
 * @example export const register = definePlugin((svc) => svc.filter('svc_changes_max', () => 100));
 */
export function definePlugin(register: Register): Register {
  return register;
}
