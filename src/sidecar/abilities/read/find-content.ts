import type { ContentEntry } from '../../../build/content/port.js';
import { formatUtcZ } from '../../../core/dates.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { basePathOf } from '../../../core/paths.js';
import { decodeToNfc } from '../../../core/percent.js';
import type { DocumentContext } from '../../../documents/document-row.js';
import { searchEntries } from '../../../documents/search-entries.js';
import { type IndexSearch, searchIndex } from '../../../storage/tables/content-index.js';
import { can } from '../../accounts/can.js';
import { SEARCHED, searchWords } from '../../content/search/content-index.js';
import type { Ability, AbilityCall } from '../ability.js';
import { builtContent } from '../content.js';
import { entryObject } from '../permission.js';
import { flagOf, inputOf, integerOf, listOf, oneOf, outputOf, rowOf, textOf } from '../schema.js';

const MAX_ITEMS = 50;
/** Entries to look at for one response: the caller may not edit all of them. */
const MAX_READ = 1000;
const ANY = 'any';

/** Pages by their words, their address or their status. */
export const findContent: Ability = {
  slug: 'find-content',
  label: 'Find pages',
  description:
    'Returns pages and posts with their ids, last modified first: those whose title, excerpt or body contains every ' +
    'word of the query, or the one with an address. Without a query it lists the newest, with "status" for example ' +
    'the drafts. Use it to find the post_id that other tools need. It includes what this account may edit, and ' +
    'everything public; a read-only connection gets public pages only. It returns no text: use read-content for that.',
  tier: 'read',
  permission: (_, { actor }) => can(actor, 'create_posts'),
  input: inputOf({
    query: textOf('Words, or an address such as /tea/; empty for the newest.', { default: '' }),
    status: oneOf([ANY, ...SEARCHED], 'Only pages with this status.', { default: ANY }),
    type: textOf('Only this content type, such as post or page; empty for all.', { default: '' }),
    limit: integerOf(`Pages in the answer, 1 to ${MAX_ITEMS}.`, { default: 20 }),
  }),
  output: outputOf({
    items: listOf(
      rowOf({
        id: integerOf(),
        type: textOf(),
        status: textOf(),
        title: textOf(),
        url: textOf('Its current or future address; empty if it has none.'),
        modified: textOf('UTC; empty if unknown.'),
        public: flagOf('Visitors and agents get it.'),
      }),
    ),
    hasMore: flagOf('More pages match: use more words or a filter.'),
  }),
  async run(input, call) {
    const limit = Math.min(MAX_ITEMS, Math.max(1, input['limit'] as number));
    const found = await matching(input, call);
    return { items: found.slice(0, limit).map(toItem), hasMore: found.length > limit };
  },
};

async function matching(
  input: Readonly<Record<string, unknown>>,
  call: AbilityCall,
): Promise<readonly ContentEntry[]> {
  const { ctx } = await call.services.site.documents();
  const query = (input['query'] as string).trim();
  const type = input['type'] as string;
  const types = ctx.types.map(({ slug }) => slug).filter((slug) => type === '' || slug === type);
  const statuses = SEARCHED.filter((status) => input['status'] === ANY || status === input['status']);
  const isAddress = /^(?:https?:\/)?\//i.test(query);
  const found = isAddress
    ? byAddress(query, ctx, call)
    : await byWords(query, { types, statuses }, ctx, call);
  return found.filter((entry) => types.includes(entry.type) && statuses.includes(entry.status));
}

function byAddress(query: string, { site }: DocumentContext, call: AbilityCall): readonly ContentEntry[] {
  const path = pathOf(query, site.baseUrl);
  return [...builtContent(call).store.entries()].filter(
    (entry) =>
      entry.url !== '' &&
      (entry.isListed || mayEdit(entry, call)) &&
      pathOf(entry.url, site.baseUrl) === path,
  );
}

/** Searches the stored text where the caller may edit it, and what visitors get elsewhere: parts may be restricted. */
async function byWords(
  query: string,
  filter: Pick<IndexSearch, 'types' | 'statuses'>,
  ctx: DocumentContext,
  call: AbilityCall,
): Promise<readonly ContentEntry[]> {
  const { store } = builtContent(call);
  const words = searchWords(query);
  const rows = call.seesHidden
    ? await searchIndex(call.services.storage, { ...filter, words, limit: MAX_READ })
    : [];
  const own = rows
    .flatMap(({ post_id }) => store.find(post_id) ?? [])
    .filter((entry) => mayEdit(entry, call));
  const others = ctx.entries.filter(({ id }) => {
    const entry = store.find(id);
    return entry !== undefined && !(call.seesHidden && mayEdit(entry, call));
  });
  const open = (await searchEntries(ctx, others, words)).flatMap(({ id }) => store.find(id) ?? []);
  return [...own, ...open].sort((a, b) => (b.modified ?? 0) - (a.modified ?? 0) || b.id - a.id);
}

function mayEdit(entry: ContentEntry, { actor }: AbilityCall): boolean {
  return can(actor, 'edit_post', entryObject(entry));
}

/** Returns the path of an address in one form, below the base address: the same for a page and its Markdown twin. */
function pathOf(address: string, baseUrl: string): string {
  if (!isParsableUrl(address, baseUrl)) return address;
  const path = decodeToNfc(new URL(address, baseUrl).pathname);
  const base = decodeToNfc(basePathOf(baseUrl));
  const below = base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path;
  return below.replace(/(?:\/index\.html?|\.md)?\/*$/, '') || '/';
}

function toItem({ id, type, status, title, url, modified, isListed }: ContentEntry) {
  const at = modified === undefined ? '' : formatUtcZ(modified);
  return { id, type, status, title, url, modified: at, public: isListed };
}
