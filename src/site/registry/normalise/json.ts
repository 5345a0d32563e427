import { isObject } from '../../../core/is-object.js';
import type { JsonObject } from '../resource.js';
import { withoutUserInfo } from './text.js';

/**
 * A copy of an object as JSON would show it.
 * @returns an empty object for anything that isn't an object or can't be written as JSON
 */
export function jsonObject(value: unknown): JsonObject {
  if (!isObject(value)) return {};
  try {
    // The text, not the tree: an address with a password may stand at any depth.
    const copy: unknown = JSON.parse(withoutUserInfo(JSON.stringify(value)));
    return isObject(copy) ? copy : {};
  } catch {
    return {};
  }
}

/** Hints of a tool: names of letters, digits and underscores, values true or false. */
export function booleans(value: unknown): Readonly<Record<string, boolean>> {
  if (!isObject(value)) return {};
  const pairs = Object.entries(value).map(([key, flag]) => [key.replace(/\W+/g, ''), isTrue(flag)] as const);
  return Object.fromEntries(pairs.filter(([key]) => key !== '' && key !== '__proto__'));
}

function isTrue(value: unknown): boolean {
  if (typeof value === 'string') return !/^\s*(?:|0|no|off|false)\s*$/i.test(value);
  return Boolean(value);
}
