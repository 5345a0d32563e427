import type { RawEntry } from '../port.js';
import type { Layout } from './layout.js';

/** Places and groups of pages in the site's own navigation, by their paths. */
export type Navigation = ReadonlyMap<string, Pick<RawEntry, 'navOrder' | 'section'>>;

/** The navigation of a site; empty for a library, which has none. */
export function navigationOf({ library, rules }: Layout, files: readonly string[]): Navigation {
  const pages = library === undefined ? (rules.navigation?.(files) ?? []) : [];
  return new Map(
    pages.map(({ path, section }, at) => [path, { navOrder: at, ...(section ? { section } : {}) }]),
  );
}
