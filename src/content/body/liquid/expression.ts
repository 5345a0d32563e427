import { fieldOf, isTrue, LazyMap, textOf, UNKNOWN } from '../template-values.js';
import { FILTERS, type Filter } from './filters.js';

/** The variables that a template can see, innermost first. */
export interface Variables {
  /** @returns UNKNOWN for a variable that only the generator could compute */
  get(name: string): unknown;
}

const TOKEN =
  /"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?)(?![\w.])|([A-Za-z_][\w-]*(?:\.[\w-]+|\[(?:"[^"]*"|'[^']*'|\d+|[\w.-]+)\])*)/y;
const STEP = /\.([\w-]+)|\[(?:"([^"]*)"|'([^']*)'|(\d+)|([\w.-]+))\]/g;
const OPERATORS = /\s+(==|!=|<=|>=|<>|<|>|contains)\s+/;

/** The value of an expression with its filters. */
export function evaluate(
  expression: string,
  variables: Variables,
  known: Readonly<Record<string, Filter>> = FILTERS,
): unknown {
  const [first = '', ...filters] = splitOutsideQuotes(expression, '|');
  let value = operandOf(first, variables);
  for (const filter of filters) {
    // Nunjucks has its arguments in parentheses.
    const [, name = '', inner, after = ''] =
      /^\s*(\w+)\s*(?:\(([\s\S]*)\)\s*$|:?\s*([\s\S]*)$)/.exec(filter) ?? [];
    const rest = inner ?? after;
    const fn = Object.hasOwn(known, name) ? known[name] : undefined;
    const args = splitOutsideQuotes(rest, ',')
      .filter((arg) => arg.trim() !== '')
      // Nunjucks and Tera may name them.
      .map((arg) => operandOf(arg.replace(/^\s*[a-z_]\w*\s*=(?!=)/, ''), variables));
    value = fn === undefined || value === UNKNOWN || args.includes(UNKNOWN) ? UNKNOWN : fn(value, ...args);
  }
  return value;
}

/** The truth of a condition; undefined where it isn't known. */
export function conditionOf(condition: string, variables: Variables): boolean | undefined {
  // Liquid evaluates from right to left, without precedence.
  const [, left, word, right] = /^([\s\S]*?)\s+(and|or)\s+([\s\S]*)$/.exec(condition) ?? [];
  if (left !== undefined && right !== undefined) {
    const [a, b] = [comparison(left, variables), conditionOf(right, variables)];
    if (word === 'and')
      return a === false || b === false ? false : a === undefined || b === undefined ? undefined : true;
    return a === true || b === true ? true : a === undefined || b === undefined ? undefined : false;
  }
  return comparison(condition, variables);
}

function comparison(text: string, variables: Variables): boolean | undefined {
  const [, inner] = /^\s*not\s+([\s\S]+)$/.exec(text) ?? [];
  const opposite = inner === undefined ? undefined : comparison(inner, variables);
  if (inner !== undefined) return opposite === undefined ? undefined : !opposite;
  // Of Nunjucks and Tera.
  const [, subject, isNot, test] = /^\s*(\S+)\s+is\s+(not\s+)?(undefined|defined)\s*$/.exec(text) ?? [];
  if (subject !== undefined) {
    const value = operandOf(subject, variables);
    return value === UNKNOWN
      ? undefined
      : (value !== undefined) === ((test === 'defined') === (isNot === undefined));
  }
  const parts = text.trim().split(OPERATORS);
  const [left = '', sign, right = ''] = parts;
  const a = operandOf(left, variables);
  if (a === UNKNOWN || a instanceof LazyMap) return undefined;
  // In Liquid only nil and false aren't true.
  if (sign === undefined) return a !== undefined && a !== null && a !== false;
  const b = operandOf(right, variables);
  if (b === UNKNOWN) return undefined;
  if (sign === 'contains')
    return Array.isArray(a) ? a.some((item) => item === b) : textOf(a).includes(textOf(b));
  if (right.trim() === 'empty' || right.trim() === 'blank') return sign === '==' ? !isTrue(a) : isTrue(a);
  if (sign === '==') return a === b || (a ?? undefined) === (b ?? undefined);
  if (sign === '!=' || sign === '<>') return (a ?? undefined) !== (b ?? undefined);
  const [x, y] = [Number(a), Number(b)];
  return sign === '<' ? x < y : sign === '>' ? x > y : sign === '<=' ? x <= y : x >= y;
}

