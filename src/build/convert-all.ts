import { frameOf, SiteMeter } from '../content/fidelity/site-meter.js';
import { SvcError } from '../core/errors.js';
import { Fingerprint } from '../core/fingerprint.js';
import { placeOfId } from '../core/first-from.js';
import { hashId } from '../core/hash.js';
import type { FileFacts } from '../deploy/file-facts.js';
import type { Output } from '../deploy/output.js';
import { restItemFile } from '../documents/rest-api.js';
import type { IndexEntry } from '../site/entry.js';
import { type GateContext, isPublic } from '../site/gate.js';
import type { Source } from '../sources/port.js';
import type { CachedEntry, Extra } from './cache/cached-entry.js';
import type { EntryCache } from './cache/entry-cache.js';
import { isStillTrue } from './cache/recorder.js';
import type { ConvertContext } from './convert.js';
import { type Conversion, type ConvertJob, convertJob, jobOf } from './convert-job.js';
import type { Grading } from './grading/grading.js';
import type { PageMaterial } from './html/html-run.js';
import type { HtmlWork } from './html/start-html.js';
import type { ListedEntry } from './listed-entry.js';
import type { BuildReport, Progress } from './report.js';
import { asideName, hasTwinFile, readTwin } from './twin-files.js';
import { WantedKeys } from './wanted-keys.js';
import { convertAcross } from './workers/convert-across.js';
import type { WorkerPool } from './workers/worker-pool.js';

/** The path of the front page. */
const HOME = '/';

export interface ConvertAllOptions {
  readonly sources: readonly Source[];
  readonly output: Output;
  readonly timeZone: string;
  readonly gate: GateContext;
  readonly convert: ConvertContext;
  readonly cache: EntryCache;
  /** Of everything that all conversions depend on. */
  readonly cacheKey: string;
  /** What is done with pages; undefined where nothing is. */
  readonly html: HtmlWork | undefined;
  /** Told what the checks found; undefined where they are switched off. */
  readonly grading: Pick<Grading, 'note'> | undefined;
  /**
   * Starts threads for a number of entries that have to be converted.
   * @returns undefined where they do not pay
   */
  startWorkers?(waiting: number): Promise<WorkerPool | undefined>;
  onProgress?(progress: Progress): void;
}

export interface ConvertedAll {
  readonly fidelity: BuildReport['fidelity'];
  /** How many entries had to be converted. */
  readonly converted: number;
}

/**
 * Reads the bodies of the listed entries once more, converts them and hands their documents to the output, all in
 * the order of the sources. One body is held at a time; with threads, no more than keep these busy. What an earlier
 * build converted in the same way, and nobody touched since, is neither read nor converted again.
 * @param entries ascending by id; each is given its excerpt and hash
 */
export function convertAll(
  entries: readonly ListedEntry[],
  options: ConvertAllOptions,
): Promise<ConvertedAll> {
  return new Conversions(entries, options).run();
}

/** The conversions of one build. */
class Conversions {
  readonly #entries: readonly ListedEntry[];
  readonly #options: ConvertAllOptions;
  readonly #keys: Keys;
  readonly #meter = new SiteMeter();
  /** By place in the entries: 1 once an entry was read, or is reused. */
  readonly #isDone: Uint8Array;

  constructor(entries: readonly ListedEntry[], options: ConvertAllOptions) {
    this.#entries = entries;
    this.#options = options;
    this.#keys = new Keys(options);
    this.#isDone = new Uint8Array(entries.length);
  }

