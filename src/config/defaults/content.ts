import type { SanitiseContext } from '../field.js';
import { bool, field, idList, list, MAX_ITEMS, ofFeature, patternList, readId, textItem } from '../fields.js';
import { cleanSlug } from '../text.js';

/** Which content agents may see, and which is checked. */
export const content = {
  ...ofFeature('content scope', {
    post_types: field<readonly string[]>(
      ['post', 'page'],
      'list of slugs',
      'existing types only; an empty choice keeps the stored one, else the default',
      'Content types that agents may see, in every document.',
      readTypes,
    ),
    post_types_vetoed: patternList(
      'slugs, kept even when the type is gone',
      cleanSlug,
      'Types that agents never see, whatever a hook decides.',
    ),
  }),
  ...ofFeature('content checks', {
    enable_page_checks: bool(true, 'Run the readability checks on content.'),
    evergreen_categories: list<number | string>(
      {
        kind: 'list of ids or slugs',
        rule: `positive ids or category slugs, unique, at most ${MAX_ITEMS}`,
        item: (input) => readId(input) ?? textItem(input, categorySlug),
      },
      'Categories whose pages the freshness check ignores.',
    ),
    optimize_ignored: idList(1000, 'Pages set aside from the content checks.'),
    check_types_off: patternList('slugs', cleanSlug, "Types that aren't checked."),
    check_types_seen: patternList(
      'slugs',
      cleanSlug,
      'Types that the check for large types has already handled.',
    ),
    findings_dismissed: patternList('slugs', cleanSlug, 'Findings that you have dismissed.'),
  }),
  ...ofFeature('exposed files', {
    exposed_extra_paths: patternList(
      '`[A-Za-z0-9._~/-]`',
      (text) => text.replace(/[^A-Za-z0-9._~/-]+/g, ''),
      'More paths that the exposed-files check looks at.',
    ),
  }),
  ...ofFeature('citation checks', {
    enable_visibility: bool(
      false,
      'Check whether answer engines cite the site, and add the rung Cited to the score.',
    ),
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
  const asked = patternList('', cleanSlug, '').read(input, [], context);
  const kept = asked.filter((type) => context.types.includes(type));
  if (kept.length > 0) return kept;
  return stored.length > 0 ? stored : ['post', 'page'];
}
