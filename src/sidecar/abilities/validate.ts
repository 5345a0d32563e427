import { createRequire } from 'node:module';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, objectOf } from '../../core/json.js';
import { memoisedByObject } from '../../core/memoised.js';
import type { Ability, AbilityInput, JsonSchema } from './ability.js';

let instance: Ajv2020 | undefined;

/** One instance, made when the first ability is run. Defaults are filled in; nothing is made to fit. */
function ajv(): Ajv2020 {
  if (instance === undefined) {
    const require = createRequire(import.meta.url);
    const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
    const addFormats = require('ajv-formats') as typeof import('ajv-formats');
    instance = new Ajv2020({
      useDefaults: true,
      verbose: true,
      strictNumbers: true,
      strict: false,
      validateSchema: false,
      addUsedSchema: false,
    });
    addFormats.default(instance);
  }
  return instance;
}

const validatorOf = memoisedByObject((schema: JsonSchema): ValidateFunction => ajv().compile(schema));

/** Whether something is a schema of an object that can be judged with. */
export function isSchema(schema: unknown): schema is JsonSchema {
  if (typeof schema !== 'object' || schema === null || (schema as JsonSchema)['type'] !== 'object')
    return false;
  try {
    validatorOf(schema as JsonSchema);
    return true;
  } catch {
    return false;
  }
}

/** Input that is valid, or what is wrong with it. */
type CheckedInput =
  | { readonly isValid: true; readonly input: AbilityInput }
  | { readonly isValid: false; readonly problem: string };

/**
 * Judges the input of an ability by its schema.
 * @param given null and undefined: none, which is valid where the schema has a default
 * @returns a copy with the defaults filled in
 */
export function validateInput({ input: schema }: Pick<Ability, 'input'>, given: unknown): CheckedInput {
  if (isTooDeep(given)) return { isValid: false, problem: `input is nested more than ${MAX_DEPTH} times` };
  const written = given ?? schema['default'];
  const value: unknown = structuredClone(written ?? {});
  const validate = validatorOf(schema);
  // Without input, the problem names the first required member.
  if (!validate(value)) return { isValid: false, problem: problemOf('input', validate.errors) };
  if (written === undefined) return { isValid: false, problem: 'input is missing' };
  const problem = unstorable(value, 'input');
  return problem === undefined
    ? { isValid: true, input: value as AbilityInput }
    : { isValid: false, problem };
}

/**
 * Finds values that JSON can express and no store can: half of a surrogate pair, which UTF-8 doesn't have, and numbers
 * that are too large to be exact.
 * @returns the problem of the first one
 */
function unstorable(value: unknown, place: string): string | undefined {
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) {
    return `${place} contains half of a surrogate pair, which no file can store`;
  }
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return `${place} must be between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = unstorable(member, `${place}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is wrong with the output of an ability. Returns undefined when it is as declared. */
export function outputProblem(
  { output: schema }: Pick<Ability, 'output'>,
  output: unknown,
): string | undefined {
  const validate = validatorOf(schema);
  return validate(output) ? undefined : problemOf('output', validate.errors);
}

/** The first violation, as a sentence of its own: `input.post_id must be integer`. */
function problemOf(root: string, errors: ErrorObject[] | null | undefined): string {
  const [error] = errors ?? [];
  if (error === undefined) return `${root} isn't valid`;
  const { instancePath, keyword, message = 'is not valid', params, parentSchema } = error;
  const place = root + instancePath.replaceAll('/', '.');
  const given = params as Readonly<Record<string, unknown>>;
  if (keyword === 'required') {
    const name = String(given['missingProperty']);
    const { description = '' } = partOf(partOf(parentSchema ?? {}, 'properties'), name);
    return `${place}.${name} is missing (${String(description).replace(/\.$/, '')})`.replace(' ()', '');
  }
  if (keyword === 'additionalProperties') {
    const members = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
    const known = members.length === 0 ? '' : `, only ${members.join(', ')}`;
    return `${place} has no member "${String(given['additionalProperty'])}"${known}`;
  }
  if (keyword === 'enum')
    return `${place} must be one of ${(given['allowedValues'] as unknown[]).join(', ')}`;
  return `${place} ${message}`;
}

