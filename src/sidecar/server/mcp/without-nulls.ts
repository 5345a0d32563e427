import { isObject } from '../../../core/is-object.js';

/** Depth to which null members are removed: `params._meta.clientInfo.icons[].sizes` and no deeper. */
const LEVELS = 6;
/** Members that stay unchanged: null is a valid id, and the schema of a tool validates its arguments. */
const KEPT: readonly string[] = ['id', 'result'];

/**
 * Removes members that are null: programs in Go, Java and C# write absent members as null, at any depth. Members of
 * `arguments` stay, since only the schema of the tool defines what null means there.
 */
export function withoutNulls(message: unknown): unknown {
  return isObject(message) ? strip(message, LEVELS) : message;
}

function strip(value: unknown, levels: number): unknown {
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => strip(one, levels - 1));
  if (!isObject(value)) return value;
  const isMessage = levels === LEVELS;
  const members = Object.entries(value)
    .filter(([name, member]) => member !== null || (isMessage && KEPT.includes(name)))
    .map(([name, member]) => [name, isKept(name, levels) ? member : strip(member, levels - 1)] as const);
  return Object.fromEntries(members);
}

function isKept(name: string, levels: number): boolean {
  return levels === LEVELS ? KEPT.includes(name) : levels === LEVELS - 1 && name === 'arguments';
}
