/** Elements within a line as Markdown. */

import type { Element, Nodes, Parents } from 'hast';
import type { Delete, Emphasis, PhrasingContent, RootContent, Strong } from 'mdast';
import { collapseSpace, deepText, findElement, property } from '../../html/element.js';
import { type Handle, hasFlow, type State, textOf, toFlow } from '../flow.js';

/** Keeps the content: `span`, `abbr`, `cite`, `u`, and other elements without a Markdown form. */
export const inner: Handle = (state, node) => state.all(node);

/** Styles of a `span` that a mark can show. */
const STYLES: readonly (readonly [style: RegExp, type: Attention['type']])[] = [
  [/(?:^|;)\s*font-weight\s*:\s*(?:bold|bolder|[6-9]00)\b/i, 'strong'],
  [/(?:^|;)\s*font-style\s*:\s*italic\b/i, 'emphasis'],
  [/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i, 'delete'],
];

/** `span`, which editors and word processors mark by its style. */
export const span: Handle = (state, node) => {
  const { style } = node.properties;
  const content = state.all(node);
  if (typeof style !== 'string') return content;
  return STYLES.reduce(
    (marked, [pattern, type]) => (pattern.test(style) ? wrapInMark(type, marked) : marked),
    content,
  );
};

/** Leaves an element and all below it out. */
export const ignore: Handle = () => undefined;

/** `strong` and `b`. */
export const strong: Handle = (state, node) =>
  isPlain(node) ? state.all(node) : attention('strong', state, node);

/** `em` and `i`. */
export const emphasis: Handle = (state, node) =>
  isPlain(node) ? state.all(node) : attention('emphasis', state, node);

/** Google Docs puts a copied text into a `b` with a style that makes it normal. */
function isPlain(node: Element): boolean {
  return /(?:^|;)\s*font-(?:weight\s*:\s*(?:normal|400)|style\s*:\s*normal)\s*(?:;|$)/i.test(
    property(node, 'style'),
  );
}

/** `del`, `s` and `strike`. */
export const strike: Handle = (state, node) => attention('delete', state, node);

type Attention = Strong | Emphasis | Delete;

function attention(type: Attention['type'], state: State, node: Element): RootContent[] {
  return wrapInMark(type, state.all(node));
}

/**
 * Puts content between marks; blocks can't be marked, so each of them is marked inside.
 *
 * @param type kind of mark
 * @param content what an element holds
 * @returns marked content
 */
export function wrapInMark(type: Attention['type'], content: readonly RootContent[]): RootContent[] {
  if (!hasFlow(content)) return wrap(type, content as PhrasingContent[]);
  return toFlow(content).map((block): RootContent => {
    if (block.type !== 'paragraph') return block;
    return { ...block, children: wrap(type, block.children) as PhrasingContent[] };
  });
}

/** Marks do not nest in themselves: `**a **b****` would not be parsed again. */
function wrap(type: Attention['type'], content: readonly PhrasingContent[]): PhrasingContent[] {
  if (content.length === 0) return [];
  return [{ type, children: without(type, content) }];
}

function without(type: Attention['type'], content: readonly PhrasingContent[]): PhrasingContent[] {
  return content.flatMap((node): PhrasingContent[] => {
    if (!('children' in node)) return [node];
    const children = without(type, node.children as PhrasingContent[]);
    return node.type === type ? children : [{ ...node, children } as PhrasingContent];
  });
}