/**
 * Input from an address, where everything is text, as the schema wants it: numbers, truth values, and lists whose
 * members have numbers for names. What does not fit stays as it is, so that the schema refuses it by its own words.
 * Language models write numbers as text too, and null for what they leave out, or an empty text for a word of a list:
 * that is absent, unless the schema takes it.
 */
export function coerceInput(schema: JsonSchema, input: unknown): unknown {
  return isTooDeep(input) ? input : coerce(schema, input);
}

function coerce(schema: JsonSchema, value: unknown): unknown {
  const types = typesOf(schema);
  if (typeof value === 'number' || typeof value === 'boolean') return coerceScalar(types, schema, value);
  if (typeof value === 'string') return types.includes('string') ? value : coerceText(types, schema, value);
  if (Array.isArray(value)) return value.map((item: unknown) => coerce(partOf(schema, 'items'), item));
  if (!isObject(value)) return value;
  const items = types.includes('array') && !types.includes('object') ? listOf(value) : undefined;
  if (items !== undefined) return items.map((item) => coerce(partOf(schema, 'items'), item));
  const properties = partOf(schema, 'properties');
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !isAbsent(member, partOf(properties, name)))
      .map(([name, member]) => [name, coerce(partOf(properties, name), member)]),
  );
}

/** One value where several may be given, and a number where its digits are wanted. */
function coerceScalar(types: readonly string[], schema: JsonSchema, value: number | boolean): unknown {
  const isWanted = types.includes(typeof value) || (typeof value === 'number' && types.includes('integer'));
  if (isWanted) return value;
  if (types.includes('array')) return [coerce(partOf(schema, 'items'), value)];
  const isText = typeof value === 'number' && types.includes('string') && schema['type'] !== undefined;
  return isText ? String(value) : value;
}

function isAbsent(value: unknown, schema: JsonSchema): boolean {
  const { enum: words, default: usual } = schema;
  if (value === '') return Array.isArray(words) && !words.includes('');
  const takesNull = typesOf(schema).includes('null') || (Array.isArray(words) && words.includes(null));
  return value === null && usual !== null && !takesNull;
}

function coerceText(types: readonly string[], schema: JsonSchema, text: string): unknown {
  const trimmed = text.trim();
  if ((types.includes('integer') || types.includes('number')) && /^[+-]?\d+(?:\.\d+)?$/.test(trimmed)) {
    return Number(trimmed);
  }
  if (types.includes('boolean')) {
    if (trimmed === 'true' || trimmed === '1') return true;
    if (trimmed === 'false' || trimmed === '0') return false;
  }
  // One value where several may be given.
  return types.includes('array') && text !== '' ? [coerce(partOf(schema, 'items'), text)] : text;
}

/** The types that a schema accepts, including its alternatives; empty if it names none, so that it accepts text. */
function typesOf(schema: JsonSchema): readonly string[] {
  const { type, anyOf, oneOf, enum: words } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type as readonly string[];
  const alternatives = [anyOf, oneOf].filter(Array.isArray).flat() as JsonSchema[];
  if (alternatives.length > 0) return alternatives.flatMap(typesOf);
  if (Array.isArray(words)) return words.map((word) => typeof word);
  return ['string'];
}

/** Members that are numbered from 0 as a list; undefined for others. */
function listOf(value: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  const names = Object.keys(value);
  return names.every((name, at) => name === String(at)) ? Object.values(value) : undefined;
}

function partOf(schema: JsonSchema, name: string): JsonSchema {
  const part = Object.hasOwn(schema, name) ? schema[name] : undefined;
  return objectOf(part);
}

/** Levels of input that an ability could want; far below what recursion can take. */
const MAX_DEPTH = 32;

/** Whether lists and objects are nested more deeply than input may be. Works level by level, without recursion. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