/** A literal, or a variable with its fields. */
export function operandOf(text: string, variables: Variables): unknown {
  const source = text.trim();
  if (/^(?:nil|null|empty|blank)$/.test(source)) return undefined;
  if (source === 'true' || source === 'false') return source === 'true';
  const range = /^\(\s*([\w.-]+?)\s*\.\.\s*([\w.-]+)\s*\)$/.exec(source);
  if (range !== null)
    return rangeOf(operandOf(range[1] ?? '', variables), operandOf(range[2] ?? '', variables));
  TOKEN.lastIndex = 0;
  const match = TOKEN.exec(source);
  if (match === null) return UNKNOWN;
  if (TOKEN.lastIndex !== source.length) return computed(source, TOKEN.lastIndex, variables);
  const [, double, single, number, path] = match;
  if ((double ?? single) !== undefined) return double ?? single;
  if (number !== undefined) return Number(number);
  const root = /^[\w-]+/.exec(path ?? '')?.[0] ?? '';
  let value = variables.get(root);
  for (const [, field, a, b, index, name] of (path ?? '').slice(root.length).matchAll(STEP)) {
    const key = field ?? a ?? b ?? index ?? textOf(operandOf(name ?? '', variables));
    value = isSize(key, value) ? sizeOf(value) : (endOf(key, value) ?? fieldOf(value, key));
  }
  return value;
}

const OPERATOR = /\s+(\/\/|[-+*/%~])\s+/y;

/**
 * The sums, products and joined texts of Nunjucks and Tera: `a + 1`, `b * 2 - c`, `d ~ "x"`.
 * @param end that of the first operand
 */
function computed(source: string, end: number, variables: Variables): unknown {
  const values = [operandOf(source.slice(0, end), variables)];
  const signs: string[] = [];
  for (let at = end; at < source.length; at = TOKEN.lastIndex) {
    OPERATOR.lastIndex = at;
    const [, sign] = OPERATOR.exec(source) ?? [];
    TOKEN.lastIndex = OPERATOR.lastIndex;
    const operand = sign === undefined ? undefined : TOKEN.exec(source)?.[0];
    if (sign === undefined || operand === undefined) return UNKNOWN;
    const next = TOKEN.lastIndex;
    const value = operandOf(operand, variables);
    TOKEN.lastIndex = next;
    // Products come first.
    if (/[*/%]/.test(sign)) values.push(resultOf(values.pop(), sign, value));
    else {
      signs.push(sign);
      values.push(value);
    }
  }
  return values.slice(1).reduce((sum, value, at) => resultOf(sum, signs[at] ?? '', value), values[0]);
}

function resultOf(a: unknown, sign: string, b: unknown): unknown {
  const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  if (sign === '~' || (sign === '+' && (typeof a === 'string' || typeof b === 'string')))
    return isText(a) && isText(b) ? `${textOf(a)}${textOf(b)}` : UNKNOWN;
  if (typeof a !== 'number' || typeof b !== 'number') return UNKNOWN;
  const result =
    sign === '+' ? a + b : sign === '-' ? a - b : sign === '*' ? a * b : sign === '%' ? a % b : a / b;
  return Number.isFinite(result) ? (sign === '//' ? Math.floor(result) : result) : UNKNOWN;
}

const MAX_RANGE = 1000;

function rangeOf(from: unknown, to: unknown): unknown {
  if (from === UNKNOWN || to === UNKNOWN) return UNKNOWN;
  const [first, last] = [Number(from), Number(to)];
  if (!Number.isInteger(first) || !Number.isInteger(last)) return UNKNOWN;
  return Array.from({ length: Math.max(0, Math.min(last - first + 1, MAX_RANGE)) }, (_, at) => first + at);
}

function isSize(key: string, value: unknown): boolean {
  return /^(?:size|length)$/.test(key) && (typeof value === 'string' || Array.isArray(value));
}

/** `list.first`, `list.last`. */
function endOf(key: string, value: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  return key === 'first' ? value[0] : key === 'last' ? value.at(-1) : undefined;
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : textOf(value).length;
}

/** Splits at a sign; in quotes it doesn't count. */
function splitOutsideQuotes(text: string, sign: '|' | ','): readonly string[] {
  const parts = text.match(sign === '|' ? /(?:"[^"]*"|'[^']*'|[^|])+/g : /(?:"[^"]*"|'[^']*'|[^,])+/g);
  return parts ?? [text];
}
