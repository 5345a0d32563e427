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

/**
 * What is said beside the graph of an entry; empty for one that everybody gets as it is shown.
 * @see reference/readiness-and-score.md section 12
 */
export function schemaNote(entry: ContentEntry): string {
  // Before the status: what is behind a password is never shown, published or not.
  if (entry.isProtected) {
    return 'This needs a password or a membership. Its content is never exposed; only who is behind the site is shown.';
  }
  if (entry.status !== 'publish') {
    return `${STATES[entry.status]} Nothing of it is live yet: this is what publishing it will emit.`;
  }
  return hiddenNote(entry) && `${hiddenNote(entry)} This is what it would emit otherwise.`;
}

/** What is said in place of a twin that is not served; empty for one that is. */
export function markdownNote(entry: ContentEntry, path: string): string {
  if (entry.status !== 'publish') return `${STATES[entry.status]} Nothing of it is served yet.`;
  if (entry.isProtected) return 'This needs a password or a membership. It is never served as Markdown.';
  const hidden = hiddenNote(entry);
  if (hidden !== '') return `${hidden} It is not served as Markdown.`;
  if (path.includes('?'))
    return 'Its address is a query, to which ".md" cannot be added: it has no Markdown twin.';
  return '';
}

/** Why a published entry without a password is in none of our documents. */
function hiddenNote({ isListed, isExpired, noindex }: ContentEntry): string {
  if (isListed) return '';
  if (isExpired) return 'Its time is over.';
  if (noindex) return 'Search engines are asked to leave it out, and so do we.';
  return 'It has no address of its own; the warnings of the build say why.';
}
