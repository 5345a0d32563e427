import type { Element, Nodes, Parents } from 'hast';
import type { RootContent } from 'mdast';
import { deepText } from '../../html/element.js';
import { type Handle, hasFlow, textOf } from '../flow.js';

/** A number or a charge. */
const NUMBER = /^(?:[+−-]?\d+(?:[.,]\d+)?|\d+[+−-])$/;

/** A sum or the like, which would read as a term of the line: `2^(n-1)`. */
const TERM = /^(?:\d*\p{L}|\d+)(?:\s*[+−\-*·×/^]\s*(?:\d*\p{L}|\d+))+$/u;

const BRACKETED = /^\([^()]*\)$/;

/** After a number it is a power; other letters are ordinals as often (`1e`, `2o`, `3d`). */
const VARIABLE = /^[i-kmnp-qx-zKN]$/;

/** Elements without a mark of their own between a number and a superscript after it. */
const UNMARKED = /^(?:span|var|data|small|font|abbr|time|bdi|su[bp])$/;

/** `sup`: inner text; an exponent after a digit keeps a `^`, because 10⁶ is not 106. */
export const superscript: Handle = (state, node, parent) => {
  const children = state.all(node);
  const [previous, next] = neighbours(node, parent);
  const raised = textOf(children).trim();
  const before = textBefore(previous);
  // A whole number and a fraction: 1½.
  if (next?.type === 'text' && /^[/⁄]$/.test(next.value) && /\d$/.test(before) && /^\d+$/.test(raised))
    return [{ type: 'text', value: ' ' }, ...children];
  if (runsOn(children, next)) return inBrackets('^', children);
  const form = exponentForm(raised, previous);
  if (form === 'sign' || (form === 'brackets' && BRACKETED.test(raised)))
    return [{ type: 'text', value: '^' }, ...children];
  return form === 'brackets' ? inBrackets('^', children) : withSign('^', children, before);
};

/** `sub`: inner text; an index after a digit keeps a `_`, because 101₂ is not 1012, as log₁₀8 is not log108. */
export const subscript: Handle = (state, node, parent) => {
  const children = state.all(node);
  const [previous, next] = neighbours(node, parent);
  return runsOn(children, next) ? inBrackets('_', children) : withSign('_', children, textBefore(previous));
};

/** Whether digits stand right before those of the line. */
function runsOn(children: readonly RootContent[], next: Nodes | undefined): boolean {
  return next?.type === 'text' && /^\d/.test(next.value) && /\d$/.test(textOf(children));
}

function inBrackets(sign: '^' | '_', children: readonly RootContent[]): RootContent[] {
  return [{ type: 'text', value: `${sign}(` }, ...children, { type: 'text', value: ')' }];
}

/** A number, a letter, or both: an operand. */
const OPERAND = '\\(*(?:\\d+(?:[.,]\\d+)?\\p{L}?|\\p{L})\\)*';

const OPERATION = new RegExp(`^[+−-]?${OPERAND}(?:\\s*[-+−–*/·×]\\s*${OPERAND})+$`, 'u');

const NEGATIVE = /^[+−-]\d*\p{L}$/u;

/** Letters that are variables; others after a number are endings of words: 5e, 1º. */
const SIGN = /^[ijknpqxyN]$/;

/** A letter that isn't part of a word, a number, or a bracket. */
const BASE = /(?:^|[^\p{L}\p{M}])\p{L}$|[\p{N})\]]$/u;

const MARKS = new Set('b em i span strong sub var'.split(' '));

/** How a superscript is written: after `^`, after it in brackets, or as it is. */
type ExponentForm = 'sign' | 'brackets' | undefined;

function withSign(sign: '^' | '_', children: RootContent[], text: string): RootContent[] {
  const raised = textOf(children).trim();
  if (hasFlow(children)) return children;
  // `word<sup>1-3</sup>` names sources.
  const isTerm = TERM.test(raised) && (/\d$/.test(text) || /\p{L}/u.test(raised));
  if (isTerm && /[\p{L}\p{N})\]]$/u.test(text)) return inBrackets(sign, children);
  const isPower = NUMBER.test(raised) || VARIABLE.test(raised) || (sign === '_' && /^\d/.test(raised));
  return /\d$/.test(text) && isPower ? [{ type: 'text', value: sign }, ...children] : children;
}

/** The nodes right before and after an element, without places where a word may break. */
function neighbours(node: Element, parent: Parents | undefined): readonly (Nodes | undefined)[] {
  const siblings: readonly Nodes[] = parent?.children ?? [];
  const at = siblings.indexOf(node);
  const before = siblings[at - 1];
  const isBreak = before?.type === 'element' && before.tagName === 'wbr';
  return [isBreak ? siblings[at - 2] : before, siblings[at + 1]];
}

function textBefore(previous: Nodes | undefined): string {
  if (previous?.type === 'text') return previous.value;
  return previous?.type === 'element' && UNMARKED.test(previous.tagName) ? deepText(previous) : '';
}

/**
 * Returns whether a superscript is an exponent: `2` raised to `n - 1` must not be read as `2n - 1`.
 *
 * @param text the superscript
 * @param before the text before it
 * @returns its written form
 */
function exponentForm(text: string, before: Nodes | undefined): ExponentForm {
  const base = baseOf(before);
  if (base === undefined) return undefined;
  const endsInDigit = /\p{N}$/u.test(base);
  if (endsInDigit && SIGN.test(text)) return 'sign';
  // Digits after a letter may be marks of notes: `x 1-3`.
  if (!endsInDigit && !/\p{L}/u.test(text)) return undefined;
  return BASE.test(base) && (OPERATION.test(text) || NEGATIVE.test(text)) ? 'brackets' : undefined;
}

function baseOf(before: Nodes | undefined): string | undefined {
  if (before?.type === 'text') return before.value;
  return before?.type === 'element' && MARKS.has(before.tagName) ? deepText(before) : undefined;
}
