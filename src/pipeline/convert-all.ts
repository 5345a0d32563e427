import { SvcError } from '../core/errors.js';
import type { Output } from '../emit/output.js';
import type { IndexEntry } from '../model/entry.js';
import { isPublic } from '../model/gate.js';
import { dateEntry, type Past } from '../model/history.js';
import type { Source } from '../sources/port.js';
import { restItemFile } from '../surfaces/rest-api.js';
import type { SurfaceContext } from '../surfaces/surface.js';
import { type ConvertContext, convertEntry } from './convert.js';
import type { Placed } from './place.js';
import type { Rules } from './prepare.js';
import { type BuildReport, ParityMeter, type Progress } from './report.js';
import type { Survey } from './survey.js';

export interface ConvertAllOptions {
  readonly sources: readonly Source[];
  readonly survey: Survey;
  readonly past: Past | undefined;
  readonly output: Output;
  readonly timeZone: string;
  readonly rules: Rules;
  /** Languages that may stand as the first part of an address. */
  readonly languages: readonly string[];
  readonly convert: ConvertContext;
  onProgress?(progress: Progress): void;
}

/** The index of all public entries, ascending by id. */
export interface ConvertedAll {
  readonly index: readonly IndexEntry[];
  readonly parity: BuildReport['parity'];
}

/**
 * Reads the bodies of all placed entries once more, converts one after the other and hands their documents to
 * the output, so that at most one body is held at a time.
 */
export async function convertAll(
  placed: readonly Placed[],
  options: ConvertAllOptions,
): Promise<ConvertedAll> {
  const { sources, convert, timeZone, onProgress } = options;
  const slots = placed.map((one) => indexEntry(one, options));
  const meter = new ParityMeter();
  let done = 0;
  for (const [number, source] of sources.entries()) {
    const wanted = new Map<string, number>();
    for (const [slot, { candidate }] of placed.entries()) {
      if (candidate.source === number) wanted.set(candidate.key, slot);
    }
    const keys = new Set(wanted.keys());
    const missing = new Set(keys);
    for await (const raw of source.readEntries(keys, { timeZone, warnings: convert.warnings })) {
      const slot = wanted.get(raw.key);
      const entry = slot === undefined ? undefined : slots[slot];
      if (slot === undefined || entry === undefined) continue;
      missing.delete(raw.key);
      if (!isPublic(raw, options.rules.gate)) throw changedMeanwhile(raw.ref);
      const converted = await convertEntry(raw, entry, number, convert);
      slots[slot] = { ...entry, excerpt: converted.excerpt };
      writeEntry(entry, converted, options);
      meter.add({ id: entry.id, url: convert.site.baseUrl + entry.path, parity: converted.parity });
      done += 1;
      onProgress?.({ stage: 'convert', done, total: placed.length });
    }
    for (const key of missing) throw changedMeanwhile(key);
  }
  return { index: slots, parity: meter.result() };
}

/** Somebody withdrew or removed an entry between the two readings, when lists and addresses were settled. */
function changedMeanwhile(file: string): SvcError {
  return new SvcError('SVC_SOURCE_MALFORMED', 'the entry changed while the site was being built', {
    file,
    fix: 'Run the command again.',
  });
}

function writeEntry(
  entry: IndexEntry,
  { twin, item }: { readonly twin: string; readonly item: string | undefined },
  { output, convert }: ConvertAllOptions,
): void {
  const { surface } = convert;
  if (hasTwinFile(surface, entry)) output.put(entry.twin, twin);
  // llms-full.txt holds the text of pages that have no twin too, such as the home page.
  else if (surface.served('llms-full')) output.keepAside(asideName(entry), twin);
  const file = item === undefined ? undefined : restItemFile(surface, entry);
  if (item !== undefined && file !== undefined) output.put(file, item);
}

/** Whether the build writes a twin for an entry. */
function hasTwinFile(surface: Pick<SurfaceContext, 'served'>, entry: IndexEntry): boolean {
  return entry.twin !== '' && surface.served('markdown');
}

function asideName(entry: IndexEntry): string {
  return `twin-${entry.id}.md`;
}

/** The twin of an entry that `convertAll` has converted, whether it is a file of the site or not. */
export function readTwin(output: Output, surface: Pick<SurfaceContext, 'served'>, entry: IndexEntry): string {
  return hasTwinFile(surface, entry) ? output.read(entry.twin) : output.readAside(asideName(entry));
}

function indexEntry({ candidate, address }: Placed, options: ConvertAllOptions): IndexEntry {
  const { past, rules, convert, languages } = options;
  const { id, type, hash, published, modified } = candidate;
  const { path } = address;
  return {
    id,
    type,
    title: candidate.title,
    path,
    twin: address.twin,
    ...dateEntry({ id, type, path, hash, published, modified }, past, rules.gate.now),
    menuOrder: candidate.menuOrder,
    lang: candidate.lang ?? languageOf(path, languages) ?? convert.site.lang,
    excerpt: '',
    llms: candidate.llms,
  };
}

/** `/fr/the/` is French on a site that lists `fr`. */
function languageOf(path: string, languages: readonly string[]): string | undefined {
  const first = path.split(/[/?]/)[1]?.toLowerCase();
  return languages.find((lang) => lang.toLowerCase() === first);
}
