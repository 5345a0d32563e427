import type { Warnings } from '../../core/warnings.js';
import { isMediumPost } from '../archive-names.js';
import { decodeText } from '../decode.js';
import { isOpen } from '../is-open.js';
import { readBytes } from '../read-bytes.js';
import type { EntryContext, FileEntry } from './entry.js';
import { exportedMatter } from './exported-matter.js';
import { type FrontMatter, FrontMatterError, readFrontMatter } from './front-matter.js';
import { linesText, repeatsOf } from './front-matter-engines.js';
import type { WhyLeftOut } from './left-out-files.js';
import { withLines } from './mark-lines.js';
import { readMediumPost } from './medium.js';
import { readNotionPage } from './notion.js';
import { readNotionHtml } from './notion-html.js';
import { buildEntry } from './open-entry.js';

/**
 * Documents of a repository, not pages of a site, when they are at the top of a repository and have no front matter.
 * In any other folder a file of such a name is a page.
 */
const PAPERS =
  /^(?:readme|licen[cs]e|copying|changelog|changes|history|contributing|contributors|authors|code[_-]of[_-]conduct|security|support|agents|claude|gemini)\.\w+$/i;

/**
 * Reads one content file. An unusable file is left out with a warning.
 * @param path from the source's root, with `/`
 * @param onBytes called with the number of bytes read
 */
export function readContentFile(
  path: string,
  context: EntryContext,
  onBytes?: (bytes: number) => void,
): FileEntry | undefined {
  const place = context.layout.rules.place(path);
  if (place === undefined) return undefined;
  const { warnings, options, layout } = context;
  const bytes = readBytes(path, {
    root: layout.root,
    maxBytes: options.maxBytes,
    warnings,
    noun: 'file',
    fix: 'Split it, or raise "maxBytes" of the source.',
  });
  if (bytes === undefined) return undefined;
  onBytes?.(bytes.length);
  const text = decodeText(bytes, path, warnings);
  try {
    const matter = readArchived(path, text, context) ?? readFrontMatter(text);
    const why =
      typeof matter === 'string' ? matter : matter.present ? undefined : whyNoPage(path, text, context);
    if (why !== undefined || typeof matter === 'string') {
      if (why !== undefined) context.leftOut.add(why, path);
      return undefined;
    }
    for (const { key, lines } of matter === undefined ? [] : repeatsOf(matter.data)) {
      warnings.add({
        code: 'front-matter-repeated',
        message: `The key "${key.slice(0, 60)}" occurs ${linesText(lines)} of the front matter; its last value counts.`,
        file: path,
        line: lines.at(-1) as number,
        fix: 'Delete the others.',
      });
    }
    const body = layout.rules.templates?.test(path) ? layout.rules.filled?.(matter) : matter.body;
    if (body === undefined) return undefined;
    const data = /\.mdx$/i.test(path) ? { ...exportedMatter(matter.body), ...matter.data } : matter.data;
    const file = buildEntry(place, { ...matter, data, body }, context);
    if (layout.library === undefined && isMediumPost(text) && isOpen(file.entry))
      warnOfMembers(path, warnings);
    const { marks } = file.entry;
    return marks === undefined ? file : { ...file, entry: { ...file.entry, marks: withLines(marks, text) } };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    warnings.add({
      code: 'front-matter-invalid',
      message: `The front matter can't be read: ${error.message.replace(/\.$/, '')}. The file was left out.`,
      file: path,
      line: error.line,
      ...(error.column === undefined ? {} : { column: error.column }),
      fix: 'Correct the front matter.',
      skipped: true,
    });
    return undefined;
  }
}

/** No file of a Medium archive has a mark of the paywall, or of a response. */
function warnOfMembers(path: string, warnings: Warnings): void {
  warnings.add({
    code: 'medium-members',
    file: path,
    message: "A Medium archive doesn't mark stories for paying members or responses, so all are published.",
    fix: 'Remove the files that you don\'t want to publish, or list them in "exclude" of the source.',
    count: 1,
  });
}

/** The data of a platform's export about its posts: in the page, in its name, or next to it. */
function readArchived(
  path: string,
  text: string,
  context: EntryContext,
): FrontMatter | WhyLeftOut | undefined {
  if (context.layout.library !== undefined) return undefined;
  if (/\.html?$/i.test(path))
    return readMediumPost(path, text) ?? readNotionHtml(path, text) ?? context.substack.read(path, text);
  return readNotionPage(path, text);
}

/** Why a file without front matter isn't a page. */
function whyNoPage(path: string, text: string, { layout }: EntryContext): WhyLeftOut | undefined {
  const isPaper = layout.isRepository && !path.includes('/') && PAPERS.test(path);
  if (isPaper && !(layout.rules.isServed === true && /^readme\./i.test(path))) return 'paper';
  if (layout.rules.needsFrontMatter) return 'no front matter';
  // A whole HTML document is a built page or a template.
  const isDocument = /^\s*(?:<!--[\s\S]*?-->\s*)*(?:<!doctype\b|<html\b)/i.test(text);
  return /\.html?$/i.test(path) && isDocument ? 'document' : undefined;
}
