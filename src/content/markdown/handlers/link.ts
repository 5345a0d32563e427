import type { Link, PhrasingContent, RootContent } from 'mdast';
import { collapseSpace, property } from '../../html/element.js';
import { type Flow, type Handle, hasFlow, isPhrasing, textOf, toFlow } from '../flow.js';
import { safeLinkTarget, withReadableFragment } from './url.js';

/** `a`: a link, or its text where there is no safe target. */
export const link: Handle = (state, node) => {
  const children = state.all(node);
  const url = safeLinkTarget(property(node, 'href'));
  if (url === undefined || isSwitch(url)) return children;
  const title = collapseSpace(property(node, 'title'));
  const make = (content: PhrasingContent[]): Link => ({
    type: 'link',
    url: textOf(content) === url ? url : withReadableFragment(url),
    title: title === '' || title === url || isSame(title, textOf(content)) ? null : title,
    children: withoutLinks(content),
  });
  const items = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  if (items.length > 0 && items.every((child) => child.type === 'listItem'))
    return items.map((item) => ({ ...item, children: linkBlocks(toFlow(item.children), make) as Flow[] }));
  if (hasFlow(children)) return linkBlocks(toFlow(children), make);
  if (children.length === 0) return undefined;
  return make(children as PhrasingContent[]);
};

/** Returns true if a script acts on clicks of a link, which leads nowhere. */
function isSwitch(url: string): boolean {
  return url === '#' || url === '#!';
}

/** Whether a title only repeats the text; GTK-Doc adds `()` to the names of functions. */
function isSame(title: string, text: string): boolean {
  return bare(title) === bare(text);
}

function bare(text: string): string {
  return text.replace(/\s*\(\)\s*$/, '').trim();
}

/** A card: Markdown links contain no blocks, so its heading, else its first line, becomes the link. */
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
