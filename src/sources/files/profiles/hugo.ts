import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configObject } from '../config-values.js';
import type { GeneratorConfig, Project } from '../layout.js';
import { defaultRules, NOT_CONTENT } from './default-rules.js';
import { Gaps } from './gaps.js';
import { hugoAddress } from './hugo/address.js';
import { Cascades } from './hugo/cascades.js';
import { readHugoConfig } from './hugo/config.js';
import { ignoredBy } from './hugo/ignored.js';
import { hugoNavigation } from './hugo/menus.js';
import { basesOf, placeInHugo, Sections } from './hugo/place.js';
import { readSettings, setting, settingText } from './hugo/settings.js';
import type { Profile, Rules } from './profile.js';

const ENDINGS = ['toml', 'yaml', 'yml', 'json'];

/** Hugo. */
export const hugo: Profile = {
  label: 'Hugo',
  configFiles: ['', 'config/_default/'].flatMap((folder) =>
    ['hugo', 'config'].flatMap((name) => ENDINGS.map((ending) => `${folder}${name}.${ending}`)),
  ),
  // Other programs have a `config.json` too.
  ownsConfig: (root, values, file) =>
    !/^config\.(?:json|ya?ml)$/.test(file) ||
    setting(values, 'baseURL') !== undefined ||
    existsSync(join(root, 'content')),
  readConfig: readHugoConfig,
  isLikely: (root) => existsSync(join(root, 'archetypes')) && existsSync(join(root, 'content')),
  buildCommand: 'hugo',
  builtFolders: ['public'],
  builtFolder: (values) => settingText(values, 'publishDir'),
  namesOutsideFolders: true,
  bases: (root, config) => basesOf(root, readSettings(config?.values ?? {}), config),
  site: siteOf,
  rules,
  authoring: { staticFolder: 'static' },
};

function rules(project: Project): Rules {
  const settings = readSettings(project.config?.values ?? {});
  const gaps = new Gaps();
  const site = { project, settings, sections: new Sections(project), gaps };
  const isIgnored = ignoredBy(settings.ignoreFiles, project.config?.file ?? '', gaps);
  return {
    ...defaultRules(project),
    notContent: NOT_CONTENT,
    hasLiteralBraces: true,
    hasEmojiNames: setting(project.config?.values ?? {}, 'enableEmoji') === true,
    isPartial: isIgnored,
    pages: (files) => withoutResources(files, project),
    place: (path) => placeInHugo(path, project, settings),
    address: (page) => hugoAddress(page, site),
    inherited: (files) => new Cascades(project, files, settings),
    navigation: (files, addressOf) => hugoNavigation(files, addressOf, project, settings),
    warnings: () => gaps.warnings(hugo),
  };
}

function siteOf({ values }: GeneratorConfig) {
  const language = settingText(values, 'defaultContentLanguage') ?? 'en';
  const own = configObject(setting(configObject(setting(values, 'languages')), language));
  const params = configObject(setting(values, 'params'));
  const ownParams = configObject(setting(own, 'params'));
  const baseUrl = settingText(values, 'baseURL') ?? settingText(own, 'baseURL') ?? '';
  const texts = {
    title: settingText(own, 'title') ?? settingText(values, 'title'),
    description:
      settingText(ownParams, 'description') ??
      settingText(params, 'description') ??
      settingText(values, 'description'),
    baseUrl: /^https?:/i.test(baseUrl) && URL.canParse(baseUrl) ? baseUrl.replace(/\/+$/, '') : undefined,
    lang: [own, values]
      .flatMap((from) => [settingText(from, 'locale'), settingText(from, 'languageCode')])
      .concat(settingText(values, 'defaultContentLanguage'))
      .find((text) => text !== undefined)
      ?.replaceAll('_', '-'),
    timezone: settingText(values, 'timeZone'),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
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
