import type { Ability } from '../ability.js';
import { builtContent, notFound, postId } from '../content.js';
import { inputOf, integerOf, orNull, outputOf, rowOf, textOf } from '../schema.js';

/**
 * The structured data of a page or of the site.
 * @see reference/abilities-and-oauth.md section 5.17
 */
export const previewSchema: Ability = {
  slug: 'preview-schema',
  label: 'Structured data of a page',
  description:
    'Returns the schema.org graph (JSON-LD) that a page is sent with, or would be sent with once it is published; ' +
    'without post_id the graph of who is behind the site. Use it to see what search engines and assistants are told ' +
    'about authors, dates, images and topics. It is returned whether or not structured data is switched on, and holds ' +
    'nothing of a page behind a password. It does not fetch or judge the page on the web.',
  tier: 'read',
  permission: 'manage',
  input: inputOf({ post_id: integerOf('Id of a page; 0 for the site itself.', { default: 0 }) }),
  output: outputOf({
    graph: orNull(
      rowOf({}, 'JSON-LD document with @context and @graph; null when there is nothing to send.'),
    ),
    json: textOf('The same as text; empty when there is nothing.'),
  }),
  async run(input, call) {
    const id = postId(input);
    const preview = await builtContent(call).previews.schema(id, await call.services.site.documents());
    if (preview === undefined) return notFound(id);
    return { graph: preview.graph, json: preview.json };
  },
};
