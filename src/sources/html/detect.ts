import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isPlatformArchive } from '../archive-names.js';
import { ownOutputFiles } from '../own-output.js';
import { FRONT_MATTER, readStart } from '../read-start.js';
import { sampleFiles } from '../walk-folder.js';

const SAMPLE_FILES = 40;
const SAMPLE_BYTES = 1024;

const PAGE = /\.x?html?$/i;
const DOCUMENT =
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*(?:<!doctype\s+html\b|<(?:html|head)[\s>])/i;
/** API responses that a mirroring tool such as HTTrack saves as pages: `wp-json/index.html`. */
const JSON_DATA = /^\uFEFF?\s*(?:\{\s*"|\[\s*[[{"\]])/;
/** The source of a page that MyST publishes with it, by the digest in its name. */
const SOURCE_COPY = /-[0-9a-f]{32}\.md$/;
/** What a folder on GitHub has beside its pages; Widoco writes one too, beside the pieces that its front page loads. */
const ABOUT_FOLDER = /(?:^|\/)(?:readme|license|changelog|contributing)\.(?:md|markdown)$/i;
const TEMPLATE = /\{\{|\{%|<%/;

/**
 * Detects whether a path is a folder of built pages.
 * @returns 2 when its HTML files are whole documents without front matter or template marks, and no more files of
 * Markdown are next to them, or when its front page is one and no text in Markdown is; 1 when only some are
 */
export async function detectHtml(path: string): Promise<0 | 1 | 2> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return 0;
  if (isPlatformArchive(path)) return 0;
  const sample = sampleFiles(path, /\.(?:x?html?|mdx?|mdoc|markdown)$/i, SAMPLE_FILES);
  const pages = sample.filter((file) => PAGE.test(file));
  // Twins of a build in place are no content.
  const own = ownOutputFiles(path);
  const isCopy = (file: string) => own?.has(file) === true || SOURCE_COPY.test(file);
  const markdown = sample.filter((file) => !PAGE.test(file) && !isCopy(file));
  let documents = 0;
  let hasFront = false;
  let others = 0;
  for (const page of pages) {
    const start = readStart(join(path, page), SAMPLE_BYTES);
    if (FRONT_MATTER.test(start)) return 0;
    if (DOCUMENT.test(start) && !TEMPLATE.test(start)) {
      documents += 1;
      hasFront ||= page === 'index.html';
    } else if (!JSON_DATA.test(start)) others += 1;
  }
  if (documents === 0) return 0;
  const isSite = hasFront && markdown.every((file) => ABOUT_FOLDER.test(file));
  return isSite || (documents > others && documents >= markdown.length) ? 2 : 1;
}
