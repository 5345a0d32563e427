import { posix } from 'node:path';
import type { RawSite } from '../../port.js';
import { parseConfig, readProjectText } from '../config-file.js';
import { type ConfigValues, configObject, configText } from '../config-values.js';
import { type GeneratorConfig, type Project, withinBase } from '../layout.js';
import { Gaps } from './gaps.js';
import { type MystPage, readPages } from './myst/pages.js';
import { addressAt, placeAt } from './page-path.js';
import type { Profile, Rules } from './profile.js';
import { languageOf, sphinx } from './sphinx.js';

/** MyST, of which Jupyter Book 2 is made. */
export const myst: Profile = {
  label: 'MyST',
  configFiles: ['', 'docs/', 'book/'].map((folder) => `${folder}myst.yml`),
  readConfig: (root, file, text) => withExtended(root, file, parseConfig(file, text)),
  needsBuild: (root, config) => readPages(root, config).some(({ path }) => !path.endsWith('.md')),
  buildCommand: 'npx myst build --html',
  builtFolders: ['_build/html'],
  ...(sphinx.bases && { bases: sphinx.bases }),
  site: siteOf,
  rules,
};

/** Files that `extends` names give what the configuration doesn't have. */
function withExtended(root: string, file: string, own: ConfigValues): ConfigValues {
  const named = [own['extends']].flat().filter((name) => typeof name === 'string');
  const others = named.map((name) => {
    const path = posix.join(posix.dirname(file), name);
    return parseConfig(path, path.startsWith('..') ? '' : (readProjectText(root, path, true) ?? ''));
  });
  const part = (key: string) =>
    Object.assign({}, ...[...others, own].map((values) => configObject(values[key])));
  return { ...own, project: part('project'), site: part('site') };
}

function siteOf({ values }: GeneratorConfig): RawSite {
  const [site, project] = [configObject(values['site']), configObject(values['project'])];
  const title = configText(site, 'title') ?? configText(project, 'title');
  const description = configText(site, 'description') ?? configText(project, 'description');
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description: description.replace(/\s+/g, ' ') }),
  };
}

function rules(project: Project): Rules {
  const { config, root } = project;
  const pages = config === undefined ? [] : readPages(root, config);
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const pageOf = (path: string): MystPage | undefined => byPath.get(withinBase(path, project) ?? path);
  return {
    notContent: new Set(['_build']),
    isPartial: () => false,
    pages: (files) => files.filter((path) => /\.md$/.test(path) && pageOf(path) !== undefined),
    place(path) {
      const page = pageOf(path);
      return page && placeAt(path, page.address);
    },
    address: ({ place }) => addressAt(pageOf(place.path)?.address ?? '', ''),
    inherited: () => ({
      // A hidden page is neither in the menu nor in the sitemap.
      valuesFor: (path) => (pageOf(path)?.isHidden ? { unlisted: true } : {}),
      print: () => pages,
    }),
    warnings() {
      const gaps = new Gaps();
      const unread = pages.find(({ path }) => !path.endsWith('.md'))?.path;
      if (unread !== undefined) gaps.add(unread, `pages in ${languageOf(unread)}`);
      return gaps.warnings(myst);
    },
    navigation(files) {
      const byInner = new Map(files.map((path) => [withinBase(path, project) ?? path, path]));
      return pages.flatMap(({ path, section, isHidden }) => {
        const file = byInner.get(path);
        return file === undefined || isHidden ? [] : [{ path: file, section }];
      });
    },
  };
}
