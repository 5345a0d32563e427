import { renderMarkdownBody } from '../../../../src/content/body/markdown/render.js';
import { treeOf } from '../../../../src/content/body/port.js';
import { canonicalise } from '../../../../src/content/html/canonical/index.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';
import { Warnings } from '../../../../src/core/warnings.js';
import { markdownOf, page, readOne } from '../../sources/html/read-site.js';

/** Reads a built page with this content as a build does, and gives the Markdown of its body. */
export async function builtTwin(content: string, head = ''): Promise<string> {
  const body = `<header><nav><a href="/">Home</a></nav></header><main><article><h1>Terns</h1>
<p>Terns fly from one end of the earth to the other and back.</p>
${content}</article></main><footer>© Tern</footer>`;
  const markdown = markdownOf(await readOne(page(body, `<title>Terns</title>${head}`)));
  return markdown.replace(/^Terns fly from one end of the earth to the other and back\.\s*/, '');
}

/** Converts the text of a Markdown or MDX file as a build does. */
export function sourceTwin(text: string, file = 'page.md'): string {
  const context = {
    entryId: 1,
    ref: file,
    media: { byId: () => undefined, attachedTo: () => [] },
    pattern: () => undefined,
    warnings: new Warnings(),
  };
  const tree = treeOf(renderMarkdownBody(text, context));
  canonicalise(tree);
  return toMarkdown(tree).trim();
}
