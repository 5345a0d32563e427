import { isObject } from '../../core/json.js';
import type { JsonSchema } from './ability.js';

/**
 * Input from an address, where everything is text, as the schema wants it: numbers, truth values, and lists whose
 * members have numbers for names. What does not fit stays as it is, so that the schema refuses it by its own words.
 * Language models write numbers as text too, and null for what they leave out: null is absent, unless the schema takes it.
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
      .filter(([name, member]) => member !== null || takesNull(partOf(properties, name)))
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

function takesNull(schema: JsonSchema): boolean {
  const { enum: words, default: usual } = schema;
  return typesOf(schema).includes('null') || usual === null || (Array.isArray(words) && words.includes(null));
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

/** Every type that a schema takes, also by its alternatives; none for one that says nothing: it takes text. */
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
  return isObject(part) ? part : {};
}

/** Levels of input that an ability could want; far below what recursion can take. */
export const MAX_DEPTH = 32;

/** Whether lists and objects are nested more deeply than input may be. Works level by level, without recursion. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
