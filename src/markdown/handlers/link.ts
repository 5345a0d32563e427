import type { Element } from 'hast';
import type { Link, PhrasingContent, RootContent } from 'mdast';
import { deepText, findElement, oneLine, property } from '../element.js';
import { type Flow, hasFlow, toFlow } from '../flow.js';
import { isPhrasing, textOf } from '../nodes.js';
import type { Handle } from './handle.js';
import { linkTarget } from './url.js';

/** `a`: a link, or its text where there is no safe target. */
export const link: Handle = (state, node) => {
  const children = state.all(node);
  const url = linkTarget(property(node, 'href'));
  if (url === undefined) return children;
  const title = oneLine(property(node, 'title'));
  const make = (content: PhrasingContent[]): Link => ({
    type: 'link',
    url,
    title: title === '' || title === url || title === textOf(content).trim() ? null : title,
    children: withoutLinks(content),
  });
  if (hasFlow(children)) return linkBlocks(toFlow(children), make);
  if (isEmpty(children)) return emptyLink(node, url, make);
  return make(children as PhrasingContent[]);
};

function isEmpty(nodes: readonly RootContent[]): boolean {
  return textOf(nodes).trim() === '' && !nodes.some((node) => node.type === 'image' || 'children' in node);
}

/** A link drawn as an icon is named by its label; without any it shows its address. */
function emptyLink(
  node: Element,
  url: string,
  make: (content: PhrasingContent[]) => Link,
): RootContent | undefined {
  if (url.startsWith('#')) return undefined;
  const named = findElement(
    node,
    (child) => child.tagName === 'title' || property(child, 'ariaLabel') !== '',
  );
  const inside = named === undefined ? '' : property(named, 'ariaLabel') || deepText(named);
  const label = oneLine(property(node, 'ariaLabel') || property(node, 'title') || inside || url);
  return make([{ type: 'text', value: label }]);
}

/** A card: Markdown links hold no blocks, so its heading, else its first line, carries the link. */
function linkBlocks(blocks: Flow[], make: (content: PhrasingContent[]) => Link): RootContent[] {
  const isLine = (block: Flow): boolean =>
    (block.type === 'heading' || block.type === 'paragraph') && textOf(block.children).trim() !== '';
  const heading = blocks.findIndex((block) => block.type === 'heading' && isLine(block));
  const line = heading >= 0 ? heading : blocks.findIndex(isLine);
  const target = line >= 0 ? line : blocks.findIndex((block) => block.type === 'paragraph');
  if (target < 0)
    return [...blocks, { type: 'paragraph', children: [make([{ type: 'text', value: make([]).url }])] }];
  return blocks.map((block, index) => {
    if (index !== target || (block.type !== 'heading' && block.type !== 'paragraph')) return block;
    return { ...block, children: [make(block.children)] };
  });
}

function withoutLinks(content: readonly PhrasingContent[]): PhrasingContent[] {
  return content.flatMap((node): PhrasingContent[] => {
    if (!('children' in node)) return [node];
    const children = withoutLinks(node.children.filter(isPhrasing) as PhrasingContent[]);
    return node.type === 'link' ? children : [{ ...node, children } as PhrasingContent];
  });
}
