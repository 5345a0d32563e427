import type { Element, ElementContent } from 'hast';
import { collapseSpace, deepText, findElement, property } from '../element.js';

/** The content of a `math` element. */
export interface MathText {
  readonly text: string;
  /** False where the page has no TeX: the text is a reading of the MathML. */
  readonly isTex: boolean;
}

/**
 * Reads the source of a formula in MathML: its TeX where the page has it, else one line of text.
 *
 * @param math a `math` element
 * @returns text, empty where there is none
 */
export function readMath(math: Element): MathText {
  const annotation = findElement(
    math,
    (child) => child.tagName === 'annotation' && /tex/i.test(property(child, 'encoding')),
  );
  const tex =
    (annotation && deepText(annotation)) ||
    property(math, 'alttext') ||
    property(math, 'altText') ||
    property(math, 'dataLatex');
  if (tex !== '') return { text: tex, isTex: true };
  // A function's name has a space before its argument, unless that is in brackets.
  const text = readMathMl(math, 0)
    .replace(/\u2061(?=[\p{L}\p{N}√])/gu, ' ')
    .replace(/\u2061/g, '');
  return { text: collapseSpace(text), isTex: false };
}

/** Signs above a letter, and the characters that put them there. */
const ACCENTS = new Map(
  Object.entries({
    '¯': '\u0304',
    '‾': '\u0304',
    '^': '\u0302',
    ˆ: '\u0302',
    '~': '\u0303',
    '˜': '\u0303',
    '˙': '\u0307',
    '¨': '\u0308',
    '→': '\u20d7',
  }),
);

function readMathMl(node: ElementContent, depth: number): string {
  if (node.type === 'text') return readable(node.value);
  if (node.type !== 'element' || node.tagName.startsWith('annotation')) return '';
  if (depth > 100) return collapseSpace(deepText(node));
  const parts = node.children.map((child) => readMathMl(child, depth + 1)).filter((part) => part !== '');
  return joinMathMl(node, parts);
}

function joinMathMl(node: Element, parts: readonly string[]): string {
  const [first = '', second = '', third = ''] = parts;
  switch (node.tagName) {
    case 'mfrac':
      return `${group(first)}/${group(second)}`;
    case 'mover':
      return first.length === 1 && ACCENTS.has(second)
        ? `${first}${ACCENTS.get(second)}`
        : `${first}^${group(second)}`;
    case 'msup':
      return `${first}^${group(second)}`;
    case 'msub':
    case 'munder':
      return `${first}_${group(second)}`;
    case 'msubsup':
      return `${first}_${group(second)}^${group(third)}`;
    case 'munderover':
      return `${first}_${group(second)}^${group(third)} `;
    case 'msqrt':
      return `√${group(parts.join(''))}`;
    case 'mroot':
      return `${group(first)}^(1/${group(second)})`;
    case 'mfenced':
      return `${property(node, 'open') || '('}${parts.join(', ')}${property(node, 'close') || ')'}`;
    case 'mtable':
      return parts.map((row) => row.trim()).join('; ');
    case 'mspace':
      return ' ';
    case 'mtr':
    case 'mtd':
      return `${parts.join(' ')} `;
    case 'mtext':
      return `${/^\p{L}{2}/u.test(first) ? ' ' : ''}${parts.join(' ')} `;
    default:
      return parts.join('');
  }
}

/** Removes invisible operators and the white space around a part; a fixed space is one. */
function readable(value: string): string {
  const isSpace = (at: number) => '\t\n\r '.includes(value.charAt(at));
  let [start, end] = [0, value.length];
  while (start < end && isSpace(start)) start += 1;
  while (end > start && isSpace(end - 1)) end -= 1;
  return value
    .slice(start, end)
    .replace(/[\u2062-\u2064]/g, '')
    .replace(/\u00a0/g, ' ');
}

function group(part: string): string {
  const trimmed = part.trim();
  return trimmed.length > 1 ? `(${trimmed})` : trimmed;
}
