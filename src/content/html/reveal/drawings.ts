import type { Element, Nodes, Root } from 'hast';
import { elementsIn, findAll, hasClass, isMarkedHidden, make, nodesIn, property } from '../element.js';
import { oneSpaced, visibleText } from '../text.js';
import { textIn } from './page-map.js';

/** A drawing in one of these is an icon of a label, or of a formula. */
const LABELS = /^(?:a|button|label|summary|h[1-6]|nav|mjx-container|svg|pre)$/;
const INLINE = /^(?:p|span|td|th|li|dt|dd|em|strong|b|i)$/;
/** Parts of a drawing with its texts, and parts that are only shown where another part refers to them. */
const TEXT = /^(?:text|foreignobject)$/i;
const UNSHOWN = /^(?:defs|symbol|clippath|mask|metadata)$/i;
/** Larger ones are pictures. */
const ICON_SIZE = 48;

/**
 * Writes the text in drawings (SVG), which a reader sees, and the names of those that are pictures, as text in their place.
 * @param tree page, or a part of it; changed in place
 */
export function writeDrawings(tree: Root | Element): void {
  const open: (Root | Element)[] = [tree];
  let headings: ReadonlySet<string> | undefined;
  const isHeading = (text: string): boolean => {
    headings ??= new Set(findAll(tree, ({ tagName }) => /^h[1-6]$/.test(tagName)).map(textIn));
    return headings.has(text);
  };
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const children: Nodes[] = parent.children;
    let whole: string | undefined;
    for (const [at, child] of children.entries()) {
      if (child.type !== 'element') continue;
      if (child.tagName === 'svg') {
        whole ??= textIn(parent);
        const drawing = asText(child, parent, { whole, isHeading });
        if (drawing === undefined) continue;
        children[at] = drawing;
        whole = MORE;
      } else if (!LABELS.test(child.tagName) && property(child, 'ariaHidden') !== 'true') open.push(child);
    }
  }
}

/** Text of a parent that isn't that of any single drawing. */
const MORE = '\n';

interface Around {
  /** The text of the parent. */
  readonly whole: string;
  isHeading(text: string): boolean;
}

function asText(svg: Element, parent: Root | Element, { whole, isHeading }: Around): Element | undefined {
  if (isMarkedHidden(svg) || isIcon(svg)) return undefined;
  const texts = textsIn(svg).filter((text) => /[\p{L}\p{N}]/u.test(text));
  const name = nameOf(svg);
  const isPicture = property(svg, 'role') === 'img' && whole === textIn(svg);
  // The name of a picture for a section is the heading of that section.
  if (texts.length === 0 && (!isPicture || isHeading(name))) return undefined;
  const value = [...(name === '' ? [] : [name]), ...(texts.length === 0 ? [] : [texts.join(', ')])].join(
    ': ',
  );
  if (value === '') return undefined;
  const isInline = parent.type === 'element' && INLINE.test(parent.tagName);
  const element = make(isInline ? 'span' : 'p', [{ type: 'text', value }]);
  // A box around it holds no source of a diagram.
  element.properties = { dataDrawing: '' };
  return element;
}

function textsIn(svg: Element): readonly string[] {
  const texts: string[] = [];
  const open = [svg];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (UNSHOWN.test(node.tagName)) continue;
    const parts = elementsIn(node);
    // The others are for programs that can't draw the first.
    const drawn = node.tagName === 'switch' ? parts.slice(0, 1) : parts;
    if (TEXT.test(node.tagName)) texts.push(linesIn(node));
    else for (const part of drawn.toReversed()) open.push(part);
  }
  return texts;
}

/** The text of a part of a drawing, with a space for the start of each line after the first. */
function linesIn(part: Element): string {
  // HTML in a drawing.
  if (part.tagName !== 'text') return visibleText({ type: 'root', children: part.children });
  let text = '';
  for (const node of nodesIn(part)) {
    if (node.type === 'text') text += node.value;
    else if (node.type === 'element' && node.properties['x'] !== undefined && isMoved(node)) text += ' ';
  }
  return oneSpaced(text);
}

function isMoved({ tagName, properties: { dy, dY = dy } }: Element): boolean {
  return tagName === 'tspan' && dY !== undefined;
}

function isIcon(svg: Element): boolean {
  if (hasClass(svg, /(?:^|[-_])icons?(?:$|[-_])/i)) return true;
  const [, , boxWidth] = property(svg, 'viewBox').split(/[\s,]+/);
  const width = Number.parseFloat(property(svg, 'width') || boxWidth || '');
  return width <= ICON_SIZE;
}

function nameOf(svg: Element): string {
  const label = property(svg, 'ariaLabel');
  if (label !== '') return label;
  const first = svg.children.find((child): child is Element => child.type === 'element');
  return first?.tagName === 'title' ? textIn(first) : '';
}
