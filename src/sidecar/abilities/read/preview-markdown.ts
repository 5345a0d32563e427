import type { Ability } from '../ability.js';
import { builtContent, notFound, postId } from '../content.js';
import { inputOf, integerOf, outputOf, textOf } from '../schema.js';

/**
 * The Markdown twin of a page.
 * @see reference/abilities-and-oauth.md section 5.18
 */
export const previewMarkdown: Ability = {
  slug: 'preview-markdown',
  label: 'Markdown of a page',
  description:
    'Returns the Markdown text that assistants get for a published page. Use it to read a page as a visitor with an ' +
    'assistant would, or to see what a change has made of it. The text is empty for pages that are not published or ' +
    'need a password, since nothing is served for them; read drafts with read-content. Never use it as the base of an ' +
    'edit: it is made from the source and differs from it.',
  tier: 'read',
  permission: 'manage',
  input: inputOf({ post_id: integerOf('Id of the page.') }, ['post_id']),
  output: outputOf({ markdown: textOf('Empty where nothing is served.') }),
  async run(input, call) {
    const id = postId(input);
    if (id < 1) return notFound(id);
    const preview = await builtContent(call).previews.markdown(id, await call.services.site.documents());
    return preview === undefined ? notFound(id) : { markdown: preview.markdown };
  },
};
