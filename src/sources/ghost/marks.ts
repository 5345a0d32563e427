import type { Mark } from '../audit.js';
import type { RawEntry } from '../port.js';
import { guessWarning, privateTerm } from '../private-places.js';
import type { EntryContext } from './entry.js';
import type { GhostSite } from './site.js';
import type { PostMeta } from './tables.js';
import { isOnValue, type TableRow, text } from './values.js';

/** The marks in a row of the posts by which the post is not for every reader. */
export function marksOf(
  row: TableRow,
  {
    meta,
    site,
    closing,
  }: { readonly meta: PostMeta; readonly site: GhostSite; readonly closing?: string | undefined },
  {
    status,
    protected: isProtected,
    noindex,
    expires,
  }: Pick<RawEntry, 'status' | 'protected' | 'noindex' | 'expires'>,
): readonly Mark[] {
  const marks: Mark[] = [];
  const isLetter = meta.emailOnly || isOnValue(row['email_only']);
  if (status !== 'publish') {
    marks.push({
      about: 'status',
      rule: isLetter
        ? '"email_only" is set: it was only sent as a newsletter'
        : `"status" is "${text(row, 'status').slice(0, 40)}"`,
      setting: 'Publish it in Ghost and export again.',
    });
  }
  if (isProtected) {
    marks.push({
      about: 'protected',
      rule: site.isPrivate
        ? 'the setting "is_private" makes the whole site private'
        : (closing ?? `"visibility" is ${JSON.stringify(row['visibility'])}`),
      setting: site.isPrivate
        ? 'Open the site in Ghost under "Make this site private" and export again.'
        : closing === undefined
          ? 'Set its access to "Public" in Ghost and export again.'
          : 'Remove the tag, or add it to "privacy.allow".',
    });
  }
  if (noindex) {
    marks.push({
      about: 'noindex',
      rule: 'a robots tag in "codeinjection_head" says noindex',
      setting: 'Remove the tag from the code injection of the post and export again.',
    });
  }
  if (expires !== undefined) {
    marks.push({
      about: 'expires',
      rule: 'a robots tag in "codeinjection_head" says unavailable_after',
      setting: 'Remove the tag from the code injection of the post and export again.',
    });
  }
  return marks;
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
