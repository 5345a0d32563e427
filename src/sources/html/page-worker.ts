/** Runs in a worker thread: reads the pages that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PagesRead, PageToRead, PageWorkerSetup } from './page-messages.js';
import { readPages } from './read-pages.js';

const { root, context } = workerData as PageWorkerSetup;

/** @returns undefined when something went wrong: then the pages are read where somebody can be told of it */
function tryPages(pages: readonly PageToRead[]): PagesRead | undefined {
  try {
    return readPages(pages, root, context);
  } catch {
    return undefined;
  }
}

parentPort?.on('message', (pages: readonly PageToRead[]) => {
  parentPort?.postMessage(tryPages(pages));
});
