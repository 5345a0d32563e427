import type { Element, ElementContent, Nodes } from 'hast';
import { classesOf, deepText, make, property } from '../element.js';

/** MathML elements whose names MathJax keeps. */
const PARTS =
  /^(?:math|m(?:i|n|o|s|text|row|frac|sup|sub|subsup|under|over|underover|sqrt|root|table|tr|td|multiscripts))$/;
const TOKENS = /^m(?:i|n|o|s|text)$/;
/** Elements without characters of the formula. `mjx-surd` contains the radical sign. */
const UNREAD = /^(?:mjx-(?:surd|speech|assistive-mml|strut|[dnt]strut|spacer)|defs|title|desc)$/;

/**
 * Rebuilds the MathML of a formula from MathJax's output: elements named after MathML elements, with a code point for
 * each glyph.
 *
 * @param drawing an element that MathJax has drawn
 * @returns a `math` element, which may be empty
 */
export function mathJaxMath(drawing: Element): Element {
  return make('math', partsOf(drawing, 0));
}

function partsOf(node: Element, depth: number): ElementContent[] {
  if (depth > 200) return [];
  return node.children.flatMap((child) => readPart(child, depth + 1));
}

function readPart(child: Nodes, depth: number): ElementContent[] {
  if (child.type === 'text') return [{ type: 'text', value: child.value }];
  if (child.type !== 'element' || UNREAD.test(child.tagName)) return [];
  const sign = glyphOf(child);
  const parts = sign === '' ? partsOf(child, depth) : [{ type: 'text' as const, value: sign }];
  const name = nameOf(child);
  if (TOKENS.test(name)) return [make(name, [{ type: 'text', value: parts.map(deepText).join('') }])];
  return PARTS.test(name)
    ? [inOrder(child, name, parts)]
    : isOperandBox(name)
      ? [make('mrow', parts)]
      : parts;
}

function isOperandBox(name: string): boolean {
  return /^(?:num|den|base|over|under|sup|sub|numerator|denominator|texatom)$/.test(name);
}

/** `msup` of `<mjx-msup>`, `<g data-mml-node="msup">` and `<span class="mjx-msup">`. */
function nameOf(node: Element): string {
  if (node.tagName.startsWith('mjx-')) return node.tagName.slice(4);
  const own = property(node, 'dataMmlNode') || classesOf(node).find((name) => name.startsWith('mjx-'));
  return own?.replace(/^mjx-/, '').toLowerCase() ?? '';
}

function glyphOf(node: Element): string {
  const hex =
    property(node, 'dataC') ||
    /^#MJ[A-Z]+-([0-9A-F]+)$/.exec(property(node, 'xLinkHref') || property(node, 'href'))?.[1] ||
    (node.children.length === 0 || node.tagName.startsWith('mjx-stretchy') ? glyphClass(node) : undefined);
  const code = Number.parseInt(hex ?? '', 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).normalize('NFKC') : '';
}

function glyphClass(node: Element): string | undefined {
  for (const name of classesOf(node)) {
    const hex = /^mjx-c([0-9A-F]{1,6})$/.exec(name)?.[1];
    if (hex !== undefined) return hex;
  }
  return undefined;
}

/** Puts the parts in the order of MathML; MathJax writes them from top to bottom. */
function inOrder(node: Element, name: string, parts: ElementContent[]): Element {
  const shown = parts.filter((part) => part.type === 'element');
  const [first, second, third] = shown;
  if (name === 'msubsup' && !hasDescendantNamed(node, 'sub') && second && third)
    return make(name, [first as Element, third, second]);
  if (name === 'msubsup' && shown.length === 2)
    return make(hasDescendantNamed(node, 'sub') ? 'msub' : 'msup', shown);
  const isTopFirst = node.children.some((child) => child.type === 'element' && nameOf(child) === 'over');
  if (isTopFirst && first && second) return overBase(second, first);
  const isRootFirst = node.children.some((child) => child.type === 'element' && nameOf(child) === 'root');
  if (name === 'mroot' && isRootFirst && first && second) return make(name, [second, first]);
  // The radical sign comes after the operands.
  if (name === 'msqrt' || name === 'mroot')
    return make(
      name,
      shown.filter((part) => !isRootSign(part)),
    );
  return make(name, parts);
}

function overBase(base: Element, mark: Element): Element {
  const isUnder = base.tagName === 'munder' && base.children.length === 2;
  return isUnder ? make('munderover', [...base.children, mark]) : make('mover', [base, mark]);
}

function hasDescendantNamed(node: Element, name: string): boolean {
  return node.children.some(
    (child) =>
      child.type === 'element' &&
      (nameOf(child) === name ||
        (/^(?:stack|script)$/.test(nameOf(child)) && hasDescendantNamed(child, name))),
  );
}

function isRootSign(part: ElementContent): boolean {
  if (part.type !== 'element' || part.tagName !== 'mo') return false;
  const [sign] = part.children;
  return sign?.type === 'text' && sign.value === '√';
}
