import type { Element, ElementContent } from 'hast';
import { deepText, findElement, oneLine, property } from '../element.js';

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
  return { text: oneLine(readMathMl(math, 0)), isTex: false };
}

function readMathMl(node: ElementContent, depth: number): string {
  if (node.type === 'text') return readable(node.value);
  if (node.type !== 'element' || node.tagName.startsWith('annotation')) return '';
  if (depth > 100) return oneLine(deepText(node));
  const parts = node.children.map((child) => readMathMl(child, depth + 1)).filter((part) => part !== '');
  return joinMathMl(node, parts);
}

function joinMathMl(node: Element, parts: readonly string[]): string {
  const [first = '', second = '', third = ''] = parts;
  switch (node.tagName) {
    case 'mfrac':
      return `${group(first)}/${group(second)}`;
    case 'msup':
    case 'mover':
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
    case 'mtr':
    case 'mtd':
    case 'mtext':
      return `${parts.join(' ')} `;
    default:
      return parts.join('');
  }
}

/** Removes invisible operators. */
function readable(value: string): string {
  return value
    .replace(/\u2061/g, ' ')
    .replace(/[\u2062-\u2064]/g, '')
    .trim();
}

function group(part: string): string {
  const trimmed = part.trim();
  return trimmed.length > 1 ? `(${trimmed})` : trimmed;
}
