import type { Ability } from '../ability.js';
import { builtContent, notFound, postId } from '../content.js';
import { inputOf, integerOf, orNull, outputOf, rowOf, textOf } from '../schema.js';
import { partInput, partOf, partOutput } from './part.js';

/** The Markdown twin of a page. */
export const previewMarkdown: Ability = {
  slug: 'preview-markdown',
  label: 'Markdown of a page',
  description:
    'Returns the Markdown text that assistants get for a published page. Use it to read a page as an ' +
    'assistant gets it, or to see the effect of a change. The text is empty for pages that are unpublished or ' +
    "password-protected, since nothing is served for them; read drafts with read-content. Don't use it as " +
    'the basis of an edit: it is generated from the source and differs from it. Of a long page you get one part: ask ' +
    'for others by offset, or with "find".',
  tier: 'read',
  input: inputOf({ post_id: integerOf('Id of the page.'), ...partInput }, ['post_id']),
  output: outputOf({ markdown: textOf('Empty if nothing is served.'), ...partOutput }),
  async run(input, call) {
    const id = postId(input);
    if (id < 1) return notFound(id);
    const preview = await builtContent(call).previews.markdown(id, await call.services.site.documents());
    if (preview === undefined) return notFound(id);
    const { start, end, fields } = partOf(preview.markdown, input);
    return { markdown: preview.markdown.slice(start, end), ...fields };
  },
};

/** The structured data of a page or of the site. */
export const previewSchema: Ability = {
  slug: 'preview-schema',
  label: 'Structured data of a page',
  description:
    'Returns the schema.org graph (JSON-LD) that a page has, or will have once it is published; without ' +
    'post_id, the graph of the person or organisation behind the site. Use it to see the authors, dates, ' +
    'images and topics that search engines and assistants get. It is returned even if structured data is ' +
    "switched off, and contains nothing from password-protected pages. It doesn't request or judge the page " +
    'on the web.',
  tier: 'read',
  input: inputOf({ post_id: integerOf('Id of a page; 0 for the site itself.', { default: 0 }) }),
  output: outputOf({
    graph: orNull(rowOf({}, 'JSON-LD document with @context and @graph; null if there is none.')),
    json: textOf('The same as text; empty if there is none.'),
  }),
  async run(input, call) {
    const id = postId(input);
    const preview = await builtContent(call).previews.schema(id, await call.services.site.documents());
    if (preview === undefined) return notFound(id);
    return { graph: preview.graph, json: preview.json };
  },
};
