import type { Element, Nodes, Root } from 'hast';
import { attribute, findBelow, hasClass, make, textIn } from './page-map.js';

/** A drawing in one of these is an icon of a label, or of a formula. */
const LABELS = /^(?:a|button|label|summary|h[1-6]|nav|mjx-container|svg|pre)$/;
const INLINE = /^(?:p|span|td|th|li|dt|dd|em|strong|b|i)$/;
/** Larger ones are pictures. */
const ICON_SIZE = 48;

/**
 * Writes the text in drawings (SVG), which a reader sees, and the names of those that are pictures, as text in their place.
 * @param tree page, or a part of it; changed in place
 */
export function writeDrawings(tree: Root | Element): void {
  const open: (Root | Element)[] = [tree];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const children: Nodes[] = parent.children;
    for (const [at, child] of children.entries()) {
      if (child.type !== 'element') continue;
      if (child.tagName === 'svg') children[at] = asText(child, parent) ?? child;
      else if (!LABELS.test(child.tagName) && attribute(child, 'ariaHidden') !== 'true') open.push(child);
    }
  }
}

function asText(svg: Element, parent: Root | Element): Element | undefined {
  if (attribute(svg, 'ariaHidden') === 'true' || isIcon(svg)) return undefined;
  const texts = findBelow(svg, ({ tagName }) => /^(?:text|foreignobject)$/i.test(tagName))
    .map(textIn)
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
  const name = nameOf(svg);
  const isPicture = attribute(svg, 'role') === 'img' && textIn(parent) === textIn(svg);
  if (texts.length === 0 && !isPicture) return undefined;
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

function isIcon(svg: Element): boolean {
  if (hasClass(svg, /(?:^|[-_])icons?(?:$|[-_])/i)) return true;
  const [, , boxWidth] = attribute(svg, 'viewBox').split(/[\s,]+/);
  const width = Number.parseFloat(attribute(svg, 'width') || boxWidth || '');
  return width <= ICON_SIZE;
}

function nameOf(svg: Element): string {
  const label = attribute(svg, 'ariaLabel');
  if (label !== '') return label;
  const first = svg.children.find((child): child is Element => child.type === 'element');
  return first?.tagName === 'title' ? textIn(first) : '';
}
