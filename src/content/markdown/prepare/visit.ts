import type { Element, ElementContent, Nodes, Properties, Root } from 'hast';
import type { Notes } from './notes.js';

declare module 'hast' {
  interface RootData {
    /** Words with a mark of a footnote that isn't one for Markdown: the word, a space, the mark. */
    marked?: readonly string[];
  }
}

/** The context of a node in the page. */
export interface NodeContext {
  readonly depth: number;
  readonly inPre: boolean;
  readonly heading: Element | undefined;
  /** Language of code, from a wrapper. */
  readonly language: string | undefined;
  readonly inNote: boolean;
}

/** The footnotes and ids of the whole page. */
export interface PageContext {
  readonly notes: Notes;
  /** Addresses of the images written so far. */
  readonly images: Set<string>;
  readonly marked: Set<string>;
}

/** One element on its way into the prepared tree. */
export interface Visit {
  readonly node: Element;
  readonly parent: Nodes;
  readonly index: number;
  readonly out: ElementContent[];
  readonly place: NodeContext;
  readonly context: PageContext;
  /** Copies the children of an element, one level deeper. */
  copy(parent: Root | Element, out: ElementContent[], change?: Partial<NodeContext>): void;
}

/** Handles an element by its own rule; false leaves it to the default. */
export type ElementRule = (visit: Visit) => boolean;

/** Makes an element of the prepared tree. */
export function element(tagName: string, properties: Properties, children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children };
}
