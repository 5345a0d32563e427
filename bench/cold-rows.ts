import {
  benchColdBuild,
  benchManual,
  benchRealMarkdown,
  benchWorkers,
  type ContenderFigure,
  manuals,
} from './cold-build.js';
import { atLeast, type Row } from './row.js';
import { documentationOf, exportOf } from './site.js';

const PAGES = 10_000;
/**
 * Threads pay from 3,000 entries on; each compiles for itself, which counts for less the more there is to do. The
 * target was set on documentation, whose pages are longer than those of a blog.
 */
const CHANGED: readonly (readonly [what: string, entries: number, path: (entries: number) => string])[] = [
  ['pages of documentation', 3_000, documentationOf],
  ['entries of a blog', 5_000, exportOf],
  ['entries of a blog', 10_000, exportOf],
];

/**
 * P1: a first build of built pages with all default documents. Speeds, so that more is better: pages per second.
 * The best that is asked is six times the naive loop, the time of a published peer.
 */
export async function coldRows(): Promise<readonly Row[]> {
  const figures = await benchColdBuild(PAGES);
  const [ours] = figures;
  if (ours === undefined) return [];
  const row = (target: string, other: ContenderFigure): Row => ({
    target,
    what: `first build of ${PAGES / 1000}k pages`,
    ours: speed(ours, PAGES),
    anchor: { name: other.name, ...speed(other, PAGES) },
  });
  return figures.slice(1).map((other) => {
    if (other.name === 'unified')
      return { ...row('P1', other), must: atLeast(3.5, 'ratio'), goal: atLeast(6, 'ratio') };
    return other.name === 'Eleventy' ? { ...row('P1', other), must: atLeast(1, 'ratio') } : row('', other);
  });
}

/** P1: first builds of real Markdown take at most 2.5 times as long as Eleventy for 5,000 pages, twice for 10,000. */
export async function markdownRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [pages, ratio] of [
    [5_000, 0.4],
    [10_000, 0.5],
  ] as const) {
    const [ours, other] = await benchRealMarkdown(pages);
    if (ours === undefined || other === undefined) continue;
    rows.push({
      target: 'P1',
      what: `first build of ${pages / 1000}k real Markdown pages`,
      ours: speed(ours, pages),
      anchor: { name: other.name, ...speed(other, pages) },
      must: atLeast(ratio, 'ratio'),
    });
  }
  return rows;
}

/** First builds of manuals with long pages, where they are installed. */
export async function manualRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const manual of manuals()) {
    const [ours, other] = await benchManual(manual);
    if (ours === undefined || other === undefined) continue;
    const what = `first build of the manual of ${manual.name}, ${manual.pages} pages`;
    const cpu = (one: ContenderFigure) => speed({ seconds: one.cpuSeconds }, manual.pages);
    rows.push(
      {
        target: '',
        what,
        ours: speed(ours, manual.pages),
        anchor: { name: other.name, ...speed(other, manual.pages) },
      },
      { target: '', what: 'by processor time', ours: cpu(ours), anchor: { name: other.name, ...cpu(other) } },
    );
  }
  return rows;
}

/** P12: first builds of exports with two worker threads, beside the same builds on one thread. */
export async function workerRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [what, entries, path] of CHANGED) {
    const figures = await benchWorkers(path(entries));
    rows.push(...workerRowsOf(`two workers, ${entries / 1000}k ${what}`, entries, figures));
  }
  return rows;
}

function workerRowsOf(what: string, changed: number, figures: readonly ContenderFigure[]): readonly Row[] {
  const find = (name: string) => figures.find((one) => one.name === name);
  const [none, two, automatic] = [find('none'), find('two'), find('automatic')];
  if (none === undefined || two === undefined || automatic === undefined) return [];
  const anchor = { name: 'one thread', ...speed(none, changed) };
  const memory = (one: ContenderFigure) => ({ value: one.maxRss / 1e6, unit: 'MB' });
  return [
    {
      target: 'P12',
      what,
      ours: speed(two, changed),
      anchor,
      must: atLeast(1.2, 'ratio'),
      goal: atLeast(1.4, 'ratio'),
    },
    { target: '', what: 'as many workers as it chooses', ours: speed(automatic, changed), anchor },
    {
      target: '',
      what: 'two workers: peak memory',
      ours: memory(two),
      anchor: { name: 'one thread', ...memory(none) },
    },
    {
      target: '',
      what: 'as many as it chooses: peak memory',
      ours: memory(automatic),
      anchor: { name: 'one thread', ...memory(none) },
    },
  ];
}

function speed({ seconds }: Pick<ContenderFigure, 'seconds'>, pages: number): Row['ours'] {
  return { value: pages / seconds, unit: 'pages/s' };
}