  async run(): Promise<ConvertedAll> {
    const { convert, cache, output, startWorkers, onProgress } = this.#options;
    cache.begin(this.#entries, output);
    const waiting = this.#entries.filter((entry, slot) => {
      const isReused = this.#reuse(entry, slot);
      this.#isDone[slot] = isReused ? 1 : 0;
      return !isReused;
    });
    const total = waiting.length;
    let done = 0;
    const pool = total === 0 ? undefined : await startWorkers?.(total);
    try {
      for await (const [{ entry }, conversion] of this.#converted(waiting, pool)) {
        this.#take(entry, conversion);
        done += 1;
        onProgress?.({ stage: 'convert', done, total });
      }
    } finally {
      await pool?.close();
    }
    const { surface } = convert;
    const twins = this.#entries.filter((entry) => entry.path !== HOME && hasTwinFile(surface, entry));
    const frame = frameOf(twins, (entry) => readTwin(output, surface, entry));
    return { fidelity: this.#meter.result(frame), converted: total };
  }

  #converted(
    waiting: readonly ListedEntry[],
    pool: WorkerPool | undefined,
  ): AsyncIterable<readonly [EntryTask, Conversion]> {
    const { convert } = this.#options;
    const convertHere = (job: ConvertJob) => convertJob(job, convert);
    const tasks = this.#tasks(waiting);
    return pool === undefined ? this.#convertedHere(tasks) : convertAcross(tasks, { pool, convertHere });
  }

  async *#convertedHere(tasks: AsyncIterable<EntryTask>): AsyncGenerator<readonly [EntryTask, Conversion]> {
    const { convert, html } = this.#options;
    for await (const task of tasks) {
      const page = (material: Omit<PageMaterial, 'index'>) =>
        html?.run.entryPage({ ...material, index: task.entry });
      yield [task, await convertJob(task.job, { ...convert, page })];
    }
  }

  /** Reads the entries from their sources. */
  async *#tasks(waiting: readonly ListedEntry[]): AsyncGenerator<EntryTask> {
    const { sources, timeZone, gate, convert } = this.#options;
    for (const [number, source] of sources.entries()) {
      const ofSource = waiting.filter(({ source: own }) => own === number);
      const wanted = new WantedKeys(ofSource);
      if (wanted.size === 0) continue;
      for await (const raw of source.readEntries(wanted, { timeZone, warnings: convert.warnings })) {
        const slot = placeOfId(this.#entries, raw.id ?? hashId(raw.key));
        const entry = this.#entries[slot];
        if (entry?.source !== number || entry.key !== raw.key) continue;
        this.#isDone[slot] = 1;
        if (!isPublic(raw, gate)) throw changedMeanwhile(raw.ref);
        yield { entry, job: jobOf(raw, entry, number) };
      }
      const missing = ofSource.find(({ id }) => this.#isDone[placeOfId(this.#entries, id)] === 0);
      if (missing !== undefined) throw changedMeanwhile(missing.key);
    }
  }

  /** Writes the documents of an entry that was converted. */
  #take(entry: ListedEntry, conversion: Conversion): void {
    const slot = placeOfId(this.#entries, entry.id);
    const { counts, findings, uses, warnings, checkup } = conversion;
    const { high, low } = this.#keys.of(entry);
    const files = writeFiles(entry, conversion, this.#options);
    const cached = { key: [high, low] as const, counts, findings, uses, warnings, checkup, ...files };
    this.#options.cache.set(slot, cached);
    entry.convert(conversion);
    this.#settle(entry, slot, cached);
  }

  /** @returns true for an entry whose documents stay as the last build wrote them */
  #reuse(entry: ListedEntry, slot: number): boolean {
    const { cache, convert } = this.#options;
    const { last } = cache;
    const number = last?.find(entry.id) ?? -1;
    if (last === undefined || number === -1) return false;
    const { high, low } = this.#keys.of(entry);
    if (!last.hasKey(number, high, low)) return false;
    const extra = cache.extraOf(number);
    if (!isStillTrue(extra.uses, convert) || !this.#keepFiles(entry, last.filesOf(number), extra))
      return false;
    cache.keep(slot, number);
    entry.reuse(last.bytes, last.excerptOf(number), last.hashOf(number));
    this.#settle(entry, slot, { ...extra, counts: last.countsOf(number) });
    return true;
  }

  /** Keeps the files of an entry as they are; false when one is missing or was touched. */
  #keepFiles(entry: ListedEntry, files: readonly number[], { aside }: Extra): boolean {
    const { output, convert } = this.#options;
    if (convert.surface.served('llms-full') && !hasTwinFile(convert.surface, entry)) {
      if (aside === undefined || !output.keepAside(asideName(entry), aside)) return false;
    }
    return files.every((file) => file === 0 || output.keepLast(file - 1));
  }

  #settle(
    entry: ListedEntry,
    slot: number,
    { counts, findings, warnings, uses }: Pick<CachedEntry, 'counts' | 'findings' | 'warnings' | 'uses'>,
  ): void {
    const { convert, grading, cache } = this.#options;
    this.#keys.note(entry, uses);
    // Also what an earlier build warned of while it converted.
    for (const warning of warnings) convert.warnings.add(warning);
    if (convert.checks !== undefined) grading?.note(slot, entry.type, cache.flagsOf(slot));
    // Its twin is the index of the site.
    if (entry.path === HOME) return;
    this.#meter.add({ id: entry.id, url: convert.site.baseUrl + entry.path, counts, findings });
  }
}

