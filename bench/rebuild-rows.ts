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
const BIG_EXPORT = 57_000;

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

/** P5: one page changed. */
export async function onePageRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [kind, entries] of SITES) {
    const { unchanged: same } = await unchangedFigure(kind, entries);
    const changed = await benchOnePage(kind, entries);
    const size = `${kind} of ${entries / 1000}k`;
    rows.push(
      {
        target: 'P5',
        what: `one page changed, ${size}`,
        ours: { value: changed, unit: 's' },
        anchor: { name: 'nothing changed', value: same, unit: 's' },
        must: atMost(entries > 10_000 ? 6 : 2),
        goal: atMost(entries > 10_000 ? 2 : 0.8),
      },
      { target: '', what: `beyond nothing changed, ${size}`, ours: { value: changed - same, unit: 's' } },
    );
  }
  return rows;
}
