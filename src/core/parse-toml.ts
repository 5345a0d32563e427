import { parse } from 'smol-toml';
import { isObject } from './is-object.js';

/**
 * The data of a text in TOML. Its tables are ordinary objects: those of the library have no prototype, so that turning
 * one into text fails.
 * @throws TomlError
 */
export function parseToml(text: string): Record<string, unknown> {
  return ordinary(parse(text)) as Record<string, unknown>;
}

function ordinary(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordinary);
  if (!isObject(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, ordinary(item)]));
}
