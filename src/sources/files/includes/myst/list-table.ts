import { withoutIndent } from './directive.js';

/**
 * The rows of a table that is written as a list: `* - cell` begins a row, `  - cell` a further cell. Lines that are
 * indented as far as the text of a cell continue it.
 */
export function listRows(body: readonly string[]): string[][][] {
  const rows: string[][][] = [];
  let column = 0;
  for (const line of body) {
    const [, lead = '', first = ''] = /^( {0,3}[*+-][ \t]+)[*+-](?:[ \t]+(.*))?$/.exec(line) ?? [];
    const [, next] = /^[*+-](?:[ \t]+(.*))?$/.exec(line.slice(column).trimEnd()) ?? [];
    if (lead !== '') {
      rows.push([[first]]);
      column = lead.length;
    } else if (line.slice(0, column).trim() === '' && /^[*+-](?:[ \t]|$)/.test(line.slice(column))) {
      rows.at(-1)?.push([next ?? '']);
    } else
      rows
        .at(-1)
        ?.at(-1)
        ?.push(withoutIndent(line, column + 2));
  }
  return rows;
}
