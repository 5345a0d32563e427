import { isObject } from './is-object.js';

/** A JSON object of unknown form. */
export type Values = Readonly<Record<string, unknown>>;

/** The value as an object; empty for anything else. */
export function objectOf(value: unknown): Values {
  return isObject(value) ? value : {};
}

/** The value as a list; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as a text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
