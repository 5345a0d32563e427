import { invalidParams, missingParams } from './problem.js';

/** A parameter of a route, declared once for validation and docs. */
export interface Param {
  /** Texts with numbers and booleans are accepted, since forms send nothing else. */
  readonly type: 'integer' | 'string' | 'boolean' | 'strings';
  /** One line for the docs. */
  readonly text: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly values?: readonly (string | number)[];
  /** For integers: values outside the range are an error, unless `clamp` is set. */
  readonly min?: number;
  readonly max?: number;
  readonly clamp?: boolean;
  /** For strings: maximum length in characters. */
  readonly maxLength?: number;
}

export type Params = Readonly<Record<string, Param>>;

/** Maximum length of text parameters without a `maxLength`. */
const MAX_LENGTH = 10_000;

/**
 * Reads the parameters of a request.
 * @param given by name, as sent in JSON, form or query
 * @returns every declared parameter that is given or has a default
 * @throws AdminProblem `rest_missing_callback_param`, else `rest_invalid_param`
 */
export function readParams(
  declared: Params,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(declared);
  const isMissing = (name: string) => given[name] === undefined || given[name] === null;
  const missing = names.filter((name) => declared[name]?.required === true && isMissing(name));
  if (missing.length > 0) throw missingParams(missing);
  const problems: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(declared)) {
    if (isMissing(name)) {
      if (param.default !== undefined) values[name] = param.default;
      continue;
    }
    const read = readParam(param, given[name]);
    if ('problem' in read) problems[name] = read.problem;
    else values[name] = read.value;
  }
  if (Object.keys(problems).length > 0) throw invalidParams(problems);
  return values;
}

type Read = { readonly value: unknown } | { readonly problem: string };

function readParam(param: Param, given: unknown): Read {
  switch (param.type) {
    case 'integer':
      return readInteger(param, given);
    case 'boolean':
      return readBoolean(given);
    case 'string':
      return readText(param, given);
    case 'strings':
      return readTexts(param, given);
  }
}

/** Converts a text with a whole number, since forms send nothing else; returns other values unchanged. */
export function numberFromText(given: unknown): unknown {
  const isText = typeof given === 'string' && /^[+-]?\d{1,100}$/.test(given.trim());
  return isText ? Number(given) : given;
}

function readInteger({ min, max, clamp = false, values }: Param, given: unknown): Read {
  const value = numberFromText(given);
  const isWhole = clamp ? Number.isInteger(value) : Number.isSafeInteger(value);
  if (typeof value !== 'number' || !isWhole) return { problem: 'must be a whole number' };
  if (values !== undefined && !values.includes(value))
    return { problem: `must be one of ${values.join(', ')}` };
  const inside = Math.min(max ?? Number.MAX_SAFE_INTEGER, Math.max(min ?? Number.MIN_SAFE_INTEGER, value));
  if (inside === value || clamp) return { value: inside };
  return { problem: `must be ${rangeText(min, max)}` };
}

/** At least one bound is given: without bounds, no number is outside. */
function rangeText(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return `at least ${min}`;
  return min === undefined ? `at most ${max}` : `between ${min} and ${max}`;
}

/** Reads a boolean like settings do: everything is true except 0 and texts for no. */
function readBoolean(given: unknown): Read {
  if (typeof given === 'boolean') return { value: given };
  if (typeof given === 'number') return { value: given !== 0 };
  if (typeof given !== 'string') return { problem: 'must be true or false' };
  return { value: !['', '0', 'false', 'no', 'off'].includes(given.trim().toLowerCase()) };
}

function readText({ values, maxLength = MAX_LENGTH }: Param, given: unknown): Read {
  const value = typeof given === 'number' ? String(given) : given;
  if (typeof value !== 'string') return { problem: 'must be a string' };
  if (value.includes('\0')) return { problem: "can't contain NUL" };
  if (value.length > maxLength) return { problem: `can have at most ${maxLength} characters` };
  if (values !== undefined && !values.includes(value))
    return { problem: `must be one of ${values.join(', ')}` };
  return { value };
}

function readTexts(param: Param, given: unknown): Read {
  const list = typeof given === 'string' ? given.split(/[\n,]/) : given;
  if (!Array.isArray(list) || list.length > 200) return { problem: 'must be a list of at most 200 strings' };
  const read = list.map((item: unknown) => readText(param, item));
  const bad = read.find((one) => 'problem' in one);
  return bad ?? { value: read.flatMap((one) => ('value' in one ? [one.value] : [])) };
}
