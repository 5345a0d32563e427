import type { Element, Nodes } from 'hast';
import { classesOf, findElement, nodesIn, property } from '../element.js';
import { readCode } from './code-lines.js';

/** Classes of boxes that hold the source of a diagram, with the language that it is written in. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ...'mermaid plantuml ditaa nomnoml svgbob wavedrom d2 blockdiag seqdiag actdiag nwdiag vega vega-lite dot'
    .split(' ')
    .map((name) => [name, name] as const),
  ['graphviz', 'dot'],
  ['vega_lite', 'vega-lite'],
  ['ascii', ''],
  ['ascii-art', ''],
  ['ascii-diagram', ''],
]);
const BOXES = new Set('div p pre section figure span'.split(' '));
const DRAWINGS = new Set('svg img canvas picture object iframe'.split(' '));

function isDrawing({ tagName, properties }: Element): boolean {
  return DRAWINGS.has(tagName) || properties['dataDrawing'] !== undefined;
}

/**
 * Turns a box with the source of a diagram, or with text whose lines are kept by its style, into a block of code.
 *
 * @param node any element
 * @returns a `pre`; undefined where the element isn't such a box, or the diagram is drawn already
 */
export function normaliseDiagram(node: Element): Element | undefined {
  if (!BOXES.has(node.tagName)) return undefined;
  const name = classesOf(node).find((one) => LANGUAGES.has(one));
  const language = name === undefined ? '' : (LANGUAGES.get(name) ?? '');
  if (name === undefined && !keepsLines(node)) return undefined;
  if (findElement(node, isDrawing) !== undefined) return undefined;
  const inner = findElement(node, ({ tagName }) => tagName === 'pre' || tagName === 'code');
  const text = dedent(inner === undefined ? sourceOf(node) : readCode(node).text);
  if (text === '' || (language === '' && !text.includes('\n'))) return undefined;
  const properties = language === '' ? {} : { className: [`language-${language}`] };
  const code: Element = {
    type: 'element',
    tagName: 'code',
    properties,
    children: [{ type: 'text', value: text }],
  };
  return { type: 'element', tagName: 'pre', properties: {}, children: [code] };
}

/** A drawing made of text, in a box that isn't a `pre`. */
function keepsLines(node: Element): boolean {
  if (node.tagName === 'pre' || node.tagName === 'span') return false;
  if (!/white-space\s*:\s*pre\s*(?:;|!|$)/i.test(property(node, 'style'))) return false;
  return node.children.every((child) => child.type === 'text' || isInline(child));
}

function isInline(node: Nodes): boolean {
  return node.type !== 'element' || /^(?:a|b|br|em|i|span|strong)$/.test(node.tagName);
}

/** The text of a diagram; a line break in a label is written as a tag. */
function sourceOf(node: Element): string {
  const isDrawnText = !classesOf(node).some((name) => LANGUAGES.get(name));
  let text = '';
  for (const next of nodesIn(node)) {
    if (next.type === 'text') text += next.value;
    else if (next.type === 'element' && next.tagName === 'br') text += isDrawnText ? '\n' : '<br/>';
  }
  return text;
}

/** Removes the indentation that all lines share, since pages indent the content of their boxes. */
function dedent(source: string): string {
  const text = source
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  const lines = text.split('\n');
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  return lines.map((line) => line.slice(Math.min(depth, line.length))).join('\n');
}
