import type { SanitiseContext } from '../field.js';
import { bool, field, idList, list, MAX_ITEMS, patternList, readId, textItem } from '../fields.js';
import { cleanSlug } from '../text.js';

/** Which content agents may see, and which is checked. */
export const content = {
  post_types: field<readonly string[]>(
    ['post', 'page'],
    'list of slugs',
    'existing types only; an empty choice keeps the stored one, else the default',
    { text: 'Content types that agents may see, in every document.', feature: 'content scope' },
    readTypes,
  ),
  post_types_vetoed: patternList('slugs, kept even when the type is gone', cleanSlug, {
    text: 'Types that agents never see, whatever a hook decides.',
    feature: 'content scope',
  }),
  enable_page_checks: bool(true, {
    text: 'Run the readability checks on content.',
    feature: 'content checks',
  }),
  evergreen_categories: list<number | string>(
    {
      kind: 'list of ids or slugs',
      rule: `positive ids or category slugs, unique, at most ${MAX_ITEMS}`,
      item: (input) => readId(input) ?? textItem(input, categorySlug),
    },
    { text: 'Categories whose pages the freshness check ignores.', feature: 'content checks' },
  ),
  optimize_ignored: idList(1000, {
    text: 'Pages set aside from the content checks.',
    feature: 'content checks',
  }),
  check_types_off: patternList('slugs', cleanSlug, {
    text: "Types that aren't checked.",
    feature: 'content checks',
  }),
  check_types_seen: patternList('slugs', cleanSlug, {
    text: 'Types that the check for large types has already handled.',
    feature: 'content checks',
  }),
  findings_dismissed: patternList('slugs', cleanSlug, {
    text: 'Findings that you have dismissed.',
    feature: 'content checks',
  }),
  exposed_extra_paths: patternList('`[A-Za-z0-9._~/-]`', (text) => text.replace(/[^A-Za-z0-9._~/-]+/g, ''), {
    text: 'More paths that the exposed-files check looks at.',
    feature: 'exposed files',
  }),
  enable_visibility: bool(false, {
    text: 'Check whether answer engines cite the site, and add the rung Cited to the score.',
    feature: 'citation checks',
  }),
};

/** Slugs of categories may be in any script; `-5` and `0` are failed ids, not slugs. */
function categorySlug(text: string): string {
  const slug = text.toLowerCase().replace(/[^\p{L}\p{N}_-]+/gu, '');
  return /^-?\d*$/.test(slug) ? '' : [...slug].slice(0, 200).join('');
}

/**
 * A choice is narrowed to types that exist. One that leaves nothing is ignored: it would either hide the
 * whole site or be widened to everything, and neither was chosen.
 */
function readTypes(input: unknown, stored: readonly string[], context: SanitiseContext): readonly string[] {
  const asked = patternList('', cleanSlug, { text: '', feature: '' }).read(input, [], context);
  const kept = asked.filter((type) => context.types.includes(type));
  if (kept.length > 0) return kept;
  return stored.length > 0 ? stored : ['post', 'page'];
}
