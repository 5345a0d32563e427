import type { Element } from 'hast';
import { classesOf, findAll, findElement, hasClass, property } from '../../content/html/element.js';
import { parseDocument } from '../../content/html/parse.js';
import { toHtml } from '../../content/html/serialise.js';
import { firstWords } from '../../content/html/text.js';
import { element } from '../../content/markdown/prepare/visit.js';
import { isObject } from '../../core/json.js';
import { lastName } from '../../core/paths.js';
import { readProgram } from '../../core/program-values.js';
import { withoutCode } from '../../core/prose.js';
import type { Warnings } from '../../core/warnings.js';
import { isMediumDraft, isMediumPost } from '../archive-names.js';
import type { Mark } from '../audit.js';
import { decodeText } from '../decode.js';
import { removeWhere, textOf } from '../html/tree.js';
import { isOpen } from '../is-open.js';
import { readBytes } from '../read-bytes.js';
import type { EntryContext, FileEntry } from './entry.js';
import { type FrontMatter, FrontMatterError, readFrontMatter } from './front-matter.js';
import { linesText, repeatsOf } from './front-matter-engines.js';
import type { WhyLeftOut } from './held-back.js';
import { isHoldingKey, isKnownKey } from './key-lines.js';
import { contentPath } from './layout.js';
import { readNotionHtml, readNotionPage } from './notion.js';
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

/** What templates in the family of Jinja begin with. */
const TEMPLATE = /^\s*\{%-?\s*(?:extends|macro|from|import|block)\b/;

/** Why a file without front matter isn't a page. */
function whyNoPage(path: string, text: string, { layout }: EntryContext): WhyLeftOut | undefined {
  const { isServed, hasReadmeAsFront, isListed } = layout.rules;
  const isNamed = layout.bases.some(({ folder }) => folder === path);
  const isListedPage = isNamed || isListed?.(contentPath(path, layout)) === true;
  const isPaper = layout.isRepository && !path.includes('/') && PAPERS.test(path) && !isListedPage;
  const isFront = (isServed === true || hasReadmeAsFront === true) && /^readme\./i.test(path);
  if (isPaper && !isFront) return 'paper';
  if (layout.rules.needsFrontMatter?.test(path)) return 'no front matter';
  const isHtml = /\.html?$/i.test(path);
  // Where no generator is known, that of the templates isn't.
  if (isHtml && layout.generator === 'plain' && TEMPLATE.test(text)) return 'partial';
  // A whole HTML document is a built page or a template.
  const isDocument = /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*(?:<!doctype\b|<html\b)/i.test(text);
  return isHtml && isDocument ? 'document' : undefined;
}

/** Front matter is at the start of a file. */
const MAX_LINES = 500;

/** Adds the line of its key to each mark that names one. */
function withLines(marks: readonly Mark[], text: string): readonly Mark[] {
  if (!marks.some(({ key }) => key !== undefined)) return marks;
  const lines = text.split('\n', MAX_LINES);
  return marks.map((mark) => {
    const line = mark.key === undefined ? undefined : lineOfKey(lines, mark.key);
    return line === undefined ? mark : { ...mark, line };
  });
}

/** From 1; the last part of a path such as `params.access`. */
function lineOfKey(lines: readonly string[], path: string): number | undefined {
  const key = path.split('.').at(-1) ?? path;
  const at = lines.findIndex((line) => {
    const [, , written] = /^\s*(["']?)([^"'\s:=]+)\1\s*[:=]/.exec(line) ?? [];
    return written?.toLowerCase() === key.toLowerCase();
  });
  return at === -1 ? undefined : at + 1;
}

const EXPORT = /^export[ \t]+const[ \t]+(\w+)[ \t]*(?::[^=\n]*)?=/gm;
/** Objects in which MDX pages describe themselves, as pages of Next.js do. */
const OBJECTS = /^(?:meta|metadata|front_?matter|page|pagemeta|attributes)$/i;
/** Known keys that hold a page back or may contain a robots tag. */
const DECIDES = /^(?:robots|seo|head|meta|password|protected)$/i;

/** What the exports of an MDX page say about who may read it. Titles and the like come from its text. */
function exportedMatter(body: string): Readonly<Record<string, unknown>> {
  if (!body.includes('export')) return {};
  const data: Record<string, unknown> = {};
  for (const { index, 1: name = '' } of withoutCode(body).matchAll(EXPORT)) {
    if (!OBJECTS.test(name) && !isHoldingKey(name)) continue;
    const [program = ''] = body.slice(index).split(/\n[ \t]*\n/, 1);
    const { value } = readProgram('page.ts', () => program, name);
    const entries = isObject(value) && OBJECTS.test(name) ? Object.entries(value) : [[name, value] as const];
    for (const [key, one] of entries)
      if (one !== undefined && (!isKnownKey(key) || isHoldingKey(key) || DECIDES.test(key))) data[key] = one;
  }
  return data;
}

/**
 * Reads a post exported from Medium: an `h-entry` with its text in `e-content`, and author and date below it.
 * @returns undefined for any other file
 */
function readMediumPost(path: string, text: string): FrontMatter | undefined {
  if (!isMediumPost(text)) return undefined;
  const document = parseDocument(text);
  const find = (name: string): Element | undefined =>
    findElement(document, (element) => hasClass(element, name));
  const content = find('e-content');
  const title = find('p-name');
  const [summary, author, time] = [find('p-summary'), find('p-author'), find('dt-published')];
  const date = time && property(time, 'dateTime');
  const isUndated = date === undefined || date === '';
  const name = lastName(path).replace(/\.html$/, '');
  // The text shows the title again.
  if (content !== undefined)
    removeWhere(content, (element) =>
      /^graf--title$|^section-divider$/.test(
        classesOf(element).find((one) => /title|divider/.test(one)) ?? '',
      ),
    );
  if (content !== undefined) normaliseMixtapes(content);
  const lead = content && findElement(content, ({ tagName }) => tagName === 'p');
  const data = {
    // A response has no title; its file is named after its id.
    title: (title && textOf(title).trim()) || (lead && firstWords(textOf(lead).trim(), 10)),
    description: summary && textOf(summary).trim(),
    author: author && textOf(author).trim(),
    ...(isUndated ? {} : { date }),
    type: 'post',
    slug: name.replace(/^(?:draft|\d{4}-\d{2}-\d{2})_/, '').toLowerCase(),
    // Whatever its name, a post without a date is unpublished.
    draft: isMediumDraft(path, text) || isUndated,
  };
  const body = content === undefined ? '' : toHtml({ type: 'root', children: content.children });
  return { present: true, data, body, source: () => undefined };
}

/** A card about another page has its title, description and host in the text of a link, and a second link around a picture. */
function normaliseMixtapes(content: Element): void {
  for (const card of findAll(content, (one) => hasClass(one, 'graf--mixtapeEmbed'))) {
    const link = findElement(card, ({ tagName }) => tagName === 'a');
    const part = (tag: string) => link && findElement(link, ({ tagName }) => tagName === tag);
    const [title, description] = [part('strong'), part('em')];
    if (link === undefined || title === undefined) continue;
    link.children = title.children;
    card.children = [
      element('p', {}, [link]),
      ...(description ? [element('p', {}, description.children)] : []),
    ];
  }
}
