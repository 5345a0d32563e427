import { existsSync } from 'node:fs';
import { batches } from '../../core/batches.js';
import { runInOrder } from '../../core/run-in-order.js';
import { shareData } from '../../core/shared-data.js';
import type { Threads } from '../../core/threads.js';
import type { Warnings } from '../../core/warnings.js';
import type { EntryContext, PageResult } from './entry.js';
import {
  type FolderLimits,
  type HeadResult,
  type HeadsJob,
  type HeadsRead,
  readHeads,
} from './head-facts.js';
import type { PagesJob } from './page-worker.js';
import { type PagesRead, readPages } from './read-page.js';
import type { PageDecision } from './scan.js';

/** Missing when the program runs from its TypeScript sources, which threads can't load. */
const SCRIPT = new URL('./page-worker.js', import.meta.url);

/** Number of heads, and of pages, that go to a thread together; without threads whole pages are read one by one. */
const HEADS = 64;
const PAGES = 16;

/** A page in the order of the folder; its index there includes those that are left out. */
interface NumberedPage {
  readonly number: number;
  readonly file: string;
  readonly decision: PageDecision;
}

/** The result for a page; undefined for an unusable file. */
type NumberedResult = readonly [page: NumberedPage, result: PageResult | undefined];

/** Reads the pages of a folder, on threads where there are some. */
export class PageReader {
  readonly #threads: Threads | undefined;
  /** How many batches may be under way, so that no thread idles. */
  readonly #room: number;

  constructor(
    private readonly limits: FolderLimits,
    threads?: Threads,
  ) {
    this.#threads = existsSync(SCRIPT) ? threads : undefined;
    this.#room = this.#threads?.room ?? 1;
  }

  /**
   * The heads of pages, in their order.
   * @param sample decides for which pages the frame is read as well
   */
  async *heads(
    paths: readonly string[],
    sample: string,
    warnings: Warnings,
  ): AsyncGenerator<readonly [path: string, head: HeadResult]> {
    const read = (batch: readonly string[]): Promise<HeadsRead> => {
      const job: HeadsJob = { paths: batch, limits: this.limits, sample };
      return this.#run('readHeads', job, () => readHeads(job));
    };
    for await (const [batch, { heads, warnings: found }] of runInOrder(
      batches(paths, HEADS),
      read,
      this.#room,
    )) {
      for (const warning of found) warnings.add(warning);
      for (const [index, path] of batch.entries()) yield [path, heads[index]];
    }
  }

  /** The result for each page that has an address or is left out; in the order of the folder. */
  async *pages(context: EntryContext, onBytes?: (bytes: number) => void): AsyncGenerator<NumberedResult> {
    const { root } = this.limits;
    const shared = this.#threads && shareData(context);
    const read = (batch: readonly NumberedPage[]): Promise<PagesRead> => {
      const pages = batch.flatMap(({ file, decision }) =>
        'address' in decision ? [{ file, ...decision }] : [],
      );
      const here = () => readPages(pages, root, context);
      if (shared === undefined) return here();
      return this.#run('readPages', { pages, root, context: shared } satisfies PagesJob, here);
    };
    const jobs = batches(numbered(context.scan.pages), this.#threads === undefined ? 1 : PAGES);
    for await (const [batch, { results, bytes }] of runInOrder(jobs, read, this.#room)) {
      onBytes?.(bytes);
      let next = 0;
      for (const page of batch) yield [page, 'leftOut' in page.decision ? page.decision : results[next++]];
    }
  }

  /** Runs a job in a thread, or in this one if none is free or the page is too large for a thread. */
  async #run<Read>(name: string, job: unknown, here: () => Read | Promise<Read>): Promise<Read> {
    const threads = this.#threads;
    try {
      if (threads !== undefined && !threads.needHelp) return await threads.run<Read>(SCRIPT, name, job);
    } catch {
      // It fails again where errors are reported.
    }
    return here();
  }
}

function* numbered(pages: ReadonlyMap<string, PageDecision>): Iterable<NumberedPage> {
  let number = 0;
  for (const [file, decision] of pages) {
    yield { number, file, decision };
    number += 1;
  }
}
