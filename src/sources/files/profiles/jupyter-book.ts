import { posix } from 'node:path';
import { isObject, objectOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import type { RawSite } from '../../port.js';
import { parseConfig, parseData, readProjectText } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import { type GeneratorConfig, type Project, withinBase } from '../layout.js';
import type { NavPage, Profile, Rules } from './profile.js';
import { pagesListed, uniquePages } from './sidebar-links.js';
import { firstUnread, sphinx, sphinxRules } from './sphinx.js';

/** The order of the pages, next to the configuration; it's kept under this key. */
const TOC = '_toc.yml';

/** Pages that aren't Markdown: their text is computed from cells or directives. */
const NOT_MARKDOWN = /\.(?:rst|ipynb|Rmd)$/;

/** Jupyter Book 1: Sphinx with a configuration in YAML and the order of its pages in `_toc.yml`. */
export const jupyterBook: Profile = {
  label: 'Jupyter Book',
  configFiles: ['', 'docs/', 'book/', 'doc/'].map((folder) => `${folder}_config.yml`),
  // Jekyll and Hexo have a file of this name.
  ownsConfig: (_root, values) => readToc(values[TOC]).length > 0,
  readConfig(root, file, text) {
    const toc = readProjectText(root, posix.join(posix.dirname(file), TOC), true);
    return { ...parseConfig(file, text), [TOC]: toc && parseData(TOC, toc) };
  },
  needsBuild: (root, config) => firstUnread(root, config, NOT_MARKDOWN) !== undefined,
  buildCommand: 'jupyter-book build .',
  builtFolders: ['_build/html'],
  ...(sphinx.bases && { bases: sphinx.bases }),
  site: siteOf,
  rules,
};

function siteOf({ values }: GeneratorConfig): RawSite {
  const url = configText(objectOf(values['html']), 'baseurl') ?? '';
  const texts = {
    title: configText(values, 'title') || undefined,
    description: configText(values, 'description')?.trim(),
    lang: configText(objectOf(objectOf(values['sphinx'])['config']), 'language'),
    baseUrl: /^https?:/i.test(url) && isParsableUrl(url) ? url.replace(/\/+$/, '') : undefined,
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}

function rules(project: Project): Rules {
  const values: ConfigValues = project.config?.values ?? {};
  const toc = readToc(values[TOC]);
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

/** Keys under which a page or a part lists others. */
const LISTS = ['parts', 'subtrees', 'chapters', 'sections', 'entries'];

/** Deeper parts of a book aren't read. */
const MAX_DEPTH = 20;

/** The pages in `_toc.yml`, without their endings. Before version 0.11 it was a list. */
function readToc(value: unknown, section?: string, depth = 0): readonly NavPage[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => readToc(item, section, depth + 1));
  if (!isObject(value)) return [];
  const file = configText(value, 'root') ?? configText(value, 'file');
  const part = section ?? configText(value, 'caption') ?? configText(value, 'part');
  return [
    ...(file === undefined ? [] : [{ path: posix.normalize(file.replace(/\.md$/, '')), section: part }]),
    ...LISTS.flatMap((key) => readToc(value[key], part, depth + 1)),
  ];
}
