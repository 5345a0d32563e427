/** Sphinx, as far as its pages are Markdown. */

import { join, posix } from 'node:path';
import { listOf, stringsOf, withoutUndefined } from '../../../core/json.js';
import type { RawSite } from '../../port.js';
import { sampleFiles } from '../../walk-folder.js';
import { isExcluded, readProjectText } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import {
  addressAt,
  type GeneratorConfig,
  innerPath,
  type Project,
  pagePath,
  placeOfAddress,
} from '../layout.js';
import { Gaps, type NavPage, type Profile, type Rules } from './profile.js';
import { addressBelow, basesAt } from './project-paths.js';
import { pagesListed } from './sidebar-links.js';
import { readToc, tocBeside, toctreePages } from './sphinx/toctree.js';

/** Sphinx, as far as its pages are Markdown. */
export const sphinx: Profile = {
  label: 'Sphinx',
  configFiles: ['', 'docs/', 'docs/source/', 'doc/', 'doc/source/', 'source/'].map(
    (folder) => `${folder}conf.py`,
  ),
  // Other programs have a file of this name.
  ownsConfig: (root, _values, file) =>
    /^\s*(?:extensions|html_theme|master_doc|root_doc|exclude_patterns)\s*=/m.test(
      readProjectText(root, file) ?? '',
    ),
  readConfig: (_root, _file, text) => readAssignments(text),
  needsBuild: (root, config) => firstUnread(root, config, TEXTS) !== undefined,
  buildCommand: 'sphinx-build -b html',
  builtFolders: ['_build/html', 'docs/_build/html', 'docs/build/html', 'build/html'],
  bases(root, config) {
    return basesAt(root, config, '.');
  },
  site: siteOf,
  rules(project) {
    const own = sphinxRules(project, sphinx, TEXTS);
    const toc = externalToc(project);
    const named = new Set(toc?.map(({ path }) => path));
    const leavesOut = toc !== undefined && project.config?.values['external_toc_exclude_missing'] === true;
    return {
      ...own,
      pages: (files) =>
        (own.pages?.(files) ?? files).filter((path) => !leavesOut || named.has(nameOf(path, project))),
      navigation: (files) => toctreeOrder(files, project, toc),
    };
  },
};

const nameOf = (path: string, project: Project) => innerPath(path, project).replace(/\.md$/, '');

/** The order in the file of the extension `sphinx-external-toc`, which has the form of Jupyter Book's. */
function externalToc({ root, config, bases }: Project): readonly NavPage[] | undefined {
  const values = config?.values ?? {};
  if (config === undefined || !stringsOf(values['extensions']).includes('sphinx_external_toc'))
    return undefined;
  const toc = readToc(tocBeside(root, config.file), join(root, bases[0]?.folder ?? ''));
  return toc.length === 0 ? undefined : toc;
}

/** Pages in reStructuredText. */
const TEXTS = /\.rst$/;

function toctreeOrder(
  files: readonly string[],
  project: Project,
  toc: readonly NavPage[] | undefined,
): readonly NavPage[] {
  const { root, config } = project;
  const top = configText(config?.values ?? {}, 'root_doc', 'master_doc') ?? 'index';
  const pages = toc ?? toctreePages(root, project.bases[0]?.folder ?? '', top);
  return pagesListed(pages, files, (path) => nameOf(path, project));
}

