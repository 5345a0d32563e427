/** Reads the values in rows of a Ghost export. */

import { parseDate } from '../../core/dates.js';
import { isObject } from '../../core/json.js';

/** One row of an exported table. */
export type TableRow = Readonly<Record<string, unknown>>;

/** A parsed value as a row; undefined for anything but an object. */
export function asRow(value: unknown): TableRow | undefined {
  return isObject(value) ? value : undefined;
}

// Escapes of JSON can encode half of a character, which has no UTF-8 form and no place in an address.
const HALF_CHARACTER = /\p{Surrogate}/gu;

/** A field as text, without outer white space; empty where there is none. */
export function text(row: TableRow, key: string): string {
  const value = row[key];
  if (typeof value === 'string') return value.trim().replace(HALF_CHARACTER, '\ufffd');
  return typeof value === 'number' ? String(value) : '';
}

/** The first of several fields with a text. */
export function firstText(row: TableRow, ...keys: readonly string[]): string {
  for (const key of keys) {
    const value = text(row, key);
    if (value !== '') return value;
  }
  return '';
}

/** A switch; databases write it as a number or a word as well. */
export function isOnValue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

/** A finite number, also written as text. */
export function numberOf(row: TableRow, key: string): number | undefined {
  const value = row[key];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Unix seconds of a date in any form of the format's versions: ISO, `2016-05-06 10:00:00` in UTC, milliseconds. */
export function date(row: TableRow, key: string): number | undefined {
  const value = row[key];
  if (typeof value === 'number') return Number.isFinite(value) ? Math.floor(value / 1000) : undefined;
  return typeof value === 'string' ? parseDate(value, 'UTC') : undefined;
}

/** Only the fields with a text. */
export function textFields<K extends string>(fields: Readonly<Record<K, string>>): { [P in K]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as {
    [P in K]?: string;
  };
}
