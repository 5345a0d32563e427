import { SvcError } from '../core/errors.js';
import { shortHash } from '../core/hash.js';
import { Warnings } from '../core/warnings.js';
import type { Output } from '../emit/output.js';
import type { IndexEntry } from '../model/entry.js';
import { isPublic } from '../model/gate.js';
import { dateEntry, type Past } from '../model/history.js';
import type { RawEntry, Source } from '../sources/port.js';
import { restItemFile } from '../surfaces/rest-api.js';
import type { SurfaceContext } from '../surfaces/surface.js';
import type { CachedEntry, EntryCache } from './cache/entry-cache.js';
import { isStillTrue, LookupRecorder } from './cache/recorder.js';
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
  readonly cache: EntryCache;
  /** Of everything that all conversions depend on. */
  readonly cacheKey: string;
  onProgress?(progress: Progress): void;
}

export interface ConvertedAll {
  /** All public entries, ascending by id. */
  readonly index: readonly IndexEntry[];
  readonly parity: BuildReport['parity'];
  /** How many entries had to be converted. */
  readonly converted: number;
}

/**
 * Reads the bodies of the placed entries once more, converts one after the other and hands their documents to
 * the output, so that at most one body is held at a time. What an earlier build converted in the same way, and
 * nobody touched since, is neither read nor converted again.
 */
export async function convertAll(
  placed: readonly Placed[],
  options: ConvertAllOptions,
): Promise<ConvertedAll> {
  const { sources, convert, timeZone, onProgress } = options;
  const slots = placed.map((one) => indexEntry(one, options));
  const meter = new ParityMeter();
  const waiting = slots.flatMap((entry, slot) => (reuse(slot) ? [] : [{ entry, slot }]));
  let done = 0;
  for (const [number, source] of sources.entries()) {
    const wanted = new Map<string, number>();
    for (const { slot } of waiting) {
      const candidate = placed[slot]?.candidate;
      if (candidate?.source === number) wanted.set(candidate.key, slot);
    }
    if (wanted.size === 0) continue;
    const missing = new Set(wanted.keys());
    for await (const raw of source.readEntries(new Set(missing), { timeZone, warnings: convert.warnings })) {
      const slot = wanted.get(raw.key);
      if (slot === undefined) continue;
      missing.delete(raw.key);
      if (!isPublic(raw, options.rules.gate)) throw changedMeanwhile(raw.ref);
      await convertOne(raw, slot, number);
      done += 1;
      onProgress?.({ stage: 'convert', done, total: waiting.length });
    }
    for (const key of missing) throw changedMeanwhile(key);
  }
  return { index: slots, parity: meter.result(), converted: waiting.length };

  function reuse(slot: number): boolean {
    const [entry, one] = [slots[slot], placed[slot]];
    const cached = entry && options.cache.get(entry.id);
    if (entry === undefined || one === undefined || cached === undefined) return false;
    if (cached.key !== keyOf(one, entry, options) || !isStillTrue(cached.uses, convert)) return false;
    if (!keepFiles(entry, cached, options)) return false;
    settle(slot, entry, cached);
    return true;
  }

  async function convertOne(raw: RawEntry, slot: number, source: number): Promise<void> {
    const [entry, one] = [slots[slot], placed[slot]];
    if (entry === undefined || one === undefined) return;
    const lookups = new LookupRecorder(convert);
    const { media } = lookups;
    const warnings = new Warnings();
    const pattern = (id: number) => lookups.pattern(id);
    const converted = await convertEntry(raw, entry, source, { ...convert, media, pattern, warnings });
    settle(slot, entry, {
      key: keyOf(one, entry, options),
      excerpt: converted.excerpt,
      parity: converted.parity,
      uses: lookups.uses(),
      warnings: warnings.list(),
      ...writeFiles(entry, converted, options),
    });
  }

  function settle(slot: number, entry: IndexEntry, cached: CachedEntry): void {
    // Also what an earlier build warned of while it converted.
    for (const warning of cached.warnings) convert.warnings.add(warning);
    slots[slot] = { ...entry, excerpt: cached.excerpt };
    options.cache.set(entry.id, cached);
    meter.add({ id: entry.id, url: convert.site.baseUrl + entry.path, parity: cached.parity });
  }
}

/** Of everything that makes the documents of one entry. */
function keyOf(
  { candidate, address }: Placed,
  { lang }: IndexEntry,
  { cacheKey }: ConvertAllOptions,
): string {
  return shortHash(
    [cacheKey, candidate.stamp, candidate.source, address.path, address.twin, lang].join('\n'),
  );
}

/** Somebody withdrew or removed an entry between the two readings, when lists and addresses were settled. */
function changedMeanwhile(file: string): SvcError {
  return new SvcError('SVC_SOURCE_MALFORMED', 'the entry changed while the site was being built', {
    file,
    fix: 'Run the command again.',
  });
}

type Files = Pick<CachedEntry, 'twin' | 'item'>;

function writeFiles(
  entry: IndexEntry,
  { twin, item }: { readonly twin: string; readonly item: string | undefined },
  { output, convert: { surface } }: ConvertAllOptions,
): Files {
  const file = item === undefined ? undefined : restItemFile(surface, entry);
  return {
    twin: hasTwinFile(surface, entry)
      ? output.put(entry.twin, twin)
      : // llms-full.txt holds the text of pages that have no twin too, such as the home page.
        surface.served('llms-full')
        ? output.putAside(asideName(entry), twin)
        : undefined,
    item: item === undefined || file === undefined ? undefined : output.put(file, item),
  };
}

/** Keeps the files of an entry as they are; false when one is missing or was touched. */
function keepFiles(
  entry: IndexEntry,
  cached: Files,
  { output, convert: { surface } }: ConvertAllOptions,
): boolean {
  const file = restItemFile(surface, entry);
  const needsAside = !hasTwinFile(surface, entry) && surface.served('llms-full');
  const hasTwin = hasTwinFile(surface, entry)
    ? cached.twin !== undefined && output.keep(entry.twin, cached.twin)
    : !needsAside || (cached.twin !== undefined && output.keepAside(asideName(entry), cached.twin));
  if (!hasTwin) return false;
  return file === undefined || (cached.item !== undefined && output.keep(file, cached.item));
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