const ASSIGNMENT = /^(\w+)\s*=\s*([ru]?"[^"\n]*"|[ru]?'[^'\n]*'|\[[^[\]]*\]|\([^()]*\))/gm;
/** An addition to a list, also inside a condition. */
const ADDITION =
  /^[ \t]*(\w+)(?:\s*\+=\s*(\[[^[\]]*\]|\([^()]*\))|\.(?:append|extend)\(\s*(["'][^"'\n]*["']|\[[^[\]]*\]))/gm;

/** The assignments of texts, truth values, and lists and dictionaries of texts in a Python file, which never runs. */
export function readAssignments(text: string): ConfigValues {
  const values: Record<string, unknown> = {};
  for (const [, name = '', value = ''] of text.matchAll(ASSIGNMENT)) {
    const texts = textsIn(value);
    values[name] = /^[[(]/.test(value) ? texts : texts[0];
  }
  for (const [, name = '', value] of text.matchAll(/^(\w+)\s*=\s*(True|False)\b/gm))
    values[name] = value === 'True';
  for (const [, name = '', sum = '', added = ''] of text.matchAll(ADDITION)) {
    const before = values[name];
    values[name] = [...listOf(before), ...textsIn(sum + added)];
  }
  for (const [, name = '', value = ''] of text.matchAll(/^(\w+)\s*=\s*\{([^{}]*)\}/gm))
    values[name] = Object.fromEntries(
      [...value.matchAll(/(["'])(\w+)\1\s*:\s*(["'])([^"'\n]*)\3/g)].map(([, , key, , text]) => [key, text]),
    );
  const [, lines, line = ''] =
    /^myst_substitutions\s*=\s*\{(?:[ \t]*\n([\s\S]*?)^\}|(.*)\}[ \t]*(?:#.*)?$)/m.exec(text) ?? [];
  const pairs = (lines ?? line).matchAll(
    /["']([\w-]+)["']\s*:\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)')[ \t]*(?=[,#\n]|$)/g,
  );
  values['myst_substitutions'] = Object.fromEntries(
    [...pairs].map(([, key, one, other]) => [key, one ?? other]),
  );
  return values;
}

function textsIn(code: string): readonly string[] {
  return [...code.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, one, other]) => one ?? other ?? '');
}

function siteOf({ values }: GeneratorConfig): RawSite {
  return withoutUndefined({
    title: configText(values, 'html_title', 'project'),
    baseUrl: addressBelow(configText(values, 'html_baseurl'), ''),
    lang: configText(values, 'language')?.replaceAll('_', '-'),
  });
}

const OWN_FOLDERS = ['**/_build', '**/_static', '**/_templates'];

/** The globs of files that aren't pages, from the folder of the configuration. */
function excludedBy(values: ConfigValues | undefined): readonly string[] {
  return [...OWN_FOLDERS, ...stringsOf(values?.['exclude_patterns'])];
}

/**
 * The rules of Sphinx and of generators that are made of it.
 * @param unread names of pages that aren't Markdown
 */
export function sphinxRules(
  project: Project,
  profile: Pick<Profile, 'label' | 'buildCommand'>,
  unread: RegExp,
): Rules {
  const { config } = project;
  const globs = excludedBy(config?.values);
  const pageOf = (path: string) => pagePath(path, project);
  return {
    notContent: new Set(['_build', 'build', '_static', '_templates']),
    isPartial: () => false,
    // Whatever its name, a file in the folder is a page.
    isListed: () => true,
    pages: (files) =>
      files.filter((path) => /\.md$/.test(path) && !isExcluded(innerPath(path, project), globs)),
    place: (path) => placeOfAddress(path, pageOf(path)),
    address: ({ place }) => addressAt(pageOf(place.path), place.isIndex ? '/' : '.html'),
    warnings() {
      const gaps = new Gaps();
      const first = config && firstUnread(config.root, config, unread);
      if (first !== undefined) gaps.add(first, `pages in ${languageOf(first)}`);
      return gaps.warnings(profile);
    },
  };
}

const LANGUAGES: Readonly<Record<string, string>> = {
  '.rst': 'reStructuredText',
  '.ipynb': 'notebooks',
  '.Rmd': 'R Markdown',
  '.tex': 'LaTeX',
};

/** The format of a page that isn't read. */
export function languageOf(path: string): string {
  return LANGUAGES[posix.extname(path)] ?? posix.extname(path);
}

/** The first page of a project that isn't Markdown, from its root. */
export function firstUnread(
  root: string,
  { file, values }: Pick<GeneratorConfig, 'file' | 'values'>,
  unread: RegExp,
): string | undefined {
  const folder = posix.dirname(file);
  const globs = excludedBy(values);
  const names = sampleFiles(join(root, folder), unread, Number.POSITIVE_INFINITY);
  const [first] = names.filter((name) => !isExcluded(name, globs)).sort();
  return first && posix.join(folder, first);
}
