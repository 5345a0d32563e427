import type { Element, Parents } from 'hast';
import type { State } from 'hast-util-to-mdast';
import type { RootContent } from 'mdast';

/** What the driver offers to handlers. */
export type { State };

/** Turns one element into Markdown nodes: none, one or several. */
export type Handle = (
  state: State,
  node: Element,
  parent?: Parents,
) => RootContent | RootContent[] | undefined;
