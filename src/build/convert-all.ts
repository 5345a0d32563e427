import { SiteMeter, twinFrame } from '../content/fidelity/site-meter.js';
import { sanitise } from '../content/html/sanitise.js';
import { SvcError } from '../core/errors.js';
import { EventLoopShare } from '../core/event-loop-share.js';
import { shortHash } from '../core/hash.js';
import { TextStore } from '../core/text-store.js';
import type { Output } from '../deploy/output.js';
import { restItemFile } from '../documents/rest-addresses.js';
import { type GateContext, isPublic } from '../site/gate.js';
import { isInFuture } from '../site/history.js';
import type { Source } from '../sources/port.js';
import type { BuildEntry } from './build-entry.js';
import { type ConvertContext, withPageImage } from './convert.js';
import {
  type Conversion,
  type ConvertedMaterial,
  type ConvertJob,
  convertJob,
  type EntryFiles,
  entryWriter,
  jobOf,
  packed,
} from './convert-job.js';
import type { HtmlPage } from './html/html-run.js';
import type { HtmlWork } from './html/start-html.js';
import { LinkGraph } from './link-graph.js';
import { type EntryRow, isStillTrue } from './lookups.js';
import type { BuildReport, Progress } from './report.js';
import { withoutFuture } from './scanned-entry.js';
import type { LastState, NewState } from './state/build-state.js';
import { asideName, hasTwinFile, readTwin } from './twin-files.js';
import type { ConverterPool } from './workers/converter-pool.js';

/** The path of the front page. */
const HOME = '/';

interface ConvertAllOptions {
  readonly sources: readonly Source[];
  readonly output: Output;
  readonly timeZone: string;
  readonly gate: GateContext;
  readonly convert: ConvertContext;
  readonly last: LastState;
  readonly next: NewState;
  /** Hash of the inputs that all conversions share. */
  readonly sharedKey: string;
  /** How pages are processed; undefined where there are none. */
  readonly html: HtmlWork | undefined;
  /** Bodies of this length go to a thread of their own. */
  readonly longBody: number;
  /**
   * Threads for a number of entries to convert, or for long bodies where it is infinite.
   * @returns undefined where threads don't pay off
   */
  startWorkers?(waiting: number): Promise<ConverterPool | undefined>;
  onProgress?(progress: Progress): void;
}

interface ConvertedAll {
  readonly fidelity: BuildReport['fidelity'];
  readonly converted: number;
  readonly links: LinkGraph;
}

/**
 * Reads the bodies of the listed entries again, converts them and passes their documents to the output, all in the
 * order of the sources. One body is in memory at a time; with threads, no more than keep these busy. Entries that an
 * earlier build converted in the same way, and that have not changed since, are neither read nor converted again.
 * @param entries ascending by id; each gets its excerpt and hash
 */
export function convertAll(
  entries: readonly BuildEntry[],
  options: ConvertAllOptions,
): Promise<ConvertedAll> {
  return new Conversions(entries, options).run();
}

class Conversions {
  readonly #entries: readonly BuildEntry[];
  readonly #meter = new SiteMeter();
  readonly #links: LinkGraph;
  readonly #texts = new TextStore();
  readonly #share = new EventLoopShare();
  /** Converts long bodies where the build's own thread converts the others. */
  #longBodies: ConverterPool | undefined;

  constructor(
    entries: readonly BuildEntry[],
    private readonly options: ConvertAllOptions,
  ) {
    this.#entries = entries;
    this.#links = new LinkGraph(entries);
  }

