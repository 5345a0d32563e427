import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runBuild } from '../src/build/build.js';
import type { SiteContent } from '../src/build/content/port.js';
import { loadConfig } from '../src/config/load.js';
import type { LiveDocuments } from '../src/documents/live-content.js';
import { gatherFacts } from '../src/quality/readiness/facts.js';
import { readinessReport } from '../src/quality/readiness/readiness-report.js';
import { findTargets, updateContentIndex } from '../src/sidecar/content/search/content-index.js';
import { openStorage } from '../src/storage/open.js';
import { atMost, median, type Row } from './row.js';
import { exportOf } from './site.js';

const SMALL = 1_000;
const LARGE = 10_000;
const RUNS = 101;

/** What a sidecar's screens read, measured on a site of some size. */
interface ReadFigure {
  /** Milliseconds by what was asked for. */
  readonly times: ReadonlyMap<string, number>;
  /** Seconds to index everything, and to find that nothing has changed. */
  readonly index: number;
  readonly again: number;
}

/** The search for preview targets and the readiness report: neither may grow with the number of pages. */
export async function readRows(): Promise<readonly Row[]> {
  const small = await measure(SMALL);
  const large = await measure(LARGE);
  const rows = [...large.times].map(([what, value]): Row => {
    const anchor = { name: '1k pages', value: small.times.get(what) ?? Number.NaN, unit: 'ms' };
    return {
      target: '',
      what: `${what}, 10k`,
      ours: { value, unit: 'ms' },
      anchor,
      must: atMost(1.5, 'ratio'),
    };
  });
  const seconds = (value: number) => ({ value, unit: 's' });
  return [
    ...rows,
    { target: '', what: 'search index of 10k pages, first time', ours: seconds(large.index) },
    { target: '', what: 'search index of 10k pages, nothing changed', ours: seconds(large.again) },
  ];
}

async function measure(entries: number): Promise<ReadFigure> {
  const cwd = mkdtempSync(join(tmpdir(), 'svc-bench-reads-'));
  const { content, documents, loaded } = await buildHere(cwd, entries);
  const storage = await openStorage(join(cwd, 'svc.db'));
  try {
    const update = () => secondsOf(() => updateContentIndex(storage, content.store, 0));
    const [index, again] = [await update(), await update()];
    const times = new Map<string, number>();
    const { types } = documents.ctx;
    for (const [what, search] of searchesIn(content)) {
      times.set(`targets, ${what}`, await timeOf(() => findTargets(storage, types, search)));
    }
    const { config } = loaded;
    const report = () => readinessReport(gatherFacts({ documents, config, schema: content.schema }));
    times.set('readiness', await timeOf(report));
    return { times, index, again };
  } finally {
    await storage.close();
    rmSync(cwd, { recursive: true, force: true });
  }
}

async function buildHere(cwd: string, entries: number) {
  const flags = { source: [exportOf(entries)], baseUrl: 'https://example.org', workers: '0' };
  const loaded = await loadConfig({ cwd, flags, env: {} });
  let content: SiteContent | undefined;
  let documents: LiveDocuments | undefined;
  const now = Math.floor(Date.now() / 1000);
  await runBuild({
    loaded,
    cwd,
    clock: { now: () => now },
    onLive: async (live, found) => {
      content = found;
      documents = await live.under(live.settings, now);
    },
  });
  if (content === undefined || documents === undefined) throw new Error('the build handed nothing over');
  return { content, documents, loaded };
}

/** Searches that find everything, much, little and nothing. */
function searchesIn({ store }: SiteContent): readonly (readonly [what: string, search: string])[] {
  const [first] = store.entries();
  const word = first?.title.split(/\s+/).sort((a, b) => b.length - a.length)[0] ?? '';
  return [
    ['all', ''],
    ['a common word', 'the'],
    ['a word of a title', word],
    ['two words', `the ${word}`],
    ['a word that is nowhere', 'zqxjkv'],
  ];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(1000 * (await secondsOf(work)));
  return median(times);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
