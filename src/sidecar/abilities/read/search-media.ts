import type { Media } from '../../../content/body/port.js';
import { plainText } from '../../../content/html/text.js';
import { isDescribed } from '../../../content/images/described.js';
import { mimeOf } from '../../../sources/wxr/item.js';
import { suggestLinks } from '../../content/links/suggest.js';
import type { Ability } from '../ability.js';
import { builtContent, entryNotFound, foundEntry, postId } from '../content.js';
import { maySeeMedia } from '../run.js';
import { flagOf, inputOf, integerOf, listOf, outputOf, rowOf, textOf } from '../schema.js';

const MAX_ITEMS = 50;
/** Described images whose description is compared with the name of their file, in one answer. */
const SCANNED = 400;

/** Files of the media library. */
export const searchMedia: Ability = {
  slug: 'search-media',
  label: 'Search the media library',
  description:
    'Returns files of the media library with their ids, addresses, sizes and descriptions: the newest, or ' +
    'those whose title, caption or description contains the query. Use it to find an image to insert, or the ' +
    'id for describe-image. With "undescribed" it lists images that need a description instead: first those ' +
    'without any, then those whose description is only the file name. The second group covers the 400 newest ' +
    'described images; "scanned": 400 means that there may be more. It doesn\'t search pages: read-content ' +
    'lists their images.',
  tier: 'read',
  permission: 'upload',
  input: inputOf({
    query: textOf('Words to search for, as one text; empty for the newest.', { default: '' }),
    limit: integerOf(`Files in the answer, 1 to ${MAX_ITEMS}.`, { default: 20 }),
    mime: textOf('The beginning of the media type; empty for every file.', { default: 'image' }),
    undescribed: flagOf('Only images that need a description; the query is ignored.', { default: false }),
  }),
  output: outputOf({
    total: integerOf('Files in this answer.'),
    scanned: integerOf('Described images that were checked; 0 without "undescribed".'),
    items: listOf(
      rowOf({
        id: integerOf(),
        title: textOf(),
        alt: textOf('Its description.'),
        url: textOf(),
        mime: textOf(),
        width: integerOf('0 if unknown.'),
        height: integerOf(),
        date: textOf('YYYY-MM-DD; empty if unknown.'),
      }),
    ),
  }),
  async run(input, call) {
    const { store } = builtContent(call);
    const mime = (input['mime'] as string).toLowerCase();
    const limit = Math.min(MAX_ITEMS, Math.max(1, input['limit'] as number));
    const files = [...store.allMedia()]
      .filter((file) => typeOf(file).startsWith(mime) && maySeeMedia(file, call))
      .sort(newestFirst);
    const { found, scanned } =
      input['undescribed'] === true
        ? undescribed(
            files.filter((file) => typeOf(file).startsWith('image')),
            limit,
          )
        : { found: matching(files, input['query'] as string, limit), scanned: 0 };
    return { total: found.length, scanned, items: found.map(toItem) };
  },
};

function newestFirst(a: Media, b: Media): number {
  return (b.published ?? 0) - (a.published ?? 0) || b.id - a.id;
}

/** Files by their words first, then by their descriptions. */
function matching(files: readonly Media[], query: string, limit: number): readonly Media[] {
  const needle = query.trim().toLowerCase();
  if (needle === '') return files.slice(0, limit);
  const holds = (text: string) => plainText(text).toLowerCase().includes(needle);
  const named = files.filter(({ title, caption }) => holds(title) || holds(caption)).slice(0, limit);
  const described = files.filter((file) => holds(file.alt) && !named.includes(file));
  return [...named, ...described].slice(0, limit);
}

function undescribed(files: readonly Media[], limit: number) {
  const blank = files.filter(({ alt }) => alt.trim() === '').slice(0, limit);
  if (blank.length === limit) return { found: blank, scanned: 0 };
  const described = files.filter(({ alt }) => alt.trim() !== '').slice(0, SCANNED);
  const named = described.filter(({ alt, url }) => !isDescribed(plainText(alt), url));
  return { found: [...blank, ...named].slice(0, limit), scanned: described.length };
}

/** Libraries of folders need not tell the type. */
function typeOf({ mime, url }: Media): string {
  return (mime || mimeOf(url) || '').toLowerCase();
}

function toItem(file: Media) {
  const { id, title, alt, url, width = 0, height = 0, published } = file;
  const date = published === undefined ? '' : new Date(published * 1000).toISOString().slice(0, 10);
  return { id, title: plainText(title), alt: plainText(alt), url, mime: typeOf(file), width, height, date };
}

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
    return suggestions === undefined ? entryNotFound(id) : { suggestions };
  },
};
