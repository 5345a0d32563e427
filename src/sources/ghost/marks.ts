import type { Mark } from '../audit.js';
import type { RawEntry } from '../port.js';
import { guessWarning, privateTerm } from '../private-places.js';
import type { EntryContext } from './entry.js';
import type { GhostSite } from './site.js';
import type { PostMeta } from './tables.js';
import { isOnValue, type TableRow, text } from './values.js';

/** The circumstances of a post: its metadata, its site, and the tag that holds it back. */
interface PostContext {
  readonly meta: PostMeta;
  readonly site: GhostSite;
  readonly closing?: string | undefined;
}

/** The marks in a row of the posts by which the post is not for every reader. */
export function marksOf(
  row: TableRow,
  context: PostContext,
  seen: Pick<RawEntry, 'status' | 'protected' | 'noindex' | 'expires'>,
): readonly Mark[] {
  return [
    ...(seen.status === 'publish' ? [] : [statusMark(row, context)]),
    ...(seen.protected ? [accessMark(row, context)] : []),
    ...(seen.noindex ? [robotsMark('noindex', 'noindex')] : []),
    ...(seen.expires === undefined ? [] : [robotsMark('expires', 'unavailable_after')]),
  ];
}

function statusMark(row: TableRow, { meta }: PostContext): Mark {
  const isLetter = meta.emailOnly || isOnValue(row['email_only']);
  return {
    about: 'status',
    rule: isLetter
      ? '"email_only" is set: it was only sent as a newsletter'
      : `"status" is "${text(row, 'status').slice(0, 40)}"`,
    setting: 'Publish it in Ghost and export again.',
  };
}

function accessMark(row: TableRow, { site, closing }: PostContext): Mark {
  if (site.isPrivate)
    return {
      about: 'protected',
      rule: 'the setting "is_private" makes the whole site private',
      setting: 'Open the site in Ghost under "Make this site private" and export again.',
    };
  if (closing !== undefined)
    return {
      about: 'protected',
      rule: closing,
      setting: 'Remove the tag, or add it to "privacy.allow".',
    };
  return {
    about: 'protected',
    rule: `"visibility" is ${JSON.stringify(row['visibility'])}`,
    setting: 'Set its access to "Public" in Ghost and export again.',
  };
}

function robotsMark(about: 'noindex' | 'expires', directive: string): Mark {
  return {
    about,
    rule: `a robots tag in "codeinjection_head" says ${directive}`,
    setting: 'Remove the tag from the code injection of the post and export again.',
  };
}

/** The tag that holds a post back: an internal one such as `#private`, since that isn't a topic. */
export function closingTag(
  post: string,
  { tables, privacy, file, warnings }: EntryContext,
): string | undefined {
  const terms = tables.linked(tables.tagsOf, post).flatMap((id) => {
    const { slug = '', isInternal = false } = tables.tags.get(id) ?? {};
    const taxonomy = isInternal ? 'internal tag' : 'tag';
    return [{ taxonomy, slug: slug.replace(/^hash-/, ''), name: slug }];
  });
  const term = privateTerm(terms, privacy);
  if (term !== undefined && !term.isDenied) warnings.add(guessWarning(term.taxonomy, term.slug, file));
  return term && `its ${term.taxonomy} "${term.slug}" sounds like a restriction`;
}
