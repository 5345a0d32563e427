import { readinessChecks } from '../src/quality/readiness/checks/table.js';
import { pageChecks } from '../src/quality/readiness/pages/table.js';
import { NEVER_CITED } from '../src/quality/readiness/score/rungs.js';
import { type ScoreSources, scoreSite } from '../src/quality/readiness/score/score.js';
import { type Verdict, VerdictStore } from '../src/quality/readiness/verdicts/store.js';
import { readWorklist } from '../src/quality/readiness/worklist.js';
import { atMost, median, type Row } from './row.js';

const SMALL = 1000;
const LARGE = 10_000;
const ROUNDS = 15;
/** Calls of a round, which are timed together. */
const CALLS = 20;

/** The score and the worklist of a large site, from stored verdicts, beside those of a small one. */
export async function scoreRows(): Promise<readonly Row[]> {
  const [small, large] = [siteOf(SMALL), siteOf(LARGE)];
  return [
    compare('the score', small, large, scoreSite),
    compare('a page of the worklist', small, large, (sources) =>
      readWorklist({ issue: 'words' }, { ...sources, aside: sources.settings.optimize_ignored }),
    ),
  ];
}

function compare(
  what: string,
  small: ScoreSources,
  large: ScoreSources,
  ask: (sources: ScoreSources) => unknown,
): Row {
  const times = new Map<ScoreSources, number[]>([
    [small, []],
    [large, []],
  ]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [site, list] of times) {
      const start = performance.now();
      for (let call = 0; call < CALLS; call += 1) ask(site);
      list.push((performance.now() - start) / CALLS);
    }
  }
  const figure = (site: ScoreSources) => ({ value: median(times.get(site) ?? []), unit: 'ms' });
  return {
    target: 'score',
    what: `${what}, ${LARGE / 1000}k pages`,
    ours: figure(large),
    anchor: { name: `${SMALL / 1000}k pages`, ...figure(small) },
    must: atMost(1.5, 'ratio'),
  };
}

function siteOf(pages: number): ScoreSources {
  const types = [
    { slug: 'post', label: 'Post', plural: 'Posts', count: pages * 0.9 },
    { slug: 'page', label: 'Page', plural: 'Pages', count: pages * 0.1 },
  ];
  const ids = readinessChecks.filter(({ rung }) => rung !== undefined).map(({ id }) => id);
  return {
    rows: ids.map((id) => ({ id, label: id, status: 'pass', detail: id, fix: '', action: null })),
    store: new VerdictStore(verdicts(pages)),
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
