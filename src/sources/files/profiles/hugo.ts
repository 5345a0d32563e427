import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { entriesIn } from '../../../core/files.js';
import { isObject, objectOf, stringsOf, withoutUndefined } from '../../../core/json.js';
import { folderOf } from '../../../core/paths.js';
import { parseConfig, readConfigFile } from '../config-file.js';
import { type ConfigValues, siteAddress } from '../config-values.js';
import type { GeneratorConfig, Project } from '../layout.js';
import type { Values } from '../values.js';
import { hugoAddress } from './hugo/address.js';
import { Cascades } from './hugo/cascades.js';
import { hugoNavigation } from './hugo/menus.js';
import { basesOf, placeInHugo, Sections } from './hugo/place.js';
import { readSettings, setting, settingText } from './hugo/settings.js';
import { defaultRules, Gaps, NOT_CONTENT, type Profile, type Rules } from './profile.js';
import { patternTest } from './simple-patterns.js';

/** Deeper folders and further files aren't read. */
const MAX_DEPTH = 5;
const MAX_FILES = 200;

/**
 * The configuration of a Hugo site: its file, and those of the folders `config/_default` and `config/production`,
 * where `params.toml` holds what is below `params`, `languages.en.toml` what is below `languages.en`, and `menus.en.toml`
 * what is below `languages.en.menus`.
 * @param file the configuration file that was found, from the root
 */
function readHugoConfig(root: string, file: string, text: string): ConfigValues {
  const first = file.startsWith('config/') ? {} : parseConfig(file, text);
  const folders = ['config/_default', 'config/production'];
  return folders
    .flatMap((folder) => filesBelow(root, folder))
    .reduce((all, path) => merged(all, valuesOf(root, path)), first);
}

function filesBelow(root: string, folder: string): readonly string[] {
  const found: string[] = [];
  walk(folder, 0);
  return found;

  function walk(path: string, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const entry of entriesIn(join(root, path))) {
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) walk(inner, depth + 1);
      else if (/\.(?:toml|ya?ml|json)$/.test(inner) && found.length < MAX_FILES) found.push(inner);
    }
  }
}

function valuesOf(root: string, path: string): ConfigValues {
  const values = readConfigFile(root, path);
  const [, name = '', lang] = /([^/.]+)(?:\.([\w-]+))?\.\w+$/.exec(path) ?? [];
  const keys = Object.keys(values);
  const isWhole = name === 'hugo' || name === 'config';
  const isLanguage = name === 'languages' && lang !== undefined;
  const isNamed = keys.length === 1 && keys[0]?.toLowerCase() === name.toLowerCase();
  const own = isWhole || isNamed || isLanguage ? values : { [name]: values };
  return lang === undefined ? own : { languages: { [lang]: own } };
}

function merged(all: ConfigValues, more: ConfigValues): ConfigValues {
  const result: Record<string, unknown> = { ...all };
  for (const [key, value] of Object.entries(more)) {
    const known = Object.keys(result).find((name) => name.toLowerCase() === key.toLowerCase()) ?? key;
    const before = result[known];
    result[known] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}

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

/** A template that makes pages of data. */
const ADAPTER = /(?:^|\/)_content(?:\.[\w-]+)?\.gotmpl$/;

function rules(project: Project): Rules {
  const settings = readSettings(project.config?.values ?? {});
  const gaps = new Gaps();
  const site = { project, settings, sections: new Sections(project), gaps };
  const isIgnored = patternTest(settings.ignoreFiles, (pattern) =>
    gaps.add(project.config?.file ?? '', `the pattern "${pattern}" of ignoreFiles`),
  );
  return {
    ...defaultRules(project),
    notContent: NOT_CONTENT,
    hasLiteralBraces: true,
    hasEmojiNames: setting(project.config?.values ?? {}, 'enableEmoji') === true,
    // Hugo compares the whole path of a file.
    isPartial: (inner) => isIgnored(inner) || isIgnored(`/${inner}`),
    templates: ADAPTER,
    pages(files) {
      const adapter = files.find((path) => ADAPTER.test(path));
      if (adapter !== undefined) gaps.add(adapter, 'the pages of a content adapter');
      return withoutResources(
        files.filter((path) => !ADAPTER.test(path)),
        project,
      );
    },
    place: (path) => placeInHugo(path, project, settings),
    address: (page) => hugoAddress(page, site),
    formerAddresses: relativeAliases,
    inherited: (files) => new Cascades(project, files, settings),
    navigation: (files, addressOf) => hugoNavigation(files, addressOf, project, settings),
    warnings: () => gaps.warnings(hugo),
  };
}

/** Aliases without a slash at the start lead from the folder of the page. */
function relativeAliases(values: Values, url: string): readonly string[] {
  return stringsOf(values.peek('aliases'))
    .filter((alias) => !/^(?:\/|\w+:)/.test(alias))
    .map((alias) => posix.join(posix.dirname(url.replace(/\/$/, '')), alias));
}

function siteOf({ values }: GeneratorConfig) {
  const language = settingText(values, 'defaultContentLanguage') ?? 'en';
  const own = objectOf(setting(objectOf(setting(values, 'languages')), language));
  const params = objectOf(setting(values, 'params'));
  const ownParams = objectOf(setting(own, 'params'));
  return withoutUndefined({
    title: settingText(own, 'title') ?? settingText(values, 'title'),
    description:
      settingText(ownParams, 'description') ??
      settingText(params, 'description') ??
      settingText(values, 'description'),
    baseUrl: siteAddress(settingText(values, 'baseURL') ?? settingText(own, 'baseURL')),
    lang: [own, values]
      .flatMap((from) => [settingText(from, 'locale'), settingText(from, 'languageCode')])
      .concat(settingText(values, 'defaultContentLanguage'))
      .find((text) => text !== undefined)
      ?.replaceAll('_', '-'),
    timezone: settingText(values, 'timeZone'),
  });
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
