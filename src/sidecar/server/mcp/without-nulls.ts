import { isObject } from '../../../core/is-object.js';

/** Levels below a message on which a member may be absent: `params._meta.clientInfo.icons[].sizes` and no deeper. */
const LEVELS = 6;
/** Members that are kept as they are: null is an id's own value, and the schema of a tool judges its arguments. */
const KEPT: readonly string[] = ['id', 'result'];

/**
 * A message without members that are null: programs in Go, Java and C# write what is absent as null, at any level.
 * Members of `arguments` stay, since only the schema of the tool says what null means there.
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
