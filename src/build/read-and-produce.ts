import { availableParallelism } from 'node:os';
import type { BuildCaches } from './cache/build-caches.js';
import type { FileLooks } from './looks/file-looks.js';
import type { OpenSources } from './open-sources.js';
import type { Outcome, Run } from './produce.js';
import { ConvertThreads } from './workers/convert-threads.js';
import { MANY, workerCount } from './workers/worker-count.js';

/** What reading works with beside the run. */
interface SurveyWishes {
  readonly openSources: OpenSources;
  readonly cache: BuildCaches['seen'];
  readonly looked: FileLooks | undefined;
  /** Somebody wants to know of entries that are not public. */
  readonly keepsHidden: boolean;
}

/** Reads the sources and makes everything of them. */
export async function readAndProduce(run: Run, wishes: SurveyWishes): Promise<Outcome> {
  const { openSources, cache, looked, keepsHidden } = wishes;
  const { loaded, prepared, warnings, watch, onProgress } = run;
  const { gate } = prepared.rules;
  const sources = await openSources();
  const timeZone = loaded.config.site.timezone ?? 'UTC';
  const total = sources.reduce((sum, source) => sum + (source.bytes ?? 0), 0);
  const onBytes = (done: number) => onProgress?.({ stage: 'read', done, total });
  onBytes(0);
  const { surveySources } = await import('./survey.js');
  const threads = (entries: number) => workerCount(loaded.run.workers, entries, availableParallelism());
  const known = { gate, timeZone, warnings, cache, keepsHidden, ...(looked && { looked }) };
  const converters = new ConvertThreads(loaded.run.workers);
  try {
    // The first time everything is converted; with pages, on this thread.
    const isAll = run.cache.last === undefined && loaded.config.html === 'none';
    const pool = isAll ? await converters.startAhead(sources) : undefined;
    const ahead = pool && new (await import('./workers/convert-ahead.js')).ConvertAhead(run, pool);
    const following = ahead && { follower: ahead };
    const survey = await surveySources(sources, { ...known, threads, onBytes, ...following });
    ahead?.end();
    // Nobody asks again, and of a large folder there are very many.
    looked?.clear();
    watch.lap('read');
    const found = survey.entries.publicCount;
    // Addresses of a large site take memory while they are settled.
    if (isAll && found < MANY) await converters.start(found);
    const { produce } = await import('./produce.js');
    return await produce(run, { sources, survey, timeZone, converters, ...(ahead && { ahead }) });
  } finally {
    await converters.close();
  }
}
