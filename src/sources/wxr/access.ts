import type { PrivacyRules } from '../../config/config.js';
import { classifyName, NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import { termRestricts } from '../../content/privacy/wordpress/meta.js';
import type { Warning } from '../../core/warnings.js';
import type { RawEntry } from '../port.js';
import { privatePlace } from '../private-places.js';
import type { EntryContext } from './entry.js';
import type { Fields } from './fields.js';

/** Why an item is for some readers only, as a clause: its post meta, a term, or a rule of the export. */
export function accessOf(
  fields: Fields,
  { type, terms }: Pick<RawEntry, 'type' | 'terms'>,
  { file, warnings, privacy, rules }: EntryContext,
): string | undefined {
  const mark = fields.accessMark(privacy);
  if (mark !== undefined) {
    if (!mark.isKnown && !mark.isDenied) warnings.add(guessWarning('post meta', mark.key, file));
    return `the post meta "${mark.key}" keeps it to members`;
  }
  const term = terms.find(({ taxonomy, slug }) => judgeTerm(taxonomy, slug, privacy) !== undefined);
  if (term !== undefined) {
    if (judgeTerm(term.taxonomy, term.slug, privacy) === 'access')
      warnings.add(guessWarning(term.taxonomy, term.slug, file));
    return `its ${term.taxonomy} "${term.slug}" keeps it to members`;
  }
  return rules?.reason({ id: fields.integer('wp:post_id'), type, terms, link: fields.get('link') });
}

/** The verdict on a term: `members-only` and `private` as a whole sound like a restriction, as folders do. */
function judgeTerm(
  taxonomy: string,
  slug: string,
  rules: PrivacyRules = NO_PRIVACY_RULES,
): 'deny' | 'access' | undefined {
  const verdict = privatePlace([], slug, rules);
  if (verdict?.isDenied) return 'deny';
  const isAllowed = [taxonomy, slug].some((name) => classifyName(name, rules)?.kind === 'allow');
  // A tag such as `private` is a topic.
  const soundsPrivate = verdict !== undefined && (taxonomy !== 'tag' || /only$/.test(slug));
  return !isAllowed && (soundsPrivate || termRestricts(taxonomy, slug)) ? 'access' : undefined;
}

function guessWarning(what: string, key: string, file: string): Warning {
  return {
    code: 'privacy-held-back',
    file,
    message: `The ${what} "${key}" sounds like a restriction: items in which it restricts are held back.`,
    fix: `If every reader may see them, add "${key}" to "privacy.allow"; if not, add it to "privacy.deny".`,
    skipped: true,
    count: 1,
  };
}