/** `code`, `kbd`, `samp` and `tt`; code that is one link becomes a link of code. */
export const inlineCode: Handle = (state, node, parent) => {
  const value = collapseSpace(deepText(node));
  if (value === '') return state.all(node).filter(({ type }) => type === 'image' || type === 'text');
  const [only] = node.children;
  if (node.children.length === 1 && only?.type === 'element' && only.tagName === 'a') {
    const linked = { ...only, children: [{ ...node, children: only.children }] };
    return state.one(linked, node) as RootContent | RootContent[] | undefined;
  }
  if (findElement(node, ({ tagName }) => STRUCTURE.test(tagName)) !== undefined) return state.all(node);
  const lines = linesOf(node);
  if (lines.length === 1) {
    const text = isSecondKey(node, parent) ? ` ${deepText(node)}` : deepText(node);
    return withSpaces(text, { type: 'inlineCode', value });
  }
  return lines.flatMap((line, index): PhrasingContent[] => {
    const code: PhrasingContent = { type: 'inlineCode', value: line };
    return index === 0 ? [code] : [{ type: 'break' }, code];
  });
};

/** Keys are drawn apart. */
function isSecondKey(node: Element, parent: Parents | undefined): boolean {
  const before = parent?.children[parent.children.indexOf(node) - 1];
  return node.tagName === 'kbd' && before?.type === 'element' && before.tagName === 'kbd';
}

/** White space at the ends of code, where it separates words, stands outside the marks. */
function withSpaces(text: string, code: PhrasingContent): PhrasingContent[] {
  const space: PhrasingContent = { type: 'text', value: ' ' };
  return [...(/^\s/.test(text) ? [space] : []), code, ...(/\s$/.test(text) ? [space] : [])];
}

/** What no code span holds: an author didn't close it, so the rest of the page lies in it. */
const STRUCTURE = /^(?:h[1-6]|table|[uod]l|pre|blockquote)$/;

/** What stands on lines of its own in a code span that an author didn't close in its paragraph. */
const OWN_LINES = /^(?:p|div|li)$/;
const BREAK: Element = { type: 'element', tagName: 'br', properties: {}, children: [] };

/** The lines of a code span that has line breaks or blocks; empty ones are left out. */
function linesOf(node: Element): string[] {
  const lines = [''];
  const stack: Nodes[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === 'text') lines[lines.length - 1] += next.value;
    else if (next.type === 'element' && next.tagName === 'br') lines.push('');
    else if ('children' in next) {
      const isBlock = next.type === 'element' && OWN_LINES.test(next.tagName);
      const inner = [...next.children].reverse();
      stack.push(...(isBlock ? [BREAK, ...inner, BREAK] : inner));
    }
  }
  return lines.map(collapseSpace).filter((line) => line !== '');
}

/** `br`. */
export const lineBreak: Handle = () => ({ type: 'break' });

/** `q`: the quotation marks that a browser would draw. */
export const quotation: Handle = (state, node) => {
  state.qNesting++;
  const children = state.all(node);
  state.qNesting--;
  const [open, close] = state.qNesting % 2 === 0 ? ['“', '”'] : ['‘', '’'];
  return [{ type: 'text', value: open }, ...children, { type: 'text', value: close }];
};

/** `rt`: the reading in parentheses, which `rp` may already contain. */
export const rubyText: Handle = (state, node, parent) => {
  const children = state.all(node);
  const hasParentheses = parent?.children.some((child) => child.type === 'element' && child.tagName === 'rp');
  if (hasParentheses || textOf(children).trim() === '') return children;
  return [{ type: 'text', value: '(' }, ...children, { type: 'text', value: ')' }];
};

/** Playlist track: `**title** — artist (length)`; other buttons do not reach the handlers. */
export const button: Handle = (_, node) => {
  const part = (name: string): string => {
    const found = node.children.find(
      (child) =>
        child.type === 'element' &&
        property(child, 'className')
          .split(' ')
          .some((entry) => entry.endsWith(name)),
    );
    return found === undefined ? '' : collapseSpace(deepText(found));
  };
  const [title, artist, length] = [part('__title'), part('__artist'), part('__length')];
  if (title === '') return undefined;
  const rest = `${artist === '' ? '' : ` — ${artist}`}${length === '' ? '' : ` (${length})`}`;
  return [
    { type: 'strong', children: [{ type: 'text', value: title }] },
    { type: 'text', value: rest },
  ];
};
