import type { ContentEntry, ContentStore } from '../../../build/content/port.js';
import { compareText } from '../../../core/compare.js';
import { formatUtcZ } from '../../../core/dates.js';
import { hashId } from '../../../core/hash.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { basePathOf } from '../../../core/paths.js';
import { decodeToNfc } from '../../../core/percent.js';
import type { DocumentContext } from '../../../documents/document-row.js';
import { searchEntries } from '../../../documents/search-entries.js';
import type { Term } from '../../../site/site.js';
import { typeLabel } from '../../../site/types.js';
import { type IndexSearch, searchIndex } from '../../../storage/tables/content-index.js';
import { can } from '../../accounts/can.js';
import { SEARCHED, searchWords } from '../../content/search/content-index.js';
import type { Ability, AbilityCall } from '../ability.js';
import { assertVisible, builtContent } from '../content.js';
import { entryObject } from '../run.js';
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

const MAX_TERMS = 200;

/** Taxonomies that writing abilities can set, with the field that sets them. */
const SETTABLE = [
  { field: 'categories', taxonomy: 'category', label: 'Categories', hierarchical: true },
  { field: 'tags', taxonomy: 'tag', label: 'Tags', hierarchical: false },
] as const;

/** Categories and tags of a content type. */
export const readTerms: Ability = {
  slug: 'read-terms',
  label: 'Categories and tags',
  description:
    'Returns the categories and tags that pages of one content type can have, the most used first, and ' +
    'whether you may create new ones. Call it before you write or categorise a page, so that you use existing ' +
    'terms instead of near-duplicates. "search" finds terms by name or slug. It lists the terms, not the ' +
    'pages that have them.',
  tier: 'read',
  input: inputOf({
    post_type: textOf('Content type.', { default: 'post' }),
    search: textOf('Part of a name or slug.'),
    per: integerOf(`Terms of each kind, at most ${MAX_TERMS}.`, { default: 100 }),
  }),
  output: outputOf({
    postType: textOf(),
    taxonomies: listOf(
      rowOf({
        field: oneOf(['categories', 'tags'], 'The input of the writing abilities for these terms.'),
        taxonomy: textOf(),
        label: textOf(),
        hierarchical: flagOf(),
        total: integerOf('All terms; with "search", those in this answer.'),
        canCreate: flagOf('You may create new ones.'),
        terms: listOf(
          rowOf({
            id: integerOf(),
            name: textOf(),
            slug: textOf(),
            count: integerOf('Public pages that have it.'),
            parent: integerOf('Id of the parent term; 0 for none.'),
          }),
        ),
      }),
    ),
    notSettable: listOf(
      rowOf({ taxonomy: textOf(), label: textOf() }),
      'Other taxonomies of the content type; no ability sets them.',
    ),
  }),
  async run(input, call) {
    const postType = input['post_type'] as string;
    await assertVisible({ type: postType }, call);
    const { store } = builtContent(call);
    const search = ((input['search'] as string | undefined) ?? '').trim().toLowerCase();
    const per = Math.min(MAX_TERMS, Math.max(1, input['per'] as number));
    const taxonomies = SETTABLE.filter(({ taxonomy }) => isUsed(taxonomy, postType, store)).map((row) => {
      const all = store.terms.filter((term) => term.taxonomy === row.taxonomy);
      const terms = termRows(all, search).slice(0, per);
      const total = search === '' ? all.length : terms.length;
      return { ...row, total, canCreate: mayCreate(row.taxonomy, call, store), terms };
    });
    return { postType, taxonomies, notSettable: otherTaxonomies(postType, store) };
  },
};

function otherTaxonomies(type: string, store: ContentStore) {
  return [...store.taxonomiesOf(type)]
    .filter((taxonomy) => !SETTABLE.some((row) => row.taxonomy === taxonomy))
    .sort(compareText)
    .map((taxonomy) => ({ taxonomy, label: typeLabel(taxonomy) }));
}

/** Every page of a folder may name terms; of an export only what its pages carry is known. */
function isUsed(taxonomy: string, type: string, store: ContentStore): boolean {
  return type === 'post' || store.isWritable() || store.taxonomiesOf(type).has(taxonomy);
}

/** Creating tags needs the right to assign terms, creating categories that to manage them; exports are read-only. */
function mayCreate(taxonomy: string, { actor }: AbilityCall, store: ContentStore): boolean {
  const capability = taxonomy === 'category' ? 'manage_categories' : 'assign_terms';
  return store.isWritable() && can(actor, capability);
}

/** The most used first, then as they stand in the index: by slug. */
function termRows(terms: readonly Term[], search: string) {
  const found = terms.filter(
    ({ name, slug }) => name.toLowerCase().includes(search) || slug.toLowerCase().includes(search),
  );
  return [...found]
    .sort((a, b) => b.count - a.count)
    .map(({ taxonomy, slug, name, count, parent }) => ({
      id: termId(taxonomy, slug),
      name,
      slug,
      count,
      parent: parent === undefined ? 0 : termId(taxonomy, parent),
    }));
}

/** No source has ids for its terms that would stay. */
function termId(taxonomy: string, slug: string): number {
  return hashId(`term ${taxonomy}/${slug}`);
}
