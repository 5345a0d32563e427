import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';
import { parseHtml } from '../../content/html/parse.js';
import { toHtml } from '../../content/html/serialise.js';

/** Only bodies with one of these marks are parsed. */
const MARKS =
  /kg-(?:signup|email|audio|video|bookmark|toggle|file|rating)|data-gh-segment|kg-visibility-wrapper/i;

/** Parts of a letter, forms, and the buttons and clocks of players. */
const DROPPED = new Set([
  'kg-signup-card',
  'kg-email-card',
  'kg-email-cta-card',
  'kg-audio-player',
  'kg-audio-thumbnail',
  'kg-video-player-container',
  'kg-video-overlay',
  'kg-video-large-play-icon',
  'kg-toggle-card-icon',
  'kg-file-card-icon',
  'kg-product-card-rating',
]);

/**
 * Removes from exported HTML what visitors of the page do not read: newsletter blocks, sign-up forms, controls of
 * players. Bookmark cards become a link with its text. HTML without such cards stays as it is.
 */
export function cleanGhostHtml(html: string): string {
  if (!MARKS.test(html)) return html;
  const tree = parseHtml(html);
  const open: (Root | Element)[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = (node.children as Nodes[]).flatMap(replaceCard);
    (node as { children: RootContent[] }).children = children as RootContent[];
    for (const child of children) if (child.type === 'element') open.push(child);
  }
  return toHtml(tree);
}

function classes(node: Element): readonly string[] {
  const names = node.properties['className'];
  return Array.isArray(names) ? names.map(String) : [];
}

function replaceCard(node: Nodes): Nodes[] {
  if (node.type !== 'element') return [node];
  const names = classes(node);
  if (names.some((name) => DROPPED.has(name)) || node.properties['dataGhSegment'] !== undefined) return [];
  return names.includes('kg-bookmark-card') ? [bookmark(node)] : [node];
}

function bookmark(card: Element): Element {
  const container = find(card, 'kg-bookmark-container');
  const title = find(card, 'kg-bookmark-title');
  if (container === undefined || title === undefined) return card;
  const href = container.properties['href'] ?? '';
  const parts: ElementContent[] = [
    element('p', {}, [element('a', { href }, title.children)]),
    ...paragraphOf(find(card, 'kg-bookmark-description')),
    ...card.children.filter((child) => child.type === 'element' && child.tagName === 'figcaption'),
  ];
  return element('figure', {}, parts);
}

function paragraphOf(part: Element | undefined): Element[] {
  return part === undefined || part.children.length === 0 ? [] : [element('p', {}, part.children)];
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}

function find(root: Element, name: string): Element | undefined {
  const open: Element[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (classes(node).includes(name)) return node;
    for (const child of node.children) if (child.type === 'element') open.push(child);
  }
  return undefined;
}
