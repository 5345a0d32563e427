import { Cascades } from './cascades.js';
import { FolderData } from './folder-data.js';
import { JekyllDefaults } from './jekyll-defaults.js';
import type { Layout } from './layout.js';

type Data = Readonly<Record<string, unknown>>;

/** What a page gets beside its front matter: from its section, the data file of its folder, or the site. */
export interface Inherited {
  /** What a file inherits where its front matter says nothing. */
  valuesFor(path: string): Data;
  /** Stands for all of it: with other values pages are read anew. */
  print(): unknown;
}

/**
 * What the pages of a folder inherit under the rules of its generator.
 * @param files content files below the root of the layout
 */
export function readInherited(layout: Layout, files: readonly string[]): Inherited {
  // An import has written into each page what it is.
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
