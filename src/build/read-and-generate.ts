import { availableParallelism } from 'node:os';
import type { OpenSources } from './open-sources.js';
import type { Outcome, Run } from './run.js';
import { workerCount } from './workers/worker-count.js';

/** Options for reading the sources. */
interface ReadOptions {
  readonly openSources: OpenSources;
  /** Milliseconds of the system clock: see `KnownUnits`. */
  readonly sureBefore: number;
  /** Keep entries that aren't public, for the sidecar. */
  readonly keepsHidden: boolean;
}

/** Scans the sources and generates the output. */
export async function readAndGenerate(run: Run, options: ReadOptions): Promise<Outcome> {
  const { openSources, sureBefore, keepsHidden } = options;
  const { loaded, prepared, warnings, watch, onProgress, last, next } = run;
  const { gate } = prepared.rules;
  const sources = await openSources();
  const timeZone = loaded.config.site.timezone ?? 'UTC';
  const total = sources.reduce((sum, source) => sum + (source.bytes ?? 0), 0);
  const onBytes = (done: number) => onProgress?.({ stage: 'read', done, total });
  onBytes(0);
  const { scanSources } = await import('./scan.js');
  const threads = (entries: number) => workerCount(loaded.run.workers, entries, availableParallelism());
  const units = { last, next, sureBefore, manner: JSON.stringify(loaded.config.privacy) };
  const scan = await scanSources(sources, {
    gate,
    timeZone,
    warnings,
    units,
    keepsHidden,
    threads,
    onBytes,
  });
  watch.lap('read');
  const { generate } = await import('./generate.js');
  return generate(run, { sources, scan, timeZone });
}
