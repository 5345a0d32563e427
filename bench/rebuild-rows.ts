import type { SourceKind } from './built-site.js';
import { benchOnePage, benchSameExport, benchUnchanged } from './rebuild.js';
import { atMost, type Row } from './row.js';

const SITES: readonly (readonly [kind: SourceKind, entries: number])[] = [
  ['export', 10_000],
  ['folder', 10_000],
  ['export', 100_000],
  ['folder', 100_000],
];

/** So many entries make an export of 433 MB. */
const BIG_EXPORT = 100_000;

/** P3: the same command again; the anchor parses and looks at what there is, and does nothing. */
export async function unchangedRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [kind, entries] of SITES) {
    const figure = await benchUnchanged(kind, entries);
    rows.push({
      target: 'P3',
      what: `nothing changed, ${kind} of ${entries / 1000}k`,
      ours: { value: figure.unchanged, unit: 's' },
      anchor: { name: 'stat floor', value: figure.floor, unit: 's' },
      must: atMost(entries > 10_000 ? 5 : 1),
    });
  }
  return rows;
}

/** P4: the same bytes of one large export, which are read once more. */
export async function bigExportRows(): Promise<readonly Row[]> {
  const again = await benchSameExport(BIG_EXPORT);
  const what = 'export of 433 MB, the same bytes with another time';
  return [{ target: 'P4', what, ours: { value: again, unit: 's' } }];
}

/** P5: one page changed; beside the stat floor, which takes longer on a slower machine too. */
export async function onePageRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [kind, entries] of SITES) {
    const { changed, floor } = await benchOnePage(kind, entries);
    rows.push({
      target: 'P5',
      what: `one page changed, ${kind} of ${entries / 1000}k`,
      ours: { value: changed, unit: 's' },
      anchor: { name: 'stat floor', value: floor, unit: 's' },
      must: atMost(entries > 10_000 ? 10 : 1.5),
    });
  }
  return rows;
}
