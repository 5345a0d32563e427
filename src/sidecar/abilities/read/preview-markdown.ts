import type { Ability } from '../ability.js';
import { builtContent, notFound, postId } from '../content.js';
import { inputOf, integerOf, outputOf, textOf } from '../schema.js';

/** The Markdown twin of a page. */
export const previewMarkdown: Ability = {
  slug: 'preview-markdown',
  label: 'Markdown of a page',
  description:
    'Returns the Markdown text that assistants get for a published page. Use it to read a page as an ' +
    'assistant gets it, or to see the effect of a change. The text is empty for pages that are unpublished or ' +
    "password-protected, since nothing is served for them; read drafts with read-content. Don't use it as " +
    'the basis of an edit: it is generated from the source and differs from it.',
  tier: 'read',
  permission: 'manage',
  input: inputOf({ post_id: integerOf('Id of the page.') }, ['post_id']),
  output: outputOf({ markdown: textOf('Empty if nothing is served.') }),
  async run(input, call) {
    const id = postId(input);
    if (id < 1) return notFound(id);
    const preview = await builtContent(call).previews.markdown(id, await call.services.site.documents());
    return preview === undefined ? notFound(id) : { markdown: preview.markdown };
  },
};
