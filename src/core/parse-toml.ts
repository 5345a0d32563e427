import { parse } from 'smol-toml';
import { isObject } from './json.js';

/**
 * Parses TOML. Returns tables as ordinary objects, because those of the library have no prototype and can't be converted
 * to strings.
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
