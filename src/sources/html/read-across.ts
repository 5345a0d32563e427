import { setImmediate } from 'node:timers/promises';
import type { PageResult } from './entry.js';
import type { PagesRead, PageToRead } from './page-messages.js';
import type { PageThreads } from './page-threads.js';
import type { PageFate } from './survey.js';

/** Pages that go to a thread together. */
const BATCH = 16;

/** A page in the order of the folder; its number there counts those that are left out, too. */
interface NumberedPage {
  readonly number: number;
  readonly file: string;
  readonly fate: PageFate;
}

/** How pages are read. */
export interface ReadingMeans {
  readonly threads: Pick<PageThreads, 'read' | 'room'> | undefined;
  /** Reads pages on this thread. */
  readHere(pages: readonly PageToRead[]): PagesRead;
  onBytes?(bytes: number): void;
}

/** What became of a page; undefined for one whose file cannot be used. */
export type NumberedResult = readonly [page: NumberedPage, result: PageResult | undefined];

/** Reads pages, on several threads where there are some, and gives back what became of them in their order. */
export async function* readAcross(
  pages: ReadonlyMap<string, PageFate>,
  means: ReadingMeans,
): AsyncGenerator<NumberedResult> {
  const { threads } = means;
  const underWay: (readonly [readonly NumberedPage[], PagesRead | Promise<PagesRead>])[] = [];
  for (const batch of batches(pages, threads === undefined ? 1 : BATCH)) {
    underWay.push([batch, start(batch, means)]);
    // Threads report between two turns of the event loop.
    if (threads !== undefined) await setImmediate();
    if (underWay.length > (threads?.room ?? 0)) yield* finish(underWay.shift(), means);
  }
  while (underWay.length > 0) yield* finish(underWay.shift(), means);
}

function* batches(pages: ReadonlyMap<string, PageFate>, size: number): Generator<readonly NumberedPage[]> {
  let batch: NumberedPage[] = [];
  let number = 0;
  for (const [file, fate] of pages) {
    batch.push({ number, file, fate });
    number += 1;
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function start(batch: readonly NumberedPage[], means: ReadingMeans): PagesRead | Promise<PagesRead> {
  const wanted = batch.flatMap(({ file, fate }) =>
    'address' in fate ? [{ file, address: fate.address }] : [],
  );
  const elsewhere = means.threads?.read(wanted);
  return elsewhere === undefined
    ? means.readHere(wanted)
    : elsewhere.then((read) => read ?? means.readHere(wanted));
}

async function* finish(
  one: readonly [readonly NumberedPage[], PagesRead | Promise<PagesRead>] | undefined,
  { onBytes }: ReadingMeans,
): AsyncGenerator<NumberedResult> {
  if (one === undefined) return;
  const [batch, reading] = one;
  const { results, bytes } = await reading;
  onBytes?.(bytes);
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
