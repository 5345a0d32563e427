import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readinessChecks } from '../src/quality/readiness/checks/table.js';
import { pageChecks } from '../src/quality/readiness/pages/table.js';
import { NEVER_CITED } from '../src/quality/readiness/score/rungs.js';
import { type ScoreSources, scoreSite } from '../src/quality/readiness/score/score.js';
import { databaseVerdicts } from '../src/quality/readiness/verdicts/database.js';
import type { Verdict } from '../src/quality/readiness/verdicts/port.js';
import { readWorklist } from '../src/quality/readiness/worklist.js';
import { openStorage } from '../src/storage/open.js';
import { atMost, median, type Row } from './row.js';

const SMALL = 1000;
const LARGE = 10_000;
const ROUNDS = 15;
/** Calls of a round, which are timed together. */
const CALLS = 20;

interface Site {
  readonly sources: ScoreSources;
  close(): Promise<void>;
}

/** The score and the worklist of a large site, from stored verdicts, beside those of a small one. */
export async function scoreRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-score-'));
  try {
    const [small, large] = [await siteOf(SMALL, folder), await siteOf(LARGE, folder)];
    const rows = [
      await compare('the score', small, large, scoreSite),
      await compare('a page of the worklist', small, large, (sources) =>
        readWorklist({ issue: 'words' }, { ...sources, aside: sources.settings.optimize_ignored }),
      ),
    ];
    await Promise.all([small.close(), large.close()]);
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  what: string,
  small: Site,
  large: Site,
  ask: (sources: ScoreSources) => Promise<unknown>,
): Promise<Row> {
  const times = new Map<Site, number[]>([
    [small, []],
    [large, []],
  ]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [site, list] of times) {
      const start = performance.now();
      for (let call = 0; call < CALLS; call += 1) await ask(site.sources);
      list.push((performance.now() - start) / CALLS);
    }
  }
  const figure = (site: Site) => ({ value: median(times.get(site) ?? []), unit: 'ms' });
  return {
    target: 'score',
    what: `${what}, ${LARGE / 1000}k pages`,
    ours: figure(large),
    anchor: { name: `${SMALL / 1000}k pages`, ...figure(small) },
    must: atMost(1.5, 'ratio'),
  };
}

async function siteOf(pages: number, folder: string): Promise<Site> {
  const storage = await openStorage(join(folder, `${pages}.sqlite`));
  const store = databaseVerdicts(storage);
  await store.replace(verdicts(pages));
  const types = [
    { slug: 'post', label: 'Post', plural: 'Posts', count: pages * 0.9 },
    { slug: 'page', label: 'Page', plural: 'Pages', count: pages * 0.1 },
  ];
  const ids = readinessChecks.filter(({ rung }) => rung !== undefined).map(({ id }) => id);
  const sources: ScoreSources = {
    rows: ids.map((id) => ({ id, label: id, status: 'pass', detail: id, fix: '', action: null })),
    store,
    settings: {
      enable_visibility: false,
      optimize_ignored: Array.from({ length: 100 }, (_, at) => at * 7 + 1),
    },
    scope: { checkable: types, checked: types, graded: types, off: false },
    ruleset: 'rules',
    citations: NEVER_CITED,
    now: 2000,
    lastRun: 1000,
    editUrl: ({ url }) => url,
  };
  return { sources, close: () => storage.close() };
}

/** Every second page does not pass one to three checks, some combinations far oftener than others. */
function* verdicts(pages: number): Iterable<Verdict> {
  for (let id = 1; id <= pages; id += 1) {
    const flags = id % 2 === 0 ? [] : [id % 3, id % 11, id % 14].map((at) => pageChecks[at]?.id ?? '');
    yield {
      id,
      type: id % 10 === 0 ? 'page' : 'post',
      title: `Page ${id}`,
      url: `https://bench.example/${id}/`,
      modified: 1000,
      flags: [...new Set(flags)],
      points: 100 - flags.length * 4,
      focus: '',
      coverage: '',
      stake: 0,
      gradeable: id % 50 !== 0,
      ruleset: 'rules',
      contentHash: String(id),
      gradedAt: 1000,
      images: [`image-${id % 97}`],
    };
  }
}
