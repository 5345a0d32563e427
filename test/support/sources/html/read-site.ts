import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';
import { type Warning, Warnings } from '../../../../src/core/warnings.js';
import { htmlSource } from '../../../../src/sources/html/row.js';
import type { RawAuthor, RawEntry, RawSite, RawTerm, Source } from '../../../../src/sources/port.js';
import { workspace } from '../../build/workspace.js';

export interface SiteContent {
  readonly source: Source;
  readonly entries: readonly RawEntry[];
  readonly byFile: ReadonlyMap<string, RawEntry>;
  readonly authors: readonly RawAuthor[];
  readonly terms: readonly RawTerm[];
  readonly site: RawSite;
  readonly warnings: readonly Warning[];
}

/** Reads a whole folder of built pages through the source. */
export async function readSite(
  path: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<SiteContent> {
  const warnings = new Warnings();
  const source = await htmlSource.open({ path, options });
  const entries: RawEntry[] = [];
  const authors: RawAuthor[] = [];
  const terms: RawTerm[] = [];
  let site: RawSite = {};
  for await (const item of source.read({ warnings, timeZone: 'UTC' })) {
    if (item.kind === 'entry') entries.push(item.entry);
    if (item.kind === 'author') authors.push(item.author);
    if (item.kind === 'term') terms.push(item.term);
    if (item.kind === 'site') site = item.site;
  }
  const byFile = new Map(entries.map((entry) => [entry.key, entry]));
  return { source, entries, byFile, authors, terms, site, warnings: warnings.list() };
}

/** The Markdown of an entry's body. */
export function markdownOf(entry: RawEntry | undefined): string {
  return toMarkdown(parseHtml(entry?.body ?? '')).trim();
}

/** Writes files into a new folder of their own. */
export function siteWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  return workspace(files);
}

/** A page with this body. */
export function page(body: string, head = '', lang = 'en'): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
}

/** The one entry that a page at this path becomes. */
export async function readOne(
  html: string,
  path = 'page.html',
  options: Readonly<Record<string, unknown>> = {},
): Promise<RawEntry> {
  const { entries, warnings } = await readSite(siteWith({ [path]: html }), options);
  const [entry] = entries;
  if (entry === undefined) throw new Error(`no entry: ${JSON.stringify(warnings)}`);
  return entry;
}
