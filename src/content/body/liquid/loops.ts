import { isObject } from '../../../core/json.js';
import { LazyMap } from '../template-values.js';

const MAX_ITEMS = 1000;

/** The items of a loop by its options; undefined for what isn't a list. */
export function chosenItems(value: unknown, options: string): readonly unknown[] | undefined {
  if (value instanceof LazyMap) return undefined;
  const items: readonly unknown[] | undefined = Array.isArray(value)
    ? value
    : isObject(value)
      ? Object.entries(value)
      : undefined;
  const from = numberIn(options, 'offset');
  const chosen = items?.slice(from, from + Math.min(numberIn(options, 'limit') || MAX_ITEMS, MAX_ITEMS));
  return chosen && /\breversed\b/.test(options) ? [...chosen].reverse() : chosen;
}

/** The number of an option such as `limit: 3`, or 0. */
export function numberIn(options: string, key: string): number {
  return Number(new RegExp(`\\b${key}\\s*:\\s*(\\d+)`).exec(options)?.[1] ?? 0);
}

/** A cell of a table whose rows have the same number of cells. */
export function tableCell(
  content: string,
  { at, columns, length }: { readonly at: number; readonly columns: number; readonly length: number },
): string {
  const start = at % columns === 0 ? '<tr>' : '';
  const end = at % columns === columns - 1 || at === length - 1 ? '</tr>' : '';
  return `${start}<td>${content.trim()}</td>${end}`;
}
