import { createRequire } from 'node:module';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { perObject } from '../../core/remembered.js';
import type { Ability, AbilityInput, JsonSchema } from './ability.js';
import { isTooDeep, MAX_DEPTH } from './coerce.js';

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

const validatorOf = perObject((schema: JsonSchema): ValidateFunction => ajv().compile(schema));

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
export type Judged =
  | { readonly isValid: true; readonly input: AbilityInput }
  | { readonly isValid: false; readonly problem: string };

/**
 * Judges the input of an ability by its schema.
 * @param given null and undefined: none, for which the schema may have a default
 * @returns a copy with the defaults filled in
 */
export function validateInput({ input: schema }: Pick<Ability, 'input'>, given: unknown): Judged {
  if (isTooDeep(given)) return { isValid: false, problem: `input is nested more than ${MAX_DEPTH} times` };
  const value: unknown = structuredClone(given ?? schema['default']);
  if (value === undefined) return { isValid: false, problem: 'input is missing' };
  const validate = validatorOf(schema);
  if (!validate(value)) return { isValid: false, problem: problemOf('input', validate.errors) };
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
  if (keyword === 'required') return `${place}.${String(given['missingProperty'])} is missing`;
  if (keyword === 'additionalProperties') {
    const members = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
    const known = members.length === 0 ? '' : `, only ${members.join(', ')}`;
    return `${place} has no member "${String(given['additionalProperty'])}"${known}`;
  }
  if (keyword === 'enum')
    return `${place} must be one of ${(given['allowedValues'] as unknown[]).join(', ')}`;
  return `${place} ${message}`;
}
