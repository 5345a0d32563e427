import { posix } from 'node:path';
import type { AnyNode, CallExpression } from 'acorn';
import type { Evaluator } from './evaluate.js';
import { memberOf, type Scope } from './scope.js';
import { COMPUTED, Dict, Func, List, PackageCall, PackageExport, truthiness, type Value } from './values.js';

/** Functions that return the configuration they are given, some with additions. */
const WRAPPER = /(?:^|#)(?:(?:define|with)[A-Z]\w*|as[A-Z]\w*Collection)$/;

/** The value of a call: of the program's own function, of a known function, or named by its package. */
export function callOf(node: CallExpression, scope: Scope, evaluator: Evaluator): Value {
  const { callee } = node;
  if (callee.type === 'Super') return COMPUTED;
  const args = argumentsOf(node, scope, evaluator);
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && !callee.computed) {
    const known = methodOf(callee.object, callee.property.name, args, scope, evaluator);
    if (known !== undefined) return known.value;
  }
  const name = callee.type === 'Identifier' ? callee.name : '';
  const func = evaluator.evaluate(callee, scope);
  if (func instanceof Func) return evaluator.call(func, args);
  if (func instanceof PackageExport) return wrapped(func.name, args, evaluator);
  if (func instanceof PackageCall) return wrapped(func.callee, [...func.args, ...args], evaluator);
  const isOwn = name !== '' && scope.find(name) !== undefined;
  return isOwn || name === '' ? COMPUTED : globalCall(name, args, scope, evaluator);
}

function argumentsOf(node: CallExpression, scope: Scope, evaluator: Evaluator): readonly Value[] {
  return node.arguments.flatMap((item) => {
    if (item.type !== 'SpreadElement') return [evaluator.evaluate(item, scope)];
    const spread = evaluator.evaluate(item.argument, scope);
    if (!(spread instanceof List)) return [COMPUTED];
    evaluator.countSteps(spread.items.length);
    return spread.items;
  });
}

/** `defineConfig({…})` is its argument; a function as its argument is called as the generator would. */
function wrapped(callee: string, args: readonly Value[], evaluator: Evaluator): Value {
  if (/^(?:node:)?path#(?:resolve|join)$/.test(callee)) return joined(args);
  if (!WRAPPER.test(callee)) return new PackageCall(callee, args);
  const config = args.find((arg) => arg instanceof Dict || arg instanceof Func || arg instanceof List);
  if (config instanceof Func) return evaluator.call(config, [COMPUTED]);
  return config ?? COMPUTED;
}

function globalCall(name: string, args: readonly Value[], scope: Scope, evaluator: Evaluator): Value {
  const [first] = args;
  if (name === 'require' && typeof first === 'string') return evaluator.importFrom(first, '=', scope);
  if (name === 'Boolean') return truthiness(first) ?? COMPUTED;
  if (name === 'String' && (typeof first === 'number' || typeof first === 'string')) return String(first);
  // Nuxt and the like provide these names without an import.
  return WRAPPER.test(name) ? wrapped(name, args, evaluator) : COMPUTED;
}

/** The value of a known method; undefined for another one. */
function methodOf(
  object: AnyNode,
  method: string,
  args: readonly Value[],
  scope: Scope,
  evaluator: Evaluator,
): { readonly value: Value } | undefined {
  const [first] = args;
  if (object.type === 'Identifier') {
    if (object.name === 'require' && method === 'resolve' && typeof first === 'string')
      return {
        value: first.startsWith('.') ? joined([evaluator.files.folderOf(scope.module.file), first]) : first,
      };
    if (object.name === 'process' && method === 'cwd') return { value: '.' };
    if (object.name === 'Object') return { value: objectMethod(method, args, evaluator) };
    if (object.name === 'path' && (method === 'resolve' || method === 'join')) return { value: joined(args) };
  }
  const list = evaluator.evaluate(object, scope);
  return list instanceof List ? { value: listMethod(list, method, args, evaluator) } : undefined;
}

/** A path below the folder of the configuration. */
function joined(parts: readonly Value[]): Value {
  if (!parts.every((part) => typeof part === 'string')) return COMPUTED;
  return posix.join(...parts);
}

function objectMethod(method: string, args: readonly Value[], evaluator: Evaluator): Value {
  const [first] = args;
  if (method === 'freeze') return first;
  if (method === 'fromEntries' && first instanceof List) {
    const pairs = first.items.map((item) => [memberOf(item, '0'), memberOf(item, '1')] as const);
    if (!pairs.every(([key]) => typeof key === 'string')) return COMPUTED;
    return new Dict(new Map(pairs as (readonly [string, Value])[]), first.isOpen);
  }
  if (method === 'assign') {
    const dicts = args.filter((arg) => arg instanceof Dict);
    evaluator.countSteps(dicts.reduce((sum, { entries }) => sum + entries.size, 0));
    const isOpen = dicts.length < args.length || dicts.some((dict) => dict.isOpen);
    return new Dict(new Map(dicts.flatMap(({ entries }) => [...entries])), isOpen);
  }
  if (!(first instanceof Dict)) return COMPUTED;
  evaluator.countSteps(first.entries.size);
  if (method === 'keys') return new List([...first.entries.keys()], first.isOpen);
  if (method === 'values') return new List([...first.entries.values()], first.isOpen);
  if (method !== 'entries') return COMPUTED;
  const pairs = Array.from(first.entries, (pair) => new List(pair));
  return new List(pairs, first.isOpen);
}

function listMethod(
  { items, isOpen }: List,
  method: string,
  args: readonly Value[],
  evaluator: Evaluator,
): Value {
  const [first] = args;
  evaluator.countSteps(items.length);
  const flat = (values: readonly Value[]) => {
    evaluator.countSteps(values.reduce<number>((sum, value) => sum + sizeOf(value), 0));
    const isWhole = values.every((value) => !(value === COMPUTED || (value instanceof List && value.isOpen)));
    const all = values.flatMap((value) => (value instanceof List ? value.items : [value]));
    return new List(all, isOpen || !isWhole);
  };
  if (method === 'concat') return flat([new List(items), ...args]);
  if (method === 'flat' && args.length === 0) return flat(items);
  if (method === 'map' || method === 'flatMap') {
    const results = items.map((item, index) => evaluator.call(first, [item, index]));
    return method === 'map' ? new List(results, isOpen) : flat(results);
  }
  if (method === 'filter') {
    const kept = items.map((item) =>
      truthiness(first instanceof Func ? evaluator.call(first, [item]) : item),
    );
    if (kept.includes(undefined)) return COMPUTED;
    const rest = items.filter((_, index) => kept[index]);
    return new List(rest, isOpen);
  }
  if (method !== 'join' || isOpen || !items.every((item) => typeof item === 'string')) return COMPUTED;
  const text = items.join(typeof first === 'string' ? first : ',');
  evaluator.countSteps(text.length >> 6);
  return text;
}

function sizeOf(value: Value): number {
  return value instanceof List ? value.items.length : 1;
}
