/** The values that a program file can have without being run. */

import type { Function as FunctionNode } from 'acorn';
import type { Scope } from './scope.js';

/** A value that isn't known. */
class Unknown {
  constructor(readonly why: 'computed' | 'unset') {}
}

/** A value that only running the program would give. */
export const COMPUTED = new Unknown('computed');
/** A variable of the environment: not set, as far as a choice depends on it. */
export const UNSET = new Unknown('unset');

/** A value of a program, as far as it can be read without running it. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Unknown
  | Dict
  | List
  | Func
  | PackageExport
  | PackageCall;

/** An object. */
export class Dict {
  constructor(
    readonly entries: ReadonlyMap<string, Value>,
    /** True where code adds further entries. */
    readonly isOpen = false,
  ) {}
}

/** An array. */
export class List {
  constructor(
    readonly items: readonly Value[],
    /** True where code adds further items. */
    readonly isOpen = false,
  ) {}
}

/** A function of the program. */
export class Func {
  constructor(
    readonly node: FunctionNode,
    readonly scope: Scope,
  ) {}
}

/** What a package exports. */
export class PackageExport {
  constructor(
    /** The name of the package for its default export, `package#name` for another one. */
    readonly name: string,
  ) {}
}

/** A call of a function from a package, such as `starlight({…})`. */
export class PackageCall {
  constructor(
    readonly callee: string,
    readonly args: readonly Value[],
  ) {}
}

/** Whether a value counts as true; undefined where only running the program would show it. */
export function truthiness(value: Value): boolean | undefined {
  if (value === COMPUTED || value instanceof PackageExport || value instanceof PackageCall) return undefined;
  return value !== UNSET && Boolean(value);
}

/** A call as plain data. */
export interface ProgramCall {
  readonly $call: string;
  readonly args: readonly unknown[];
}

/** Deeper values, and more of them, count as computed. */
const MAX_DEPTH = 100;
const MAX_NODES = 200_000;

/** A value as data of JSON, and the paths of its parts that code computes. */
export function toPlain(value: Value): { readonly value: unknown; readonly computed: readonly string[] } {
  const computed: string[] = [];
  let nodes = 0;
  const convert = (part: Value, path: string, depth: number): unknown => {
    nodes += 1;
    const isData = !(
      part instanceof Unknown ||
      part instanceof Func ||
      part instanceof PackageExport ||
      typeof part === 'bigint'
    );
    if (!isData || depth > MAX_DEPTH || nodes > MAX_NODES) {
      // One path more says enough once there are too many.
      if (nodes <= MAX_NODES + 1) computed.push(path);
      return undefined;
    }
    const below = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
    if ((part instanceof Dict || part instanceof List) && part.isOpen) computed.push(below('*'));
    if (part instanceof List) return part.items.map((item, index) => convert(item, below(index), depth + 1));
    if (part instanceof Dict) {
      return Object.fromEntries(
        [...part.entries].map(([key, item]) => [key, convert(item, below(key), depth + 1)]),
      );
    }
    if (!(part instanceof PackageCall)) return part;
    const args = part.args.map((item, index) => convert(item, below(`args.${index}`), depth + 1));
    return { $call: part.callee, args } satisfies ProgramCall;
  };
  return { value: convert(value, '', 0), computed };
}

/** JSON data as a value. */
export function fromPlain(data: unknown): Value {
  if (Array.isArray(data)) return new List(data.map(fromPlain));
  if (typeof data === 'object' && data !== null)
    return new Dict(new Map(Object.entries(data).map(([key, item]) => [key, fromPlain(item)])));
  return data as Value;
}
