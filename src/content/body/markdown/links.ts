import type { Link, Nodes, PhrasingContent, Root } from 'mdast';
import { UNRESOLVED } from '../../../core/unresolved.js';
import { walk } from './walk.js';

function isBroken(url: string): boolean {
  return url.includes(UNRESOLVED) || url.trim() === '';
}

/** What remains of a link or image with an unknown address: its words. */
function words(node: PhrasingContent, broken: ReadonlySet<string>): PhrasingContent[] {
  switch (node.type) {
    case 'link':
      return isBroken(node.url) ? node.children : [node];
    case 'linkReference':
      return broken.has(node.identifier) ? node.children : [node];
    case 'image':
      return isBroken(node.url) ? [{ type: 'text', value: node.alt ?? '' }] : [node];
    case 'imageReference':
      return broken.has(node.identifier) ? [{ type: 'text', value: node.alt ?? '' }] : [node];
    case 'html':
      return [{ ...node, value: dissolveLinksInHtml(node.value) }];
    default:
      return [node];
  }
}

/** Removes links and images whose address the templates left unknown; their words stay. */
export function dissolveLinks(tree: Root): void {
  const broken = new Set<string>();
  const parents: Extract<Nodes, { children: unknown[] }>[] = [];
  let hasBroken = false;
  walk(tree, (node) => {
    if (node.type === 'html') hasBroken ||= node.value.includes(UNRESOLVED);
    else if ('url' in node) hasBroken ||= isBroken(node.url);
    if (node.type === 'definition' && isBroken(node.url)) broken.add(node.identifier);
    if ('children' in node) parents.push(node);
  });
  if (!hasBroken) return;
  for (const parent of parents) {
    parent.children = (parent.children as PhrasingContent[]).flatMap((child) =>
      words(child, broken),
    ) as typeof parent.children;
  }
}

/** Removes the placeholder for an unknown address where it isn't an address. */
export function dropUnresolved(html: string): string {
  return html.includes(UNRESOLVED) ? html.replaceAll(UNRESOLVED, '') : html;
}

/** Removes unknown addresses from HTML: without the attribute, a link is plain words and an image its alt text. */
export function dissolveLinksInHtml(html: string): string {
  if (!html.includes(UNRESOLVED)) return html;
  return html
    .replace(
      new RegExp(`\\s[\\w:-]+\\s*=\\s*(?:"[^"]*${UNRESOLVED}[^"]*"|'[^']*${UNRESOLVED}[^']*')`, 'g'),
      '',
    )
    .replace(new RegExp(`\\s[\\w:-]+\\s*=\\s*[^\\s"'>]*${UNRESOLVED}[^\\s>]*`, 'g'), '')
    .replaceAll(UNRESOLVED, '');
}

/** Opens or closes a link in HTML. */
const ANCHOR = /^<(\/?)a(?=[\s>])/i;

/**
 * Removes the link that the parser makes from an address inside an HTML link: `<a href="/x">https://a.example</a>`.
 * Links can't be nested, so an HTML parser would split them.
 */
export function unlinkInAnchors(tree: Root): void {
  walk(tree, (node) => {
    if (!('children' in node) || !node.children.some((child) => anchorOf(child) !== null)) return;
    let isOpen = false;
    node.children = (node.children as PhrasingContent[]).flatMap((child): PhrasingContent[] => {
      const anchor = anchorOf(child);
      if (anchor !== null) isOpen = anchor[1] === '';
      return isOpen && isBareAddress(child) ? child.children : [child];
    }) as typeof node.children;
  });
}

function anchorOf(node: Nodes): RegExpExecArray | null {
  return node.type === 'html' ? ANCHOR.exec(node.value) : null;
}

/** True for a link whose text is its address. */
function isBareAddress(node: PhrasingContent): node is Link {
  if (node.type !== 'link' || node.children.length !== 1) return false;
  const [text] = node.children;
  return (
    text?.type === 'text' &&
    node.url.replace(/^(?:mailto:|https?:\/\/)/, '') === text.value.replace(/^https?:\/\//, '')
  );
}
