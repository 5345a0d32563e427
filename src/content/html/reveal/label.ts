import type { Element, ElementContent, Nodes } from 'hast';
import { hasClass, property } from '../element.js';
import { textIn } from './page-map.js';
import { isHidden, isScreenReaderText } from './visibility.js';

const ICON = /(?:^|[-_])icons?(?:$|[-_])|^(?:fa[srb]?|glyphicon|dashicons|chevron|caret|arrow)$/;
const NO_TEXT = new Set('svg script style template input select textarea canvas'.split(' '));
const BLOCKS = /^(?:h[1-6]|p|div|ul|ol|dl|table|section|article|figure|pre|blockquote)$/;

/**
 * The content of a control's label as a reader sees it: without icons, signs such as `+`, and words for screen
 * readers. A block in it gives its content.
 */
export function labelContent(control: Element): ElementContent[] {
  const content = control.children.flatMap((child) => visiblePart(child, 0));
  return trimmed(content);
}

/** The same as one line of text; the control's own name for screen readers where it shows none. */
export function labelText(control: Element): string {
  const text = textIn({ type: 'root', children: labelContent(control) });
  return (
    text || property(control, 'ariaLabel') || property(control, 'dataTitle') || property(control, 'title')
  );
}

/** No label is nested deeper on purpose: below it only its words count. */
const DEEPEST = 50;

function visiblePart(node: ElementContent, depth: number): ElementContent[] {
  if (node.type === 'text') return [node];
  if (depth > DEEPEST) return [{ type: 'text', value: textIn(node) }];
  if (node.type !== 'element' || NO_TEXT.has(node.tagName) || isScreenReaderText(node)) return [];
  if (hasClass(node, ICON) || (isHidden(node) && property(node, 'ariaHidden') !== 'true')) return [];
  if (node.tagName !== 'img' && node.tagName !== 'br' && !hasWords(node)) return [];
  const children = node.children.flatMap((child) => visiblePart(child, depth + 1));
  // The link or button that switches is not part of the label.
  if (node.tagName === 'button' || (node.tagName === 'a' && property(node, 'href').startsWith('#')))
    return children;
  if (!BLOCKS.test(node.tagName)) return [{ ...node, children }];
  return [{ type: 'text', value: ' ' }, ...children, { type: 'text', value: ' ' }];
}

function hasWords(node: Nodes): boolean {
  return /[\p{L}\p{N}]/u.test(textIn(node));
}

/** Without white space and loose signs at the ends. */
function trimmed(content: ElementContent[]): ElementContent[] {
  const isBlank = (node: ElementContent | undefined) =>
    node?.type === 'text' && !/[\p{L}\p{N}\p{P}]/u.test(node.value);
  let [from, to] = [0, content.length];
  while (from < to && isBlank(content[from])) from += 1;
  while (to > from && isBlank(content[to - 1])) to -= 1;
  const kept = content.slice(from, to);
  const [first, last] = [kept[0], kept.at(-1)];
  if (first?.type === 'text') kept[0] = { type: 'text', value: first.value.replace(/^\s+/, '') };
  const end = kept.at(-1);
  if (last?.type === 'text' && end?.type === 'text') {
    kept[kept.length - 1] = { type: 'text', value: end.value.trimEnd() };
  }
  return kept;
}
