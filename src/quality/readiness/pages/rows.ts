import { STATUSES } from '../readiness-row.js';
import type { CheckRow } from './check.js';

/**
 * Rows of page checks after plugins: rows without an id are dropped, an unknown status is a warning unless `pass` or
 * `ok` is set, and other members are removed.
 */
export function readCheckRows(rows: readonly Readonly<Record<string, unknown>>[]): readonly CheckRow[] {
  return rows.flatMap((row) => {
    const { label, detail } = row;
    // Ids are stored in one list, separated by commas.
    const id = typeof row['id'] === 'string' ? row['id'].replaceAll(',', '-') : '';
    if (id === '') return [];
    return [
      {
        id,
        label: typeof label === 'string' && label !== '' ? label : id,
        status: statusOf(row),
        detail: typeof detail === 'string' ? detail : '',
      },
    ];
  });
}

function statusOf({ status, pass, ok }: Readonly<Record<string, unknown>>): CheckRow['status'] {
  const known = STATUSES.find((one) => one === status);
  if (known !== undefined) return known;
  if (typeof pass !== 'boolean' && typeof ok !== 'boolean') return 'warn';
  return pass === true || ok === true ? 'pass' : 'fail';
}
