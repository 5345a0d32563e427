/** Runs in a worker thread: reads the heads of pages, and then, with the combined facts of all heads, pages. */
import { parentPort, workerData } from 'node:worker_threads';
import type { EntryContext } from './entry.js';
import { type HeadsRead, readHeads } from './head-facts.js';
import type { PageMessage, PagesRead, PageWorkerSetup } from './page-messages.js';
import { readPages } from './read-pages.js';

const limits = workerData as PageWorkerSetup;
let context: EntryContext | undefined;

/** @returns undefined when something went wrong: the main thread then repeats it, where errors are reported */
function attempt(message: Exclude<PageMessage, { kind: 'context' }>): HeadsRead | PagesRead | undefined {
  try {
    if (message.kind === 'heads') return readHeads(message.paths, limits, message.sample);
    return context && readPages(message.pages, limits.root, context);
  } catch {
    return undefined;
  }
}

parentPort?.on('message', (message: PageMessage) => {
  if (message.kind === 'context') context = message.context;
  else parentPort?.postMessage(attempt(message));
});
// Everything has been loaded.
Atomics.store(limits.isReady, 0, 1);
