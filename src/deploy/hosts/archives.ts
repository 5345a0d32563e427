import { escapeRegex } from './pattern.js';

/**
 * An expression for the addresses of all lists of entries and of their further pages, without an end anchor.
 * @param archives addresses below the base, percent-encoded
 */
export function archivesRegex(archives: readonly string[]): string | undefined {
  const names = archives.map((path) => escapeRegex(decodeURIComponent(path).replace(/^\/+|\/+$/g, '')));
  const listed = names.filter((name) => name !== '');
  return listed.length === 0 ? undefined : `/(?:${listed.join('|')})(?:/page/[0-9]+)?/*`;
}
