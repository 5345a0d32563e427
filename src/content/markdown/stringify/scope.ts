import type { ConstructName, Unsafe } from 'mdast-util-to-markdown';
import { UNSAFE, UNSAFE_PAIRED } from './unsafe.js';

/** Where text is written; the values can be combined. */
export const PHRASING = 1;
export const HEADING = 2;
export const CELL = 4;
export const LABEL = 8;
export const RAW = 16;
export const LITERAL = 32;
export const TITLE = 64;
export const AUTOLINK = 128;
export const REFERENCE = 256;
/** The address has balanced parentheses. */
export const PAIRED = 512;

const NAMES: [number, ConstructName][] = [
  [PHRASING, 'phrasing'],
  [HEADING, 'headingAtx'],
  [CELL, 'tableCell'],
  [LABEL, 'label'],
  [RAW, 'destinationRaw'],
  [LITERAL, 'destinationLiteral'],
  [TITLE, 'titleQuote'],
  [AUTOLINK, 'autolink'],
  [REFERENCE, 'reference'],
];

/** One rule of escaping, ready to run. */
export interface Rule {
  readonly expression: RegExp;
  /** The character that must be there for the rule to matter. */
  readonly character: string;
  readonly before: boolean;
  readonly after: boolean;
  /** Whether it can only match next to a line end. */
  readonly atLineEnd: boolean;
}

const scopes = new Map<number, Rule[]>();

/**
 * Returns the rules that apply at a place.
 *
 * @param mask sum of the constants of this file
 * @returns rules, compiled once
 */
export function rulesOf(mask: number): readonly Rule[] {
  const known = scopes.get(mask);
  if (known !== undefined) return known;
  const names = NAMES.filter(([bit]) => (mask & bit) !== 0).map(([, name]) => name);
  const rules = ((mask & PAIRED) !== 0 ? UNSAFE_PAIRED : UNSAFE)
    .filter((rule) => isInScope(rule, names))
    .map(compile);
  scopes.set(mask, rules);
  return rules;
}

function isInScope(rule: Unsafe, names: readonly ConstructName[]): boolean {
  const listed = (list: Unsafe['inConstruct'], none: boolean): boolean => {
    const all = typeof list === 'string' ? [list] : (list ?? []);
    return all.length === 0 ? none : all.some((name) => names.includes(name));
  };
  return listed(rule.inConstruct, true) && !listed(rule.notInConstruct, false);
}

function compile(rule: Unsafe): Rule {
  const before = (rule.atBreak ? '[\\r\\n][\\t ]*' : '') + (rule.before ? `(?:${rule.before})` : '');
  const character = (/[$()*+.?[\\\]^{|}]/.test(rule.character) ? '\\' : '') + rule.character;
  const source = (before ? `(${before})` : '') + character + (rule.after ? `(?:${rule.after})` : '');
  return {
    expression: new RegExp(source, 'g'),
    character: rule.character.charAt(0),
    before: before !== '',
    after: Boolean(rule.after),
    atLineEnd:
      before.startsWith('[\\r\\n]') ||
      before.startsWith('(?:[\\r\\n])') ||
      /^\[\\r\\n\]$/.test(rule.after ?? ''),
  };
}
