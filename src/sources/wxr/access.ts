import type { Warning } from '../../core/warnings.js';
import type { RawEntry } from '../port.js';
import { privateTerm } from '../private-places.js';
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
  const term = privateTerm(terms, privacy);
  if (term !== undefined) {
    if (!term.isDenied) warnings.add(guessWarning(term.taxonomy, term.slug, file));
    return `its ${term.taxonomy} "${term.slug}" keeps it to members`;
  }
  return rules?.reason({ id: fields.integer('wp:post_id'), type, terms, link: fields.get('link') });
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
