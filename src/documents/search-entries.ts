import { setImmediate } from 'node:timers/promises';
import type { IndexEntry } from '../site/site.js';
import type { DocumentContext } from './document-row.js';

/** Number of texts to read before other requests get a turn. */
const AT_ONCE = 25;

/**
 * Finds the entries that contain all words. Searches title, excerpt and address first, and reads the text only where
 * they don't contain all of the words.
 * @param words in lower case
 */
export async function searchEntries(
  ctx: DocumentContext,
  entries: readonly IndexEntry[],
  words: readonly string[],
): Promise<IndexEntry[]> {
  const found: IndexEntry[] = [];
  let read = 0;
  for (const entry of entries) {
    const head = `${entry.title} ${entry.excerpt} ${entry.path}`.toLowerCase();
    if (words.every((word) => head.includes(word))) found.push(entry);
    else {
      const text = textOf(ctx, entry);
      if (words.every((word) => text.includes(word))) found.push(entry);
      read += 1;
      if (read % AT_ONCE === 0) await setImmediate();
    }
  }
  return found;
}

/** Returns the visible text in lower case; empty for an entry that was removed in the meantime. */
function textOf(ctx: DocumentContext, entry: IndexEntry): string {
  try {
    const { title, content } = JSON.parse(ctx.itemJson(entry)) as Record<string, { rendered?: string }>;
    return `${title?.rendered ?? ''} ${content?.rendered ?? ''}`.replace(/<[^>]*>/g, ' ').toLowerCase();
  } catch {
    return '';
  }
}
