import type { Guard } from './names.js';

/** `applied` where the program calls the hook; `pending` while the feature that will call it is missing. */
type HookStatus = 'applied' | 'pending';

/** A value that plugins may replace. `Args` are the further arguments of the filter. */
export interface FilterRow<Value, Args extends readonly unknown[] = readonly unknown[]> {
  readonly kind: 'filter';
  readonly status: HookStatus;
  readonly text: string;
  /** The form of the value, in words. */
  readonly value: string;
  /** Names of the further arguments. */
  readonly args: readonly string[];
  readonly guard: Guard<Value>;
  /** Never set: carries the argument types. */
  readonly types?: Args;
}

/** An event that plugins can listen to. */
export interface ActionRow<Args extends readonly unknown[] = readonly unknown[]> {
  readonly kind: 'action';
  readonly status: HookStatus;
  readonly text: string;
  readonly args: readonly string[];
  /** Never set: carries the argument types. */
  readonly types?: Args;
}

/**
 * Declares a filter.
 * @param shape guard of the value and its name
 * @param text one line of meaning
 * @param args names of further arguments
 */
export function filter<Value, Args extends readonly unknown[] = []>(
  shape: Shape<Value>,
  text: string,
  args: readonly string[] = [],
  status: HookStatus = 'applied',
): FilterRow<Value, Args> {
  return { kind: 'filter', status, text, value: shape.name, args, guard: shape.guard };
}

/** Declares an action. */
export function action<Args extends readonly unknown[] = []>(
  text: string,
  args: readonly string[] = [],
): ActionRow<Args> {
  return { kind: 'action', status: 'applied', text, args };
}

/** A kind of value: its type guard and its name. */
export interface Shape<Value> {
  readonly name: string;
  readonly guard: Guard<Value>;
}
