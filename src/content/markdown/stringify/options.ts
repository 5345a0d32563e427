import type { Blockquote, Image, Link, Root, Table } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';
import type { InlineMath } from '../flow.js';
import { takeShortcuts, text } from './plain.js';
import { hasPairedParentheses, UNSAFE, UNSAFE_PAIRED } from './unsafe.js';

/** Sets our own rules of escaping before anything is written. */
const root: Handle = (node: Root, parent, state, info) => {
  state.unsafe = UNSAFE;
  takeShortcuts(state);
  return defaultHandlers.root(node, parent, state, info);
};

/** Writes a link or image under the rules that its address needs. */
function withAddress(handle: Handle): Handle {
  return Object.assign(
    ((node: Link | Image, parent, state, info) => {
      const outer = state.unsafe;
      state.unsafe = hasPairedParentheses(node.url) ? UNSAFE_PAIRED : UNSAFE;
      const value = handle(node, parent, state, info);
      state.unsafe = outer;
      return value;
    }) satisfies Handle,
    { peek: (handle as Handle & { peek?: Handle }).peek },
  );
}

const link = withAddress(defaultHandlers.link as Handle);

const image = withAddress(defaultHandlers.image as Handle);

const inlineMath: Handle = (node: InlineMath) => node.value;

const blockquote: Handle = (node: Blockquote, _parent, state, info) => {
  const exit = state.enter('blockquote');
  const tracker = state.createTracker(info);
  tracker.move('> ');
  tracker.shift(2);
  const text = alertMark(node) + state.containerFlow(node, tracker.current());
  exit();
  return state.indentLines(text, (line, _, isBlank) => `>${isBlank ? '' : ' '}${line}`);
};

const gfm = gfmToMarkdown({ tablePipeAlign: false, tableCellPadding: true }).extensions ?? [];
const gfmHandlers: NonNullable<Options['handlers']> = Object.assign(
  {},
  ...gfm.map(({ handlers }) => handlers),
);

/** Three dashes: one is enough for GFM, but not for every reader of tables. */
const table: Handle = (node: Table, parent, state, info) => {
  const [head = '', delimiters = '', ...rows] = (gfmHandlers.table as Handle)(
    node,
    parent,
    state,
    info,
  ).split('\n');
  return [head, delimiters.replaceAll('-', '---'), ...rows].join('\n');
};

/** Our style of Markdown, as options of mdast-util-to-markdown: in one piece, since each call merges extensions again. */
export const OPTIONS: Options = {
  bullet: '-',
  emphasis: '*',
  strong: '*',
  fence: '`',
  fences: true,
  rule: '-',
  listItemIndent: 'one',
  join: gfm.flatMap(({ join }) => join ?? []),
  handlers: { ...gfmHandlers, root, blockquote, inlineMath, table, link, image, text } as Options['handlers'],
};

/**
 * Writes a Markdown tree.
 *
 * @param tree Markdown tree
 * @returns Markdown with a newline at its end, or the empty string
 */
export function stringify(tree: Root): string {
  return toMarkdown(tree, OPTIONS);
}

/** The first line of an alert, in its quote. Text follows in the same paragraph; any other block is set apart. */
function alertMark({ data, children }: Blockquote): string {
  if (data?.alert === undefined) return '';
  return `[!${data.alert}]\n${children[0]?.type === 'paragraph' ? '' : '\n'}`;
}
