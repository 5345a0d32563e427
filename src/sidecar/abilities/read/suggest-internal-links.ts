import { suggestLinks } from '../../content/links/suggest.js';
import type { Ability } from '../ability.js';
import { builtContent, foundEntry, notFound, postId } from '../content.js';
import { inputOf, integerOf, listOf, outputOf, rowOf, textOf } from '../schema.js';

/** Pages that a page could link to. */
export const suggestInternalLinks: Ability = {
  slug: 'suggest-internal-links',
  label: 'Suggest internal links',
  description:
    'Returns up to three pages of this site that a page could link to, each with the words of the page to use ' +
    'as link text, if there are any, and the reason: shared topics, categories and tags, or a title that ' +
    'occurs in the text. Pages that it already links to are left out. Without a phrase, add the link in a ' +
    '"See also" line. It uses no language model and changes nothing: insert the link with edit-content.',
  tier: 'read',
  permission: 'edit',
  input: inputOf({ post_id: integerOf('Id of the page to add links to.') }, ['post_id']),
  output: outputOf({
    suggestions: listOf(
      rowOf({
        id: integerOf(),
        title: textOf(),
        url: textOf(),
        phrase: textOf('Words of the page, exactly as written; empty for none.'),
        why: textOf(),
      }),
      'The best first; at most three.',
    ),
  }),
  async run(input, call) {
    const id = postId(input);
    foundEntry(call, id);
    const { hooks, site } = call.services;
    if (!(await hooks.apply('svc_internal_links_enabled', true))) return { suggestions: [] };
    const { ctx } = await site.documents();
    const suggestions = await suggestLinks(builtContent(call).store, id, ctx);
    return suggestions === undefined ? notFound(id) : { suggestions };
  },
};
