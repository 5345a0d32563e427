import { tablePatternId } from '../../content/body/port.js';
import { isObject } from '../../core/is-object.js';
import { parseJson } from '../../core/parse-json.js';
import type { SourceItem } from '../port.js';
import type { Fields } from './fields.js';

const ID = '_tablepress_export_table_id';
const OPTIONS = '_tablepress_table_options';
const VISIBILITY = '_tablepress_table_visibility';
const KEYS: ReadonlySet<string> = new Set([ID, OPTIONS, VISIBILITY]);

/** A table of TablePress, which keeps its cells as JSON in the body of an item, as HTML for the pages that show it. */
export function readTablePress(fields: Fields): SourceItem | undefined {
  if (fields.word('wp:status') !== 'publish' || fields.hasPassword) return undefined;
  const meta = fields.metaLists(KEYS);
  const value = (key: string) => meta.get(key)?.at(-1) ?? '';
  const id = tablePatternId(value(ID).trim());
  const rows = parseJson(fields.raw('content:encoded'));
  if (id === undefined || !Array.isArray(rows)) return undefined;
  const shown = visibility(parseJson(value(VISIBILITY)));
  const cells = rows
    .filter((row, at): row is unknown[] => Array.isArray(row) && shown.row(at))
    .map((row) => row.filter((_, at) => shown.column(at)).map(cellText));
  const options = parseJson(value(OPTIONS));
  const hasHead = !isObject(options) || isOn(options['table_head'] ?? true);
  return cells.length === 0 ? undefined : { kind: 'pattern', pattern: { id, body: tableOf(cells, hasHead) } };
}

function tableOf(rows: readonly (readonly string[])[], hasHead: boolean): string {
  const line = (row: readonly string[], name: string) =>
    `<tr>${row.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`;
  const [head, ...rest] = rows;
  const isHead = hasHead && head !== undefined && rest.length > 0;
  const body = (isHead ? rest : rows).map((row) => line(row, 'td')).join('');
  return `<table>${isHead ? `<thead>${line(head, 'th')}</thead>` : ''}<tbody>${body}</tbody></table>`;
}

/** Cells that another one spans are empty. */
function cellText(cell: unknown): string {
  const text = typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : '';
  return /^#(?:col|row)span#$/.test(text) ? '' : text.replace(/\r?\n/g, '<br>');
}

/** Which rows and columns the author shows; a hidden one has 0. */
function visibility(value: unknown): { row(at: number): boolean; column(at: number): boolean } {
  const list = (key: string) => (isObject(value) && Array.isArray(value[key]) ? value[key] : []);
  const [rows, columns] = [list('rows'), list('columns')];
  return { row: (at) => isOn(rows[at] ?? 1), column: (at) => isOn(columns[at] ?? 1) };
}

const isOn = (value: unknown) => value === true || value === 1 || value === '1';
