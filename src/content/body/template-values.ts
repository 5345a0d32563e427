/** Values of the templates that generators fill: of Hugo and of Liquid. */
import { isObject } from '../../core/json.js';

/** A value that only the generator could compute. */
export const UNKNOWN = Symbol('unknown');

/** HTML that isn't escaped when it is printed. */
export class SafeHtml {
  constructor(readonly html: string) {}
}

/** A map whose fields are looked up when a template asks for them. */
export class LazyMap {
  constructor(readonly field: (name: string) => unknown) {}
}

/** A map that has more fields in the generator than are known here. */
export function openMap(known: Readonly<Record<string, unknown>>): LazyMap {
  return new LazyMap((name) => (fieldOf(known, name) === undefined ? UNKNOWN : fieldOf(known, name)));
}

/** The text of a value; '' for one without a text. */
export function textOf(value: unknown): string {
  if (value instanceof SafeHtml) return value.html;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Whether a value isn't empty. In the templates of Hugo, this is what counts as true. */
export function isTrue(value: unknown): boolean {
  if (value instanceof SafeHtml) return value.html !== '';
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** A field of a map, or an item of a list. The case of keys doesn't matter, as in Hugo. */
export function fieldOf(value: unknown, name: string): unknown {
  if (value === UNKNOWN) return UNKNOWN;
  if (value instanceof LazyMap) return value.field(name);
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  if (!isObject(value) || value instanceof SafeHtml) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const folded = name.toLowerCase();
  const key = Object.keys(value).find((one) => one.toLowerCase() === folded);
  return key === undefined ? undefined : value[key];
}