  async run(): Promise<ConvertedAll> {
    const { sources, convert, output, startWorkers, onProgress } = this.options;
    const waiting: BuildEntry[] = [];
    for (const entry of this.#entries) {
      if (!this.#reuse(entry)) waiting.push(entry);
      await this.#share.yieldTurn();
    }
    const total = waiting.length;
    let done = 0;
    const pool = total === 0 ? undefined : await startWorkers?.(total);
    for await (const [task, conversion] of this.#converted(waiting, pool)) {
      this.#take(task, conversion);
      done += 1;
      onProgress?.({ stage: 'convert', done, total });
      await this.#share.yieldTurn();
    }
    const { documentContext } = convert;
    // Only built pages have a frame; repeated text in an export is the author's.
    const twins = this.#entries.filter(
      (entry) =>
        sources[entry.source]?.builtFolder !== undefined &&
        entry.path !== HOME &&
        hasTwinFile(documentContext, entry),
    );
    const frame = twinFrame(twins, (entry) => readTwin(output, documentContext, entry));
    return { fidelity: this.#meter.result(frame), converted: total, links: this.#links };
  }

  #converted(
    waiting: readonly BuildEntry[],
    pool: ConverterPool | undefined,
  ): AsyncIterable<readonly [EntryTask, Conversion]> {
    const tasks = this.#tasks(waiting);
    return pool === undefined ? this.#convertedHere(tasks) : pool.convert(tasks);
  }