/** Fingerprints of everything that makes the documents of entries, and decides which files these have. */
class Keys {
  readonly #html: HtmlWork | undefined;
  readonly #authors: ReadonlyMap<string, string>;
  /** By list of authors: the names that readers see. */
  readonly #names: string[] = [];
  readonly #start = new Fingerprint();
  readonly #key = new Fingerprint();

  constructor({ cacheKey, html, convert }: Pick<ConvertAllOptions, 'cacheKey' | 'html' | 'convert'>) {
    this.#html = html;
    this.#authors = convert.authors;
    this.#start.begin();
    this.#start.addText(cacheKey);
  }

  /** The key of an entry, until another is asked for. */
  of(entry: ListedEntry): Pick<Fingerprint, 'high' | 'low'> {
    this.#key.begin(this.#start.high, this.#start.low);
    entry.addTo(this.#key);
    this.#key.addText(this.#namesOf(entry));
    if (this.#html !== undefined) this.#key.addText(this.#html.run.keyOf(entry));
    return this.#key;
  }

  #namesOf(entry: ListedEntry): string {
    const list = entry.authorList;
    this.#names[list] ??= entry.authors.map((key) => this.#authors.get(key) ?? '').join('\n');
    return this.#names[list];
  }

  /** Tells the entry whose key was asked for last what it was made from, with what its body asked for. */
  note(entry: ListedEntry, uses: CachedEntry['uses']): void {
    if (uses.length > 0) this.#key.addText(JSON.stringify(uses));
    entry.setPrint(this.#key);
  }
}

interface EntryTask {
  readonly entry: ListedEntry;
  readonly job: ConvertJob;
}

/** Somebody withdrew or removed an entry between the two readings, when lists and addresses were settled. */
function changedMeanwhile(file: string): SvcError {
  return new SvcError('SVC_SOURCE_MALFORMED', 'the entry changed while the site was being built', {
    file,
    fix: 'Run the command again.',
  });
}

function writeFiles(
  entry: IndexEntry,
  { twin, item, page }: Conversion,
  { output, html, convert: { surface } }: ConvertAllOptions,
): Pick<CachedEntry, 'files' | 'aside'> {
  const put = (file: string, body: string | Uint8Array) => {
    output.put(file, body);
    return output.numberOf(file);
  };
  let aside: FileFacts | undefined;
  const isFile = hasTwinFile(surface, entry);
  // llms-full.txt holds the text of pages that have no twin too, such as the home page.
  if (!isFile && surface.served('llms-full')) aside = output.putAside(asideName(entry), twin);
  const itemFile = item === undefined ? undefined : restItemFile(surface, entry);
  return {
    aside,
    files: [
      isFile ? put(entry.twin, twin) : undefined,
      item === undefined || itemFile === undefined ? undefined : put(itemFile, item),
      page !== undefined && html?.put(page) !== undefined ? output.numberOf(page.file) : undefined,
    ],
  };
}
