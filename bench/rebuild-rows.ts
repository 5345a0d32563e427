import type { SourceKind } from './built-site.js';
import { benchOnePage, benchSameExport, benchUnchanged, type RebuildFigure } from './rebuild.js';
import { atMost, type Row } from './row.js';

const SITES: readonly (readonly [kind: SourceKind, entries: number])[] = [
  ['export', 10_000],
  ['folder', 10_000],
  ['export', 100_000],
  ['folder', 100_000],
];

/** So many entries make an export of 433 MB. */
const BIG_EXPORT = 100_000;

/** Seconds that the stat floor took where the bounds of P5 were set, for 10,000 and for 100,000 entries. */
const FLOOR = { small: 0.2, large: 0.46 };

/** Measured once, since P5 is also told as what it takes beyond. */
const unchanged = new Map<string, Promise<RebuildFigure>>();

function unchangedFigure(kind: SourceKind, entries: number): Promise<RebuildFigure> {
  const name = `${kind} ${entries}`;
  const figure = unchanged.get(name) ?? benchUnchanged(kind, entries);
  unchanged.set(name, figure);
  return figure;
}

/** P3: the same command again; the anchor parses and looks at what there is, and does nothing. */
export async function unchangedRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [kind, entries] of SITES) {
    const figure = await unchangedFigure(kind, entries);
    rows.push({
      target: 'P3',
      what: `nothing changed, ${kind} of ${entries / 1000}k`,
      ours: { value: figure.unchanged, unit: 's' },
      anchor: { name: 'stat floor', value: figure.floor, unit: 's' },
      must: atMost(entries > 10_000 ? 3 : 1),
      goal: atMost(2.5, 'ratio'),
    });
  }
  return rows;
}

/** P4: nothing changed in one large export. */
export async function bigExportRows(): Promise<readonly Row[]> {
  const bounds = { must: atMost(4), goal: atMost(2.5) };
  const { unchanged: same } = await unchangedFigure('export', BIG_EXPORT);
  const again = await benchSameExport(BIG_EXPORT);
  return [
    { target: 'P4', what: 'nothing changed, export of 433 MB', ours: { value: same, unit: 's' }, ...bounds },
    { target: '', what: 'the same bytes with another time', ours: { value: again, unit: 's' } },
  ];
}

/** P5: one page changed; by the clock, and beside the stat floor, which takes longer on a slower machine too. */
export async function onePageRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [kind, entries] of SITES) {
    const isLarge = entries > 10_000;
    const [must, goal, reference] = isLarge ? [6, 2, FLOOR.large] : [2, 0.8, FLOOR.small];
    const { unchanged: same } = await unchangedFigure(kind, entries);
    const { changed, floor } = await benchOnePage(kind, entries);
    const what = `one page changed, ${kind} of ${entries / 1000}k`;
    const ours = { value: changed, unit: 's' };
    rows.push(
      {
        target: 'P5',
        what,
        ours,
        anchor: { name: 'stat floor', value: floor, unit: 's' },
        must: atMost(must / reference, 'ratio'),
        goal: atMost(goal / reference, 'ratio'),
      },
      {
        target: 'P5',
        what: `${what}, by the clock`,
        ours,
        anchor: { name: 'nothing changed', value: same, unit: 's' },
        must: atMost(must),
        goal: atMost(goal),
      },
    );
  }
  return rows;
}
