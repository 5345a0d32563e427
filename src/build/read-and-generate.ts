import { availableParallelism } from 'node:os';
import type { BuildCaches } from './cache/build-caches.js';
import type { OpenSources } from './open-sources.js';
import type { Outcome, Run } from './run.js';
import type { FileStats } from './stats/file-stats.js';
import { ConvertThreads } from './workers/convert-threads.js';
import { workerCount } from './workers/worker-count.js';

/** What reading works with beside the run. */
interface ReadOptions {
  readonly openSources: OpenSources;
  readonly cache: BuildCaches['seen'];
  readonly looked: FileStats | undefined;
  /** Somebody wants to know of entries that are not public. */
  readonly keepsHidden: boolean;
}

/** Reads the sources and makes everything of them. */
export async function readAndGenerate(run: Run, wishes: ReadOptions): Promise<Outcome> {
  const { openSources, cache, looked, keepsHidden } = wishes;
  const { loaded, prepared, warnings, watch, onProgress } = run;
  const { gate } = prepared.rules;
  const sources = await openSources();
  const timeZone = loaded.config.site.timezone ?? 'UTC';
  const total = sources.reduce((sum, source) => sum + (source.bytes ?? 0), 0);
  const onBytes = (done: number) => onProgress?.({ stage: 'read', done, total });
  onBytes(0);
  const { scanSources } = await import('./scan.js');
  const threads = (entries: number) => workerCount(loaded.run.workers, entries, availableParallelism());
  const known = { gate, timeZone, warnings, cache, keepsHidden, ...(looked && { looked }) };
  const converters = new ConvertThreads(loaded.run.workers);
  try {
    const scan = await scanSources(sources, { ...known, threads, onBytes });
    // Nobody asks again, and of a large folder there are very many.
    looked?.clear();
    watch.lap('read');
    const { generate } = await import('./generate.js');
    return await generate(run, { sources, scan, timeZone, converters });
  } finally {
    await converters.close();
  }
}
