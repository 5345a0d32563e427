import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';
import { type Warning, Warnings } from '../../../../src/core/warnings.js';
import { filesSource } from '../../../../src/sources/files/row.js';
import type {
  OpenOptions,
  RawAuthor,
  RawEntry,
  RawSite,
  SourceDefinition,
} from '../../../../src/sources/port.js';
import { workspace } from '../../build/workspace.js';

/** 2026-01-15. */
export const NOW = 1_768_435_200;

export const source: SourceDefinition = {
  ...filesSource,
  open: (options: OpenOptions) => filesSource.open({ now: NOW, ...options }),
};

export interface FolderContent {
  readonly entries: readonly RawEntry[];
  readonly byKey: ReadonlyMap<string, RawEntry>;
  readonly authors: readonly RawAuthor[];
  readonly site: RawSite | undefined;
  readonly warnings: readonly Warning[];
  readonly bytes: number;
}

/** Reads a whole folder through the source. */
export async function readFolder(
  path: string,
  options: Readonly<Record<string, unknown>> = {},
  timeZone = 'UTC',
  privacy = NO_PRIVACY_RULES,
): Promise<FolderContent> {
  const warnings = new Warnings();
  const entries: RawEntry[] = [];
  const authors: RawAuthor[] = [];
  let site: RawSite | undefined;
  let bytes = 0;
  const opened = await source.open({ path, options });
  const context = {
    warnings,
    timeZone,
    privacy,
    onBytes(count: number) {
      bytes += count;
    },
  };
  for await (const item of opened.read(context)) {
    if (item.kind === 'entry') entries.push(item.entry);
    if (item.kind === 'author') authors.push(item.author);
    if (item.kind === 'site') site = item.site;
  }
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  return { entries, byKey, authors, site, warnings: warnings.list(), bytes };
}

/** Writes files into a new folder of their own. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  return workspace(files);
}

/** The one entry that a file with this front matter and body becomes. */
export async function readOne(
  content: string,
  path = 'page.md',
  options = {},
): Promise<RawEntry & { notes: string[] }> {
  const { entries, warnings } = await readFolder(folderWith({ [path]: content }), options);
  const [entry] = entries;
  if (entry === undefined) throw new Error(`no entry: ${JSON.stringify(warnings)}`);
  return { ...entry, notes: warnings.map(({ code, field }) => `${code} ${field ?? ''}`.trim()) };
}
