import type { EntryStatus } from '../../sources/port.js';
import type { ContentEntry } from './port.js';

const STATES: Readonly<Record<Exclude<EntryStatus, 'publish'>, string>> = {
  draft: 'This is a draft.',
  'auto-draft': 'This is a draft.',
  pending: 'This waits for review.',
  private: 'This is private.',
  future: 'This is scheduled.',
  trash: 'This is in the trash.',
};

/** The note with the graph of an entry; empty for one that is public as shown. */
export function schemaNote(entry: ContentEntry): string {
  // Before the status: protected content is never shown, published or not.
  if (entry.isProtected) {
    return 'This needs a password or a membership. Its content is never exposed; only the identity behind the site is shown.';
  }
  if (entry.status !== 'publish') {
    return `${STATES[entry.status]} Nothing of it is live yet: this is what publishing it will emit.`;
  }
  return hiddenNote(entry) && `${hiddenNote(entry)} This is what it would emit otherwise.`;
}

/** The replacement for a twin that isn't served; empty for one that is. */
export function markdownNote(entry: ContentEntry, path: string): string {
  if (entry.status !== 'publish') return `${STATES[entry.status]} Nothing of it is served yet.`;
  if (entry.isProtected) return 'This needs a password or a membership. It is never served as Markdown.';
  const hidden = hiddenNote(entry);
  if (hidden !== '') return `${hidden} It isn't served as Markdown.`;
  if (path.includes('?'))
    return 'It has no Markdown twin, because its address is a query, to which ".md" can\'t be added.';
  return '';
}

/** Why a published entry without a password is in none of our documents. */
function hiddenNote({ isListed, isExpired, noindex }: ContentEntry): string {
  if (isListed) return '';
  if (isExpired) return 'Its time is over.';
  if (noindex) return 'It is marked as noindex, so our documents leave it out too.';
  return 'It has no address of its own; see the warnings of the build.';
}
