import type { Root } from 'hast';
import type { Handle } from 'hast-util-to-mdast';
import type { Root as MdastRoot } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkStringify from 'remark-stringify';
import { type PluggableList, type Processor, unified } from 'unified';
import { finish } from './finish/index.js';
import { toFlow } from './flow.js';
import { handlers } from './handlers/index.js';
import { prepare } from './prepare/index.js';
import { OPTIONS } from './stringify/options.js';
import { summaryLine } from './summary-text.js';
import type { Twin } from './to-markdown.js';

/** Plugins that take part in the conversion, each with its options. */
interface UnifiedPlugins {
  /** Transform the HTML of a body; its links are absolute. */
  readonly rehype: PluggableList;
  /** Transform the Markdown before it is written. */
  readonly remark: PluggableList;
}

/**
 * Converts HTML with the unified stack.
 * @param html HTML of a body
 * @param ready called with the parsed tree before the first plugin; may change the tree
 * @returns rejects with the error of a plugin
 */
export type UnifiedConverter = (html: string, ready: (tree: Root) => void) => Promise<Twin>;

/** Data of a single run. */
interface RunData {
  ready(tree: Root): void;
  summary: string;
  marked?: readonly string[] | undefined;
}

/**
 * Creates a converter from `rehype-parse`, the rehype plugins, `rehype-remark` with our handlers, the remark plugins and
 * `remark-stringify` with our rules. Without plugins its result equals that of `convertTree`.
 */
export function createUnifiedConverter({ rehype, remark }: UnifiedPlugins): UnifiedConverter {
  const processor = unified()
    .use(rehypeParse, { fragment: true })
    .use(() => (tree: Root, file) => (file.data as unknown as RunData).ready(tree))
    .use(rehype)
    .use(() => (tree: Root, file) => {
      const page = prepare(tree);
      (file.data as unknown as RunData).marked = page.data?.marked;
      return page;
    })
    .use(rehypeRemark, {
      handlers: handlers as Record<string, Handle>,
      document: false,
      nodeHandlers: { root: (state, node) => ({ type: 'root', children: toFlow(state.all(node)) }) },
    })
    .use(() => (tree: MdastRoot) => finish(tree))
    .use(remark)
    .use(() => (tree: MdastRoot, file) => {
      (file.data as unknown as RunData).summary = summaryLine(tree, (file.data as unknown as RunData).marked);
    })
    .use(writerExtensions)
    .use(remarkStringify, OPTIONS)
    .freeze() as unknown as Processor<Root, Root, MdastRoot, MdastRoot, string>;
  return async (html, ready) => {
    const data: RunData = { ready, summary: '' };
    const file = await processor.process({ value: html, data: data as never });
    return { markdown: String(file), summary: data.summary };
  };
}

/** remark-stringify reads extensions only from the processor's data. */
function writerExtensions(this: Processor): void {
  const data = this.data() as { toMarkdownExtensions?: unknown[] };
  data.toMarkdownExtensions = [...(data.toMarkdownExtensions ?? []), ...(OPTIONS.extensions ?? [])];
}
