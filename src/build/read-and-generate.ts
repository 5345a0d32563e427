import { availableParallelism } from 'node:os';
import type { BuildCaches } from './cache/build-caches.js';
import type { OpenSources } from './open-sources.js';
import type { Outcome, Run } from './run.js';
import type { FileStats } from './stats/file-stats.js';
import { workerCount } from './workers/worker-count.js';

/** Options for reading the sources. */
interface ReadOptions {
  readonly openSources: OpenSources;
  readonly cache: BuildCaches['seen'];
  readonly looked: FileStats | undefined;
  /** Keep entries that aren't public, for the sidecar. */
  readonly keepsHidden: boolean;
}

/** Scans the sources and generates the output. */
export async function readAndGenerate(run: Run, options: ReadOptions): Promise<Outcome> {
  const { openSources, cache, looked, keepsHidden } = options;
  const { loaded, prepared, warnings, watch, onProgress } = run;
  const { gate } = prepared.rules;
  const sources = await openSources();
  const timeZone = loaded.config.site.timezone ?? 'UTC';
  const total = sources.reduce((sum, source) => sum + (source.bytes ?? 0), 0);
  const onBytes = (done: number) => onProgress?.({ stage: 'read', done, total });
  onBytes(0);
  const { scanSources } = await import('./scan.js');
  const threads = (entries: number) => workerCount(loaded.run.workers, entries, availableParallelism());
  const scanOptions = { gate, timeZone, warnings, cache, keepsHidden, threads, onBytes };
  const scan = await scanSources(sources, { ...scanOptions, ...(looked && { looked }) });
  // Not needed any more, and large for a large folder.
  looked?.clear();
  watch.lap('read');
  const { generate } = await import('./generate.js');
  return generate(run, { sources, scan, timeZone });
}
