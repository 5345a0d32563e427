import type { Element, ElementContent, RootContent } from 'hast';
import { visibleText } from '../../content/html/text.js';

/** The visible words of some nodes, alternative texts left out. */
export function proseOf(nodes: readonly (RootContent | ElementContent)[]): string {
  return visibleText({ type: 'root', children: [...nodes] as RootContent[] }, { alts: false });
}

/** The first child element with a certain name. */
export function childElement(parent: Element, tagName: string): Element | undefined {
  return parent.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === tagName,
  );
}

/** The first `limit` characters, also within a word, with `…` when something was cut. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text
    .slice(0, limit)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
