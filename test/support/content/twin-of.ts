import { renderMarkdownBody } from '../../../src/content/body/markdown/render.js';
import { asSeen } from '../../../src/content/html/as-seen.js';
import { canonicalise } from '../../../src/content/html/canonical/index.js';
import { parseHtml } from '../../../src/content/html/parse.js';
import { toMarkdown } from '../../../src/content/markdown/to-markdown.js';
import { Warnings } from '../../../src/core/warnings.js';

/** The twin's body of a Markdown source, and the warnings about it. */
export function twinOf(source: string, file: string): { markdown: string; warnings: readonly string[] } {
  const warnings = new Warnings();
  const body = renderMarkdownBody(source, {
    entryId: 1,
    ref: file,
    media: { byId: () => undefined, attachedTo: () => [] },
    pattern: () => undefined,
    warnings,
  });
  const tree = typeof body === 'string' ? parseHtml(body) : body;
  canonicalise(tree);
  asSeen(tree);
  return { markdown: toMarkdown(tree), warnings: warnings.list().map(({ message }) => message) };
}
