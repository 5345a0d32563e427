import type { Body } from './document-row.js';

/**
 * Pretty JSON: 4 spaces, slashes and non-ASCII as they are, `{}` and `[]` when empty, no newline at the end.
 * Every digest and signature is taken over exactly these bytes.
 */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 4);
}

/** JSON without any white space: the form of the change feed and of the read API. */
export function compactJson(value: unknown): string {
  return JSON.stringify(value);
}

/** The whole text of a body. */
export function bodyText(body: Body): string {
  return typeof body === 'string' ? body : [...body].join('');
}