  async *#convertedHere(tasks: AsyncIterable<EntryTask>): AsyncGenerator<readonly [EntryTask, Conversion]> {
    const { convert, output } = this.options;
    const writer = entryWriter(output.places);
    for await (const task of tasks) {
      const pool = await this.#poolFor(task.job);
      yield [task, await (pool?.convertOne(task.job) ?? convertJob(task.job, convert, writer))];
    }
  }

  /** Threads for a body that would block this thread for too long. */
  async #poolFor({ raw }: ConvertJob): Promise<ConverterPool | undefined> {
    const { longBody, startWorkers } = this.options;
    if (raw.body.length < longBody) return undefined;
    this.#longBodies ??= await startWorkers?.(Number.POSITIVE_INFINITY);
    return this.#longBodies;
  }

  /** Reads the entries from their sources. */
  async *#tasks(waiting: readonly BuildEntry[]): AsyncGenerator<EntryTask> {
    const { sources, timeZone, gate, convert, html } = this.options;
    for (const [number, source] of sources.entries()) {
      const wanted = new Map<string, BuildEntry>();
      for (const entry of waiting) if (entry.source === number) wanted.set(entry.key, entry);
      if (wanted.size === 0) continue;
      const keys = new Set(wanted.keys());
      for await (const raw of source.readEntries(keys, { timeZone, warnings: convert.warnings })) {
        const entry = wanted.get(raw.key);
        if (entry === undefined || raw.id !== (entry.isHashed ? undefined : entry.id)) continue;
        wanted.delete(raw.key);
        if (!isPublic(raw, gate)) throw changedMeanwhile(raw.ref);
        const page = html && (html.run.isRendered ? 'rendered' : 'augmented');
        yield { entry, job: jobOf(withoutFuture(raw, gate.now), entry, number, this.#filesOf(entry), page) };
      }
      const [missing] = wanted.keys();
      if (missing !== undefined) throw changedMeanwhile(missing);
    }
  }

  /** Takes the documents of a converted entry, and generates its page. */
  #take({ entry, job }: EntryTask, conversion: Conversion): void {
    const { counts, findings, uses, warnings, excerpt, hasProse, links, hash, aside, material } = conversion;
    const page = material && this.#pageOf(entry, job, material);
    const checkup =
      material === undefined
        ? conversion.checkup
        : packed(withPageImage(material.checkup, material.entry, page));
    const row: EntryRow = {
      key: this.#keyOf(entry),
      excerpt,
      hash,
      ...(!hasProse && { isBare: true }),
      links,
      counts,
      ...(findings && { findings }),
      ...(checkup && { checkup }),
      files: this.#takeFiles(entry, conversion, page),
      ...(aside && { aside }),
      uses,
      warnings,
    };
    this.options.next.add('entry', entry.id, row);
    this.#settle(entry, row, false);
  }

  #pageOf(
    index: BuildEntry,
    { raw }: ConvertJob,
    { entry, body, tree }: ConvertedMaterial,
  ): HtmlPage | undefined {
    const clean = () => sanitise(tree ?? { type: 'root', children: [] });
    return this.options.html?.run.entryPage({ raw, entry, body, clean, index });
  }

  /** The files of an entry besides its page. */
  #filesOf(entry: BuildEntry): EntryFiles {
    const { documentContext } = this.options.convert;
    const item = documentContext.restApi.mode === 'static' ? restItemFile(documentContext, entry) : undefined;
    return {
      // llms-full.txt includes pages without a twin, such as the home page. A sidecar may be told to serve it later.
      ...(hasTwinFile(documentContext, entry) ? { twin: entry.twin } : { aside: asideName(entry) }),
      ...(item !== undefined && { item }),
    };
  }

  #takeFiles(
    entry: BuildEntry,
    { written, aside }: Conversion,
    page: HtmlPage | undefined,
  ): EntryRow['files'] {
    const { output, html } = this.options;
    const files = written.map((one) => [one.file, output.take(one)] as const);
    if (aside !== undefined) output.aside.take(asideName(entry));
    if (page !== undefined) files.push([page.file, html?.put(page)]);
    return files.flatMap(([file, facts]) => (facts === undefined ? [] : [[file, facts] as const]));
  }

  /** @returns true for an entry whose documents stay as the last build wrote them */
  #reuse(entry: BuildEntry): boolean {
    const { last, next, convert } = this.options;
    const row = last.get<EntryRow>('entry', entry.id);
    if (row === undefined || row.key !== this.#keyOf(entry)) return false;
    if (!isStillTrue(row.uses, convert) || !this.#keepFiles(entry, row)) return false;
    next.keep('entry', entry.id);
    this.#settle(entry, row, true);
    return true;
  }

  /** Keeps the files of an entry; false when one is missing or has changed. */
  #keepFiles(entry: BuildEntry, { files, aside }: EntryRow): boolean {
    const { output, convert } = this.options;
    if (!hasTwinFile(convert.documentContext, entry)) {
      if (aside === undefined || !output.aside.keep(asideName(entry), aside)) return false;
    }
    return files.every(([file, facts]) => output.keep(file, facts));
  }

  #settle(entry: BuildEntry, row: EntryRow, isReused: boolean): void {
    const { convert } = this.options;
    const { key, uses, checkup, excerpt, hash, counts, findings } = row;
    this.#links.add(entry, row.links);
    const found = {
      excerpt,
      hasProse: row.isBare !== true,
      hash,
      madeFrom: uses.length === 0 ? key : shortHash(JSON.stringify([key, uses])),
      checkup: checkup && JSON.stringify(checkup),
      isReused,
    };
    entry.convert(found, this.#texts);
    // Also the warnings of an earlier build's conversion.
    for (const warning of row.warnings) convert.warnings.add(warning);
    // Its twin is the index of the site.
    if (entry.path === HOME) return;
    this.#meter.add({ id: entry.id, url: convert.site.baseUrl + entry.path, counts, findings });
  }

  /** Hash of all inputs and the paths of an entry's documents. */
  #keyOf(entry: BuildEntry): string {
    const { sharedKey, html, convert, gate } = this.options;
    const { stamp, path, lang, source, hasTwin } = entry;
    const names = entry.authorKeys.map((key) => convert.authors.get(key) ?? '');
    const page = html?.run.keyOf(entry) ?? '';
    const dates = isInFuture(entry.sourceModified, gate.now) ? ['future'] : [];
    return shortHash(JSON.stringify([sharedKey, stamp, path, lang, source, hasTwin, names, page, ...dates]));
  }
}

interface EntryTask {
  readonly entry: BuildEntry;
  readonly job: ConvertJob;
}

/** An entry was withdrawn or removed between the two readings, after lists and addresses were settled. */
function changedMeanwhile(file: string): SvcError {
  return new SvcError('SVC_SOURCE_MALFORMED', 'the entry changed while the site was being built', {
    file,
    fix: 'Run the command again.',
  });
}
