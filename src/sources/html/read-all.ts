import { batches } from '../../core/batches.js';
import type { Warnings } from '../../core/warnings.js';
import type { PageResult } from './entry.js';
import type { HeadResult, HeadsRead } from './head-facts.js';
import { inTurn, type Workforce } from './in-turn.js';
import type { PagesRead, PageToRead } from './page-messages.js';
import type { PageFate } from './scan.js';

/** Number of heads, and of pages, that go to a thread together; without threads whole pages are read one by one. */
const HEADS = 64;
const PAGES = 16;

/** A page in the order of the folder; its index there includes those that are left out. */
interface NumberedPage {
  readonly number: number;
  readonly file: string;
  readonly fate: PageFate;
}

/** Pages that go to a thread together, and those of them to read. */
interface PageJob {
  readonly batch: readonly NumberedPage[];
  readonly wanted: readonly PageToRead[];
}

/** The result for a page; undefined for an unusable file. */
export type NumberedResult = readonly [page: NumberedPage, result: PageResult | undefined];

/** The heads of pages, in their order. */
export async function* headsOf(
  paths: readonly string[],
  warnings: Warnings,
  force: Workforce<readonly string[], HeadsRead>,
): AsyncGenerator<readonly [path: string, head: HeadResult]> {
  for await (const [batch, read] of inTurn(batches(paths, HEADS), force)) {
    for (const warning of read.warnings) warnings.add(warning);
    for (const [index, path] of batch.entries()) yield [path, read.heads[index]];
  }
}

/** The result for each page that has an address or is left out; in the order of the folder. */
export async function* readSettledPages(
  pages: ReadonlyMap<string, PageFate>,
  force: Workforce<readonly PageToRead[], PagesRead> & { onBytes(bytes: number): void },
): AsyncGenerator<NumberedResult> {
  const reading = inTurn(jobsOf(pages, force.room === 0 ? 1 : PAGES), {
    room: force.room,
    elsewhere: ({ wanted }) => force.elsewhere(wanted),
    here: ({ wanted }) => force.here(wanted),
  });
  for await (const [{ batch }, { results, bytes }] of reading) {
    force.onBytes(bytes);
    let next = 0;
    for (const page of batch) {
      if ('leftOut' in page.fate) {
        yield [page, page.fate];
        continue;
      }
      yield [page, results[next]];
      next += 1;
    }
  }
}

function* numbered(pages: ReadonlyMap<string, PageFate>): Iterable<NumberedPage> {
  let number = 0;
  for (const [file, fate] of pages) {
    yield { number, file, fate };
    number += 1;
  }
}

function* jobsOf(pages: ReadonlyMap<string, PageFate>, size: number): Iterable<PageJob> {
  for (const batch of batches(numbered(pages), size)) {
    const wanted = batch.flatMap(({ file, fate }) => ('address' in fate ? [{ file, ...fate }] : []));
    yield { batch, wanted };
  }
}
