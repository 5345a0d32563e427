import type { ContentStore } from '../../../build/content/port.js';
import { compareText } from '../../../core/compare.js';
import { hashId } from '../../../core/hash.js';
import type { Term } from '../../../site/site.js';
import { labelOf } from '../../../site/types.js';
import { can } from '../../accounts/can.js';
import type { Ability, AbilityCall } from '../ability.js';
import { assertVisible, builtContent } from '../content.js';
import { flagOf, inputOf, integerOf, listOf, oneOf, outputOf, rowOf, textOf } from '../schema.js';

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
    .map((taxonomy) => ({ taxonomy, label: labelOf(taxonomy) }));
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
