import { Cascades } from './cascades.js';
import { FolderData } from './folder-data.js';
import { JekyllDefaults } from './jekyll-defaults.js';
import type { Layout } from './layout.js';

type Data = Readonly<Record<string, unknown>>;

/** The inherited values of a page: from its section, the data file of its folder, or the site. */
export interface Inherited {
  /** The values of a file whose front matter doesn't set them. */
  valuesFor(path: string): Data;
  /** A fingerprint: with other values pages are read again. */
  print(): unknown;
}

/**
 * What the pages of a folder inherit under the rules of its generator.
 * @param files content files below the root of the layout
 */
export function readInherited(layout: Layout, files: readonly string[]): Inherited {
  // An import has written all values into each page.
  if (layout.library !== undefined) return { valuesFor: () => ({}), print: () => [] };
  const cascades = new Cascades(layout, files);
  const folders = new FolderData(layout, files);
  const defaults = new JekyllDefaults(layout);
  return {
    valuesFor: (path) => ({
      ...defaults.valuesFor(path),
      ...folders.valuesFor(path),
      ...cascades.valuesFor(path),
    }),
    print: () => [defaults.print(), folders.print(), cascades.print()],
  };
}
