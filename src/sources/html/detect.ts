import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SAMPLE_FILES = 40;
const SAMPLE_BYTES = 1024;

const FRONT_MATTER = /^\uFEFF?(?:---|\+\+\+|;;;)[ \t\w]*\r?\n/;
const DOCUMENT = /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!doctype\s+html\b|<html[\s>])/i;
const TEMPLATE = /\{\{|\{%|<%/;

/**
 * Tells whether a path is a folder of built pages.
 * @returns 2 when its HTML files are whole documents without front matter or template marks, and no more files of
 * Markdown stand beside them; 1 when only some are
 */
export async function detectHtml(path: string): Promise<0 | 1 | 2> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return 0;
  // Loaded for folders alone, since looking through one takes a parser of patterns.
  const { samplePages } = await import('./list-pages.js');
  const { pages, markdown } = await samplePages(path, SAMPLE_FILES);
  let documents = 0;
  for (const page of pages) {
    const start = startOf(join(path, page));
    if (FRONT_MATTER.test(start)) return 0;
    if (DOCUMENT.test(start) && !TEMPLATE.test(start)) documents += 1;
  }
  if (documents === 0) return 0;
  return documents * 2 > pages.length && documents >= markdown ? 2 : 1;
}

function startOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(SAMPLE_BYTES);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, SAMPLE_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    // A file that vanished or may not be read says nothing.
    return '';
  }
}
