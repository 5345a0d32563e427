import { isObject, type JsonObject } from '../../core/json.js';

/** Front matter with defaults for missing keys, one table deep. */
export function withDefaults(data: JsonObject, defaults: JsonObject): JsonObject {
  const folded = new Map(Object.keys(data).map((key) => [key.toLowerCase(), key]));
  const result: Record<string, unknown> = { ...data };
  for (const [key, value] of Object.entries(defaults)) {
    const own = folded.get(key.toLowerCase());
    if (own === undefined) result[key] = value;
    else if (isObject(value) && isObject(data[own])) result[own] = { ...value, ...data[own] };
  }
  return result;
}
