import type { Element, ElementContent } from 'hast';
import { classes, deepText, findElement, oneLine, property } from '../element.js';

/** A formula found in a page. */
export interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

/**
 * Recognises formulas as KaTeX, MathJax, Pandoc and MathML write them.
 *
 * @param node any element
 * @returns the TeX source, else a one-line reading of the MathML; undefined when it is no formula
 */
export function readFormula(node: Element): Formula | undefined {
  const { tagName } = node;
  if (tagName === 'math') return formula(mathSource(node), property(node, 'display') === 'block');
  if (tagName === 'script') return scriptFormula(node);
  const names = classes(node);
  if (tagName !== 'mjx-container' && names.length === 0) return undefined;
  if (names.includes('math')) return delimitedFormula(node, names.includes('display'));
  const display = names.includes('katex-display') || property(node, 'display') === 'true';
  if (tagName !== 'mjx-container' && !display && !names.includes('katex')) return undefined;
  const math = findElement(node, (child) => child.tagName === 'math');
  return math === undefined ? undefined : formula(mathSource(math), display);
}

function formula(tex: string, display: boolean): Formula | undefined {
  const line = oneLine(tex);
  return line === '' ? undefined : { tex: line, display };
}

function scriptFormula(node: Element): Formula | undefined {
  const type = property(node, 'type');
  return type.startsWith('math/tex') ? formula(deepText(node), type.includes('mode=display')) : undefined;
}

/** Pandoc: `<span class="math inline">\(x\)</span>`. */
function delimitedFormula(node: Element, display: boolean): Formula | undefined {
  const match = /^\s*(?:\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.*)\$\$|\$(.*)\$)\s*$/s.exec(deepText(node));
  const tex = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
  return tex === undefined
    ? undefined
    : formula(tex, display || match?.[2] !== undefined || match?.[3] !== undefined);
}

function mathSource(math: Element): string {
  const annotation = findElement(
    math,
    (child) => child.tagName === 'annotation' && /tex/i.test(property(child, 'encoding')),
  );
  if (annotation !== undefined) return deepText(annotation);
  return property(math, 'alttext') || property(math, 'altText') || readMathMl(math, 0);
}

function readMathMl(node: ElementContent, depth: number): string {
  if (node.type === 'text') return node.value.trim();
  if (node.type !== 'element' || node.tagName.startsWith('annotation')) return '';
  if (depth > 100) return oneLine(deepText(node));
  const parts = node.children.map((child) => readMathMl(child, depth + 1)).filter((part) => part !== '');
  return joinMathMl(node.tagName, parts);
}

function joinMathMl(tagName: string, parts: readonly string[]): string {
  const [first = '', second = '', third = ''] = parts;
  switch (tagName) {
    case 'mfrac':
      return `${group(first)}/${group(second)}`;
    case 'msup':
    case 'mover':
      return `${first}^${group(second)}`;
    case 'msub':
    case 'munder':
      return `${first}_${group(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${first}_${group(second)}^${group(third)}`;
    case 'msqrt':
      return `√${group(parts.join(''))}`;
    case 'mtr':
    case 'mtd':
    case 'mtext':
      return `${parts.join(' ')} `;
    default:
      return parts.join('');
  }
}

function group(part: string): string {
  return part.length > 1 ? `(${part})` : part;
}
