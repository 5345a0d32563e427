import { type Warning, Warnings } from '../../core/warnings.js';
import { parseDocument } from '../../html/parse.js';
import { canonicalOf, descriptionOf, imageOf, readHead } from './head.js';
import { headPart, isDocument, readPageText } from './read-page.js';

/** What the head of a page says that is put together with what all others say; empty texts where it says nothing. */
export interface HeadFacts {
  readonly title: string;
  readonly siteName: string;
  readonly socialTitle: string;
  readonly socialUrl: string;
  readonly canonical: string;
  readonly image: string;
  readonly description: string;
  /** Where it sends its readers at once; its own address where it reloads itself. */
  readonly refresh: string;
}

/** A piece that scripts put into pages has no head; undefined for a file that cannot be used. */
export type HeadResult = HeadFacts | 'fragment' | undefined;

/** What came of some pages, in their order, and what there is to say of their files. */
export interface HeadsRead {
  readonly heads: readonly HeadResult[];
  readonly warnings: readonly Warning[];
}

/** Where pages are and how large one may be. */
export interface FolderLimits {
  readonly root: string;
  readonly maxBytes: number;
}

/** Reads the heads of pages. */
export function readHeads(paths: readonly string[], limits: FolderLimits): HeadsRead {
  const warnings = new Warnings();
  const heads = paths.map((path): HeadResult => {
    const text = readPageText(path, { ...limits, warnings });
    if (text === undefined) return undefined;
    return isDocument(text) ? factsOf(copyOf(headPart(text))) : 'fragment';
  });
  return { heads, warnings: warnings.list() };
}

function factsOf(text: string): HeadFacts {
  const head = readHead(parseDocument(text));
  return {
    title: head.title,
    siteName: head.meta('og:site_name', 'application-name'),
    socialTitle: head.meta('og:title', 'twitter:title'),
    socialUrl: head.meta('og:url'),
    canonical: canonicalOf(head),
    image: imageOf(head),
    description: descriptionOf(head),
    refresh: head.refresh,
  };
}

/** What is kept of a head is part of a text, which would keep the whole page in memory. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
