import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileName } from '../../names.js';
import { addressOf, pathAddress } from '../address.js';
import { configObject, configText } from '../config-values.js';
import type { Project } from '../layout.js';
import { placeFile } from '../place.js';
import { Cascades } from './cascades.js';
import { defaultRules, NOT_CONTENT } from './default-rules.js';
import type { PageFacts, Profile } from './profile.js';

/** Hugo. */
export const hugo: Profile = {
  label: 'Hugo',
  configFiles: [
    ...['hugo.toml', 'hugo.yaml', 'hugo.yml', 'hugo.json', 'config.toml'],
    ...['config/_default/hugo.toml', 'config/_default/config.toml'],
  ],
  isLikely: (root) => existsSync(join(root, 'archetypes')) && existsSync(join(root, 'content')),
  buildCommand: 'hugo',
  builtFolders: ['public'],
  builtFolder: (values) => configText(values, 'publishDir'),
  bases(root, config) {
    const folder = configText(config?.values ?? {}, 'contentDir') ?? 'content';
    return existsSync(join(root, folder)) ? [{ folder }] : [];
  },
  rules: (project) => ({
    ...defaultRules(project),
    notContent: NOT_CONTENT,
    isPartial(inner) {
      const name = inner.split('/').at(-1) ?? '';
      return name.startsWith('_') && !name.startsWith('_index.');
    },
    pages: (files) => withoutResources(files, project),
    place: (path) =>
      placeFile(path, project, { hasCollections: false, name: (name) => pageName(name, project) }),
    address: (page) =>
      addressOf(page, project, {
        titleFromTitle: true,
        pattern: (one) => pattern(one, project),
        path: (one) => inLanguage(one, project),
      }),
    inherited: (files) => new Cascades(project, files),
  }),
  authoring: { staticFolder: 'static' },
};

function pattern({ place }: PageFacts, { config }: Project): string | undefined {
  if (place.isIndex) return undefined;
  const permalinks = configObject(config?.values['permalinks']);
  return configText({ ...permalinks, ...configObject(permalinks['page']) }, place.folders[0] ?? '');
}

function inLanguage(page: PageFacts, { config }: Project): string {
  const { place } = page;
  const standard = configText(config?.values ?? {}, 'defaultContentLanguage') ?? 'en';
  if (place.lang === undefined || place.lang === standard) return pathAddress(page);
  return pathAddress({ ...page, place: { ...place, folders: [place.lang, ...place.folders] } });
}

/** A dated name is an ordinary one; `about.fr` is `about` in French where the site has that language. */
function pageName(name: FileName, { config }: Project): { name: FileName; lang?: string } {
  const [, stem, lang] = /^(.+)\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)?)$/.exec(name.slug) ?? [];
  const { languages, defaultContentLanguage } = config?.values ?? {};
  const isLanguage =
    lang !== undefined && (Object.hasOwn(configObject(languages), lang) || defaultContentLanguage === lang);
  return isLanguage && stem !== undefined
    ? { name: { ...name, slug: stem, stem }, lang }
    : { name: { ...name, slug: name.stem } };
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Files next to an `index.md`, or below it, belong to that page and aren't pages themselves. */
function withoutResources(files: readonly string[], { bases }: Project): readonly string[] {
  const isIndex = (path: string) => /\/index(?:\.[\w-]+)?\.\w+$/.test(path);
  const bundles = new Set(files.filter(isIndex).map(folderOf));
  for (const { folder } of bases) bundles.delete(folder);
  const isResource = (path: string) => {
    let folder = folderOf(path);
    if (bundles.has(folder) && !isIndex(path)) return true;
    for (folder = folderOf(folder); folder !== ''; folder = folderOf(folder))
      if (bundles.has(folder)) return true;
    return false;
  };
  return files.filter((path) => !isResource(path));
}
