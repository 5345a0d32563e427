/** Reads files of a folder as pages, and recognises those that aren't whole documents. */

import { isUtf8 } from 'node:buffer';
import { stripInsertions } from '../../content/html/insertions.js';
import { decodeBytes } from '../../core/decode-bytes.js';
import { Warnings } from '../../core/warnings.js';
import type { Mark } from '../audit.js';
import { decodeText } from '../decode.js';
import { readBytes } from '../read-bytes.js';
import type { Doubt } from './addresses/evidence.js';
import { type EntryContext, type PageResult, readPage } from './entry.js';
import type { OmissionReason } from './left-out.js';

/** The data that reading a file of the folder needs. */
export interface ReadContext {
  readonly root: string;
  readonly maxBytes: number;
  readonly warnings: Warnings;
  onBytes?(bytes: number): void;
}

const CHARSET = /(?:<meta\b[^>]*?charset|^\s*<\?xml\b[^>]*?encoding)\s*=\s*["']?\s*([\w-]+)/i;

const DOCUMENT = /<!doctype\s+html\b|<html[\s>]|<head[\s>]|<body[\s>]/i;

/** A page to read: its file, and its address below the site's base. */
export interface PageToRead {
  readonly file: string;
  readonly address: string;
  /** Why the address isn't certain. */
  readonly doubt?: Doubt;
  readonly hostMarks?: readonly Mark[];
  /** The kind that its place suggests. */
  readonly suspicion?: OmissionReason | undefined;
}

/** The results for the pages that were sent, in order; undefined for an unusable file. */
export interface PagesRead {
  readonly results: readonly (PageResult | undefined)[];
  readonly bytes: number;
}

/**
 * Reads a page as text, by its byte order mark, its declared encoding, else as UTF-8. An unusable file
 * is named in a warning.
 * @param path from the source's root, with `/`
 */
export function readPageText(path: string, context: ReadContext): string | undefined {
  const { root, maxBytes, warnings } = context;
  const fix = 'Raise "maxBytes" of the source.';
  const bytes = readBytes(path, { root, maxBytes, warnings, noun: 'page', fix });
  if (bytes === undefined) return undefined;
  context.onBytes?.(bytes.length);
  const charset = CHARSET.exec(bytes.toString('latin1', 0, 1024))?.[1]?.toLowerCase() ?? 'utf-8';
  // A page in UTF-16 has a byte order mark, and can't declare it in ASCII.
  if (!/^utf-?(?:8|16)/.test(charset) && !isSurelyUtf8(bytes)) {
    try {
      return stripInsertions(decodeBytes(new TextDecoder(charset), bytes).replaceAll('\0', ''));
    } catch {
      // An unknown encoding: UTF-8 is the best guess.
    }
  }
  // Insertions of an earlier build aren't content.
  return stripInsertions(decodeText(bytes, path, context.warnings));
}

/** Two-byte encodings have short texts that are UTF-8 as well, less often with three bytes; a whole page isn't by chance. */
const MIN_SIGNS = 20;
const MIN_LONG_SIGNS = 8;

/** True for a page that was converted to UTF-8 and still declares its old encoding. */
function isSurelyUtf8(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false;
  const signs = bytes.toString('utf8').match(/[^\0-\x7f]/g) ?? [];
  return signs.length >= MIN_SIGNS || signs.filter((sign) => sign > '\u07ff').length >= MIN_LONG_SIGNS;
}

/** True for a whole page; pieces that scripts put into pages have no head and no body. */
export function isDocument(text: string): boolean {
  return DOCUMENT.test(text.slice(0, 4096));
}

/** Parts of a head that may show a template tag to readers, or that scripts fill; the last one may be cut off. */
const OTHER =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|noscript|template)\b[\s\S]*?(?:<\/\1\s*>|$)|<meta\b[^>]*>|\sng-[\w-]+=/gi;
const MAX_HEAD = 10_000;
const TITLE = /<title\b[^>]*>([^<]*)<\/title\s*>/i;
const TAG = /\{%-?\s*\w|\{\{[-<]?\s*[.\w"]|<%[=-]?\s/;
const VALUES = /^\s*(?:\{\{[^{}\n]*[.|][^{}\n]*\}\}|\{%[^%\n]*%\}|<%[^%\n]*%>)/;

/** True for a page from which a generator makes others: it has front matter, or template tags in its head. */
export function isTemplate(text: string): boolean {
  if (/^---[ \t]*\r?\n/.test(text)) return true;
  if (!isDocument(text) || !/\{[{%]|<%/.test(text)) return false;
  const head = headPart(text).slice(0, MAX_HEAD).replace(OTHER, '');
  if (/\sng-app\b/.test(head)) return false;
  return TAG.test(head.replace(TITLE, '')) || VALUES.test(TITLE.exec(head)?.[1] ?? '');
}

/** The part of a page that contains its head. */
export function headPart(text: string): string {
  const end = text.search(/<\/head\s*>|<body[\s>]/i);
  return end < 0 ? text : text.slice(0, end);
}

/** Slides in Markdown. The parsers of Markdown are loaded only for pages with some. */
const SLIDES = /\sdata-markdown\b|<textarea\b[^>]{0,200}\bid\s*=\s*["']?source\b/i;

/**
 * Reads pages and turns them into entries. Faults of files were reported when the folder was scanned.
 * @param root the source's root
 */
export async function readPages(
  pages: readonly PageToRead[],
  root: string,
  context: EntryContext,
): Promise<PagesRead> {
  let bytes = 0;
  const onBytes = (more: number): void => {
    bytes += more;
  };
  const { maxBytes } = context.options;
  const results: (PageResult | undefined)[] = [];
  for (const page of pages) {
    const text = readPageText(page.file, { root, maxBytes, warnings: new Warnings(), onBytes });
    const slides = text !== undefined && SLIDES.test(text) ? await import('./slides.js') : undefined;
    results.push(text === undefined ? undefined : readPage(page, text, context, slides?.renderSlides));
  }
  return { results, bytes };
}
