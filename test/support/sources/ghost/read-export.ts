import { join } from 'node:path';
import { type Warning, Warnings } from '../../../../src/core/warnings.js';
import { ghostSource } from '../../../../src/sources/ghost/row.js';
import type { RawAuthor, RawEntry, RawSite, RawTerm, Source } from '../../../../src/sources/port.js';
import { workspace } from '../../build/workspace.js';

export interface ExportContent {
  readonly source: Source;
  readonly entries: readonly RawEntry[];
  readonly bySlug: ReadonlyMap<string, RawEntry>;
  readonly authors: readonly RawAuthor[];
  readonly terms: readonly RawTerm[];
  readonly site: RawSite;
  readonly warnings: readonly Warning[];
}

/** Reads a whole export through the source. */
export async function readExport(
  path: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<ExportContent> {
  const warnings = new Warnings();
  const source = await ghostSource.open({ path, options });
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
  const bySlug = new Map(entries.map((entry) => [entry.slug, entry]));
  return { source, entries, bySlug, authors, terms, site, warnings: warnings.list() };
}

/** Writes a file of its own with this content and gives its path. */
export function fileWith(content: string | Uint8Array, name = 'export.json'): string {
  return join(workspace({ [name]: content }), name);
}

/** A row of the posts that everybody may read. */
export function post(fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    id: '66a0c1d2e3f4a5b6c7d80001',
    title: 'Oar',
    slug: 'oar',
    html: '<p>Text</p>',
    type: 'post',
    status: 'published',
    visibility: 'public',
    published_at: '2024-03-02T09:30:00.000Z',
    ...fields,
  };
}

/** An export with these tables. */
export function dump(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ db: [{ meta: { version: '5.82.0' }, data: { posts: [], ...data } }] });
}

/** What the one post of an export becomes. */
export async function readOne(
  fields: Readonly<Record<string, unknown>>,
  tables: Readonly<Record<string, unknown>> = {},
  options: Readonly<Record<string, unknown>> = {},
): Promise<RawEntry & { readonly notes: readonly string[] }> {
  const { entries, warnings } = await readExport(
    fileWith(dump({ posts: [post(fields)], ...tables })),
    options,
  );
  const [entry] = entries;
  if (entry === undefined) throw new Error(`no entry: ${JSON.stringify(warnings)}`);
  return { ...entry, notes: warnings.map(({ code, field }) => `${code} ${field ?? ''}`.trim()) };
}
