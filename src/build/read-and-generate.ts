import { isKindOfPage } from '../sources/files/taxonomy.js';
import type { Source } from '../sources/port.js';
import { resolveBaseUrl } from './base-url.js';
import type { BuildOutcome, Run } from './build.js';
import type { OpenSources } from './open-sources.js';
import type { Scan } from './scan.js';
import { BuildThreads } from './workers/build-threads.js';

interface ReadOptions {
  readonly openSources: OpenSources;
  /** Milliseconds of the system clock: see `KnownUnits`. */
  readonly sureBefore: number;
  /** Keep entries that aren't public, for the sidecar. */
  readonly keepsHidden: boolean;
}

/** Scans the sources and generates the output. */
export async function readAndGenerate(run: Run, options: ReadOptions): Promise<BuildOutcome> {
  const threads = new BuildThreads(run.loaded.run.workers, run.isServed);
  try {
    return await generateWith(threads, run, options);
  } finally {
    await threads.close();
  }
}

async function generateWith(threads: BuildThreads, run: Run, options: ReadOptions): Promise<BuildOutcome> {
  const { openSources, sureBefore, keepsHidden } = options;
  const { loaded, prepared, warnings, watch, onProgress, last, next } = run;
  const { gate } = prepared.rules;
  const { privacy, site, source } = loaded.config;
  const sources = await openSources();
  const timeZone = site.timezone ?? 'UTC';
  const total = sources.reduce((sum, source) => sum + (source.bytes ?? 0), 0);
  const onBytes = (done: number) => onProgress?.({ stage: 'read', done, total });
  onBytes(0);
  const { scanSources } = await import('./scan.js');
  const units = {
    last,
    next,
    sureBefore,
    manner: JSON.stringify([privacy, source.map((each) => each.options)]),
  };
  const scan = await scanSources(sources, {
    gate,
    timeZone,
    warnings,
    units,
    keepsHidden,
    ...(site.url === undefined && { assertBase: (bases) => void resolveBaseUrl(undefined, bases) }),
    threads: (work) => threads.forWork(work),
    onBytes,
  });
  watch.lap('read');
  warnAboutTypes(scan, sources, run);
  const { generate } = await import('./generate.js');
  return generate(run, { sources, scan, timeZone, threads });
}

/** Types of extensions are mostly no pages; products always are, and so are the files of a folder. */
function warnAboutTypes({ types }: Scan, sources: readonly Source[], { prepared, warnings }: Run): void {
  const { visibleTypes } = prepared.rules.gate;
  const isWritten = sources.every(({ type, linksByIds }) => type === 'files' && linksByIds !== true);
  const leftOut = [...types].filter(
    (type) =>
      !visibleTypes.has(type) &&
      !prepared.settings.post_types_vetoed.includes(type) &&
      (type === 'product' || (isWritten && isKindOfPage(type))),
  );
  if (leftOut.length === 0) return;
  const code = leftOut.includes('product') ? 'products-left-out' : 'types-left-out';
  const names = leftOut.map((type) => `"${type}"`).join(', ');
  const message = `Pages are left out, because "post_types" doesn't contain their type: ${names}.`;
  const fix = `svc settings set post_types '${JSON.stringify([...visibleTypes, ...leftOut])}'`;
  warnings.add({ code, message, fix });
}
