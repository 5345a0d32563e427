import type { JsonObject } from '../../core/json.js';
import type { Layout } from './layout.js';

/** The inherited values of a page: from its section, the data file of its folder, or the site. */
export interface Inherited {
  /** The values of a file whose front matter doesn't set them. */
  valuesFor(path: string): JsonObject;
  /** A fingerprint: with other values pages are read again. */
  print(): unknown;
}

/**
 * What the pages of a folder inherit under the rules of its generator.
 * @param files content files below the root of the layout
 */
export function readInherited(layout: Layout, files: readonly string[]): Inherited {
  const nothing: Inherited = { valuesFor: () => ({}), print: () => [] };
  // An import has written all values into each page.
  return (layout.library === undefined ? layout.rules.inherited?.(files) : undefined) ?? nothing;
}
