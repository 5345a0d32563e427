import { Warnings } from '../../core/warnings.js';
import { type EntryContext, readPage } from './entry.js';
import type { PagesRead, PageToRead } from './page-to-read.js';
import { readPageText } from './read-page.js';

/**
 * Reads pages and turns them into entries. Faults of files were reported when the folder was scanned.
 * @param root the source's root
 */
export function readPages(pages: readonly PageToRead[], root: string, context: EntryContext): PagesRead {
  let bytes = 0;
  const onBytes = (more: number): void => {
    bytes += more;
  };
  const { maxBytes } = context.options;
  const results = pages.map((page) => {
    const text = readPageText(page.file, { root, maxBytes, warnings: new Warnings(), onBytes });
    return text === undefined ? undefined : readPage(page, text, context);
  });
  return { results, bytes };
}
