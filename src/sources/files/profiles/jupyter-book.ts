import { join } from 'node:path';
import { parseConfig } from '../config-file.js';
import { type ConfigValues, siteAt } from '../config-values.js';
import { type Project, withinBase } from '../layout.js';
import type { Profile, Rules } from './profile.js';
import { pagesListed, uniquePages } from './sidebar-links.js';
import { readToc, TOC, tocBeside } from './sphinx/toctree.js';
import { firstUnread, sphinx, sphinxRules } from './sphinx.js';

/** Pages that aren't Markdown: their text is computed from cells or directives. */
const NOT_MARKDOWN = /\.(?:rst|ipynb|Rmd)$/;

/** Jupyter Book 1: Sphinx with a configuration in YAML and the order of its pages in `_toc.yml`. */
export const jupyterBook: Profile = {
  label: 'Jupyter Book',
  configFiles: ['', 'docs/', 'book/', 'doc/'].map((folder) => `${folder}_config.yml`),
  // Jekyll and Hexo have a file of this name.
  ownsConfig: (_root, values) => readToc(values[TOC]).length > 0,
  readConfig: (root, file, text) => ({ ...parseConfig(file, text), [TOC]: tocBeside(root, file) }),
  needsBuild: (root, config) => firstUnread(root, config, NOT_MARKDOWN) !== undefined,
  buildCommand: 'jupyter-book build .',
  builtFolders: ['_build/html'],
  ...(sphinx.bases && { bases: sphinx.bases }),
  site: ({ values }) =>
    siteAt(values, {
      title: 'title',
      description: 'description',
      lang: 'sphinx.config.language',
      baseUrl: 'html.baseurl',
    }),
  rules,
};

function rules(project: Project): Rules {
  const values: ConfigValues = project.config?.values ?? {};
  const toc = readToc(values[TOC], project.bases[0] && join(project.root, project.bases[0].folder));
  const named = new Set(toc.map(({ path }) => path));
  const own = sphinxRules(project, jupyterBook, NOT_MARKDOWN);
  const inner = (path: string) => (withinBase(path, project) ?? path).replace(/\.md$/, '');
  return {
    ...own,
    pages(files) {
      const pages = own.pages?.(files) ?? files;
      return values['only_build_toc_files'] === true ? pages.filter((path) => named.has(inner(path))) : pages;
    },
    navigation: (files) => uniquePages(pagesListed(toc, files, inner)),
  };
}
