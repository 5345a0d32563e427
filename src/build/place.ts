import { SvcError } from '../core/errors.js';
import { printable } from '../core/text.js';
import type { Warning, Warnings } from '../core/warnings.js';
import type { DocumentContext } from '../documents/document-row.js';
import { documentFiles, reservedPaths } from '../documents/reserved.js';
import { adminFolders } from '../documents/rest-addresses.js';
import { type Address, placeEntry } from '../site/address.js';
import { type Claim, type Refusal, resolveClaims } from '../site/collisions.js';
import type { BuildEntry } from './build-entry.js';
import { MANIFEST_FILE } from './manifest.js';

export interface PlaceOptions {
  readonly baseUrl: string;
  readonly sourceBases: readonly (string | undefined)[];
  /** Names of the folders or files that the sources read, for messages. */
  readonly folders?: readonly string[];
  /** The context of the documents, without entries. */
  readonly ctx: DocumentContext;
  /** File of the page that is generated at an address; undefined where no pages are generated. */
  pageFile?(path: string): string | undefined;
  /** Files of the site in addition to those of the documents. */
  readonly siteFiles?: readonly string[];
  readonly warnings: Warnings;
  /** Called for each entry that is left out, with its warning; without an address its path is empty. */
  onSkipped?(entry: BuildEntry, hasAddress: boolean, why: Warning): void;
}

/**
 * Assigns every entry its address or warns that it has none.
 * @param entries ascending by id
 * @returns those with an address, in the same order
 */
export function placeEntries(entries: Iterable<BuildEntry>, options: PlaceOptions): readonly BuildEntry[] {
  const placed: BuildEntry[] = [];
  for (const entry of entries) {
    const why = place(entry, options);
    if (why === undefined) placed.push(entry);
    else options.onSkipped?.(entry, false, why);
  }
  assertFreeApis(placed, options);
  warnOfMissingPages(placed, options);
  const refusals = resolveClaims(claims(placed, options), occupiedBy(options));
  if (refusals.length === 0) return placed;
  const byId = new Map(placed.map((entry) => [entry.id, entry]));
  for (const refusal of refusals) {
    const entry = byId.get(refusal.id);
    if (entry === undefined) continue;
    options.onSkipped?.(entry, true, warnOfRefusal(entry, refusal, byId, options));
  }
  const refused = new Set(refusals.map(({ id }) => id));
  return placed.filter(({ id }) => !refused.has(id));
}

/** The claims of placed entries. */
function* claims(placed: readonly BuildEntry[], { pageFile }: PlaceOptions): Iterable<Claim> {
  for (const { id, path, twin } of placed) yield { id, address: { path, twin }, page: pageFile?.(path) };
}

/** Assigns an entry the address in its source, or reports why it has no usable one. */
function place(entry: BuildEntry, options: PlaceOptions): Warning | undefined {
  const { url, source } = entry;
  if (url === '') {
    return skip(entry, 'no-address', 'it has no address', 'Give it a permalink.', options);
  }
  const exportBase = options.sourceBases[source];
  const bases = exportBase === undefined ? [options.baseUrl] : [exportBase, options.baseUrl];
  const address = placeEntry(url, bases);
  if ('problem' in address) {
    const fix = 'Correct the permalink in the source.';
    return skip(
      entry,
      `address-${address.problem}`,
      `its address ${quote(url)} can't be used: ${address.detail}`,
      fix,
      options,
    );
  }
  if (address.noTwin === 'query' || address.noTwin === 'long')
    warnOfMissingTwin(entry, address, options.warnings);
  entry.place(address);
  return undefined;
}

function warnOfMissingTwin({ title, id }: BuildEntry, { path, noTwin }: Address, warnings: Warnings): void {
  const isQuery = noTwin === 'query';
  const message = `${entryName(title, id)} has no Markdown twin, because its address ${quote(path)} ${
    isQuery ? 'is a query' : 'is too long for a file name'
  }.`;
  const fix = isQuery ? 'Switch to permalinks with words and export again.' : 'Shorten the slug.';
  warnings.add({ code: isQuery ? 'no-twin-query' : 'no-twin-long', message, fix });
}

function warnOfMissingPages(placed: readonly BuildEntry[], { pageFile, warnings }: PlaceOptions): void {
  if (pageFile === undefined) return;
  for (const { title, id, path } of placed) {
    // Only a query contains a question mark.
    if (path.includes('?') || pageFile(path) !== undefined) continue;
    const message = `${entryName(title, id)} has no page, because its address ${quote(path)} is too long for a file name.`;
    const fix = 'Shorten the slug.';
    warnings.add({ code: 'no-page-long', message, fix });
  }
}

function occupiedBy({ ctx, siteFiles = [] }: PlaceOptions) {
  return { isReserved: reservedPaths(ctx, [MANIFEST_FILE]), files: [...documentFiles(ctx), ...siteFiles] };
}

/** Clients know the addresses of the sidecar's APIs, so these can't make room. */
function assertFreeApis(placed: readonly BuildEntry[], { ctx }: PlaceOptions): void {
  if (!ctx.sidecar) return;
  const folders = adminFolders(ctx.restPrefix);
  const entry = placed.find(({ path }) => folders.some((folder) => `${path}/`.startsWith(folder)));
  if (entry === undefined) return;
  const message = `the address ${quote(entry.path)} of ${entryName(entry.title, entry.id)} belongs to an API of the sidecar`;
  const fix = 'Set "restPrefix" to a name that no page uses, such as "svc-api".';
  throw new SvcError('SVC_CONFIG_INVALID', message, { field: 'restPrefix', fix });
}

function warnOfRefusal(
  entry: BuildEntry,
  { cause, path, winner }: Refusal,
  placed: ReadonlyMap<number, BuildEntry>,
  options: PlaceOptions,
): Warning {
  const other = winner === undefined ? undefined : placed.get(winner);
  const who = other === undefined ? 'the service' : namedInSource(other, options);
  const why = {
    reserved: `its address ${quote(path)} is that of a generated document`,
    'same-url': `${who} has the same address ${quote(path)}`,
    'same-file': `its address ${quote(path)} differs from that of ${who} only in a way that file systems ignore`,
    folder: `its address ${quote(path)} needs a folder where ${who} has a file, or vice versa`,
  }[cause];
  const fix = 'Change the slug of one of them, or set a "permalink" for one of them.';
  return skip(entry, `address-${cause}`, why, fix, options);
}

/** With its file where it comes from one, since the titles of two files are often the same. */
function namedInSource(
  { title, id, key, isHashed, source }: BuildEntry,
  { folders = [] }: PlaceOptions,
): string {
  const name = entryName(title, id);
  if (!isHashed) return name;
  return `${name} of ${quote(folders.length > 1 ? `${folders[source]}/${key}` : key)}`;
}

function skip(entry: BuildEntry, code: string, why: string, fix: string, options: PlaceOptions): Warning {
  const warning: Warning = {
    code,
    message: `${namedInSource(entry, options)} is left out, because ${why}.`,
    fix,
    skipped: true,
  };
  options.warnings.add(warning);
  return warning;
}

/** An entry as warnings name it. */
export function entryName(title: string, id: number): string {
  return `${quote(title === '' ? '(untitled)' : title)} (id ${id})`;
}

/** Content is untrusted: no control characters on the terminal, no endless lines. */
function quote(text: string): string {
  const clean = printable(text);
  return `"${clean.length > 120 ? `${clean.slice(0, 120)}…` : clean}"`;
}
