import { didYouMean } from '../core/did-you-mean.js';
import { readSchema } from '../core/files.js';
import { isObject } from '../core/json.js';
import { declarations } from './declarations.js';
import { describeFound } from './origin.js';
import type { KeyPath } from './parse.js';

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** The hand-written schema of the configuration: the only list of its keys. */
export function configSchema(): Schema {
  return readSchema('svc.config.schema.json');
}

/** The hosts for which a build writes files. */
export function hostNames(): readonly string[] {
  const properties = configSchema()['properties'] as Readonly<Record<string, { readonly items?: Schema }>>;
  return (properties['hosts']?.items?.['enum'] ?? []) as readonly string[];
}

/** One violation of a schema. */
interface SchemaProblem {
  readonly path: KeyPath;
  /** What was expected and found there, without the name of the place. */
  readonly message: string;
  readonly fix: string;
}

/** Names the kind of value that was found; never its text where that could be a secret. */
type Describe = (path: KeyPath, value: unknown) => string;

/**
 * Everything in a value that its schema forbids, in the order of the value. A general validator takes longer
 * to load and compile than a small build takes to run, and gives less helpful messages; the tests hold this
 * one to Ajv's verdicts.
 * @param isSecret returns true where a message must not repeat the value
 * @see https://json-schema.org/draft/2020-12 (the keywords listed in its test)
 */
export function schemaProblems(
  root: Schema,
  value: unknown,
  isSecret: (path: KeyPath) => boolean,
): readonly SchemaProblem[] {
  const describe: Describe = (path, found) => describeFound(found, isSecret(path));
  return [...check({ root, describe }, root, value, [])];
}

interface Context {
  readonly root: Schema;
  readonly describe: Describe;
}

function* check(context: Context, written: Schema, value: unknown, path: KeyPath): Generator<SchemaProblem> {
  const schema = deref(context.root, written);
  const branches = schema['anyOf'] as readonly Schema[] | undefined;
  const expected = expectation(schema);
  if (branches !== undefined) {
    yield* checkBranches(context, branches, expected, value, path);
  } else if (Array.isArray(schema['enum'])) {
    if (!schema['enum'].includes(value))
      yield wrong(context, expected, value, path, schema['enum'].map(String));
  } else if (!hasType(schema, value)) {
    const found = context.describe(path, value);
    yield { ...wrong(context, expected, value, path), ...shapeFix(context.root, schema, found) };
  } else if (typeof value === 'string') {
    if (value.length < Number(schema['minLength'] ?? 0))
      yield wrong(context, "a text that isn't empty", value, path);
  } else if (typeof value === 'number') {
    const [least, most] = [schema['minimum'] ?? value, schema['maximum'] ?? value];
    if (value < Number(least) || value > Number(most)) yield wrong(context, expected, value, path);
  } else if (Array.isArray(value)) {
    if (value.length < Number(schema['minItems'] ?? 0))
      yield wrong(context, "a list that isn't empty", value, path);
    const items = (schema['items'] ?? {}) as Schema;
    for (const [i, item] of value.entries()) yield* check(context, items, item, [...path, i]);
  } else if (isObject(value)) {
    yield* checkObject(context, schema, value, path);
  }
}

/** The alternatives differ in type, so the value's type selects one of them. */
function* checkBranches(
  context: Context,
  branches: readonly Schema[],
  expected: string,
  value: unknown,
  path: KeyPath,
): Generator<SchemaProblem> {
  const meant = branches
    .map((branch) => deref(context.root, branch))
    .find((branch) => hasType(branch, value));
  if (meant === undefined) yield wrong(context, expected, value, path);
  else yield* check(context, meant, value, path);
}

function* checkObject(
  context: Context,
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: KeyPath,
): Generator<SchemaProblem> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  for (const key of (schema['required'] ?? []) as readonly string[]) {
    if (!Object.hasOwn(value, key))
      yield { path, message: `expected the key "${key}", found none`, fix: `Add "${key}".` };
  }
  for (const [key, inner] of Object.entries(value)) {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (known !== undefined) yield* check(context, known, inner, [...path, key]);
    else if (schema['additionalProperties'] === false) yield unknownKey(context.root, key, properties, path);
  }
}

function wrong(
  context: Context,
  expected: string,
  value: unknown,
  path: KeyPath,
  known: readonly string[] = [],
): SchemaProblem {
  const near = typeof value === 'string' ? didYouMean(value, known) : undefined;
  const fix = near === undefined ? `Write ${expected}.` : `Did you mean "${near}"?`;
  return { path, message: `expected ${expected}, found ${context.describe(path, value)}`, fix };
}

/** How to write an object or a list, where a text was found. */
function shapeFix(root: Schema, schema: Schema, found: string): { readonly fix?: string } {
  const keys = Object.keys(propertiesOf(root, schema));
  if (keys.length > 0) return { fix: `Write an object with some of these keys: ${keys.join(', ')}.` };
  return schema['type'] === 'array' && found.startsWith('"') ? { fix: `Write a list: [${found}].` } : {};
}

/** The key that people write after the flag `--base-url`. */
const BASE_URL = /^base[-_]?url$/i;

function unknownKey(
  root: Schema,
  key: string,
  properties: Readonly<Record<string, Schema>>,
  path: KeyPath,
): SchemaProblem {
  const known = Object.keys(properties).filter((name) => name !== '$schema');
  const inside = known.find((name) => Object.hasOwn(propertiesOf(root, properties[name]), key));
  const elsewhere = path.length === 0 && BASE_URL.test(key) ? 'site.url' : undefined;
  const near = elsewhere ?? didYouMean(key, known) ?? (inside === undefined ? undefined : `${inside}.${key}`);
  const isSetting = path.length === 0 && (key === 'settings' || Object.hasOwn(declarations, key));
  const fix = isSetting
    ? 'Settings have a file of their own. Use "svc settings set", or the pages of the sidecar.'
    : near === undefined
      ? `Known keys here: ${known.join(', ')}.`
      : `Did you mean "${near}"?`;
  return { path: [...path, key], message: 'no such key', fix };
}

function propertiesOf(root: Schema, schema: Schema = {}): Readonly<Record<string, unknown>> {
  return (deref(root, schema)['properties'] ?? {}) as Readonly<Record<string, unknown>>;
}

/** The target of a reference into `$defs`. */
export function deref(root: Schema, schema: Schema): Schema {
  const name = /^#\/\$defs\/(.+)$/.exec(String(schema['$ref'] ?? ''))?.[1];
  const defs = (root['$defs'] ?? {}) as Readonly<Record<string, Schema>>;
  return (name === undefined ? undefined : defs[name]) ?? schema;
}

/** Without a `type` the keywords decide: choices are texts, `anyOf` is checked inside. */
function hasType(schema: Schema, value: unknown): boolean {
  if (Array.isArray(schema['enum'])) return typeof value === 'string';
  const types = [schema['type'] ?? []].flat();
  return types.length === 0 || types.includes(typeOf(value));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Number.isInteger(value)) return 'integer';
  return Array.isArray(value) ? 'array' : typeof value;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
};

function expectation(schema: Schema): string {
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].join(', ')}`;
  if (Array.isArray(schema['anyOf']))
    return (schema['anyOf'] as readonly Schema[]).map(expectation).join(', or ');
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number };
  if (minimum !== undefined) {
    return `a whole number from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`;
  }
  // A reference stands for an object: everything else is short enough to be inlined.
  return [schema['type'] ?? 'object']
    .flat()
    .map((type) => TYPE_WORDS[String(type)] ?? String(type))
    .join(', or ');
}
