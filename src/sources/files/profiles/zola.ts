import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf, stringsOf } from '../../../core/json.js';
import { encodePath, type FileName } from '../../names.js';
import { addressOf } from '../address.js';
import { type ConfigValues, configText, siteAt } from '../config-values.js';
import { ignoreTest } from '../ignore-lines.js';
import { contentPath, type FilePlace, type Project, placeFile } from '../layout.js';
import { Cascades } from './hugo/cascades.js';
import { pagesByWeight } from './hugo/menus.js';
import { type AddressFacts, defaultRules, Gaps, NOT_CONTENT, type Profile, type Rules } from './profile.js';

/** Zola. */
export const zola: Profile = {
  label: 'Zola',
  configFiles: ['zola.toml', 'config.toml'],
  // Hugo's configuration may have the same name.
  ownsConfig: (_, values) => 'base_url' in values,
  buildCommand: 'zola build',
  builtFolders: ['public'],
  builtFolder: (values) => configText(values, 'output_dir'),
  bases: (root) => (existsSync(join(root, 'content')) ? [{ folder: 'content' }] : []),
  site: ({ values }) =>
    siteAt(values, {
      title: 'title',
      description: 'description',
      lang: 'default_language',
      baseUrl: 'base_url',
    }),
  rules,
  authoring: { staticFolder: 'static' },
};

function rules(project: Project): Rules {
  const values = project.config?.values ?? {};
  const gaps = new Gaps();
  const ignored = stringsOf(values['ignored_content']);
  const isIgnored = ignoreTest(ignored);
  return {
    ...defaultRules(project),
    notContent: NOT_CONTENT,
    hasEmojiNames: objectOf(values['markdown'])['render_emoji'] === true,
    isPartial: (inner) => /\.html?$/i.test(inner),
    pages: (files) => files.filter((path) => !isIgnored(contentPath(path, project))),
    place: (path) => placeOf(path, project, values),
    address: (page) => addressOf(page, project, { written, path: (one) => pathOf(one, values, gaps) }),
    navigation: (files) => pagesByWeight(files, project.root, (path) => sectionPath(path, project, values)),
    inherited: (files) => new Cascades(project, files),
    warnings: () => gaps.warnings(zola),
  };
}

/** A page's own path; Zola adds the slash at its end. */
function written({ values }: AddressFacts) {
  const path = values.text('path');
  return path === undefined ? undefined : { key: 'path', value: `/${path.replace(/^\/+|\/+$/g, '')}/` };
}

/** A day, or the second of a day, before a name. */
const DATED =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?(?:\s?[_-](.+))?/;

/** The name without its language and date: `2020-01-02-tea.fr` is `tea` in French. */
function nameOf(name: FileName, values: ConfigValues): { readonly name: FileName; readonly lang?: string } {
  const [, stem = '', lang = ''] = /^(.+)\.([\w-]+)$/.exec(name.stem) ?? [];
  const isLanguage = Object.hasOwn(objectOf(values['languages']), lang);
  const whole = isLanguage ? stem : name.stem;
  const [, date, rest] = DATED.exec(whole) ?? [];
  const keepsDate = objectOf(values['slugify'])['paths_keep_dates'] === true;
  const slug = keepsDate ? whole : (rest ?? whole);
  const plain = { ...name, stem: whole, slug, ...(date === undefined ? {} : { date }) };
  return isLanguage ? { name: plain, lang } : { name: plain };
}

function placeOf(path: string, project: Project, values: ConfigValues): FilePlace | undefined {
  const place = placeFile(path, project, {
    hasCollections: false,
    hasReadmes: false,
    name: (name) => nameOf(name, values),
  });
  if (place === undefined || !place.isIndex || place.name.stem === '_index') return place;
  const { date } = bundleName(place, values);
  return date === undefined ? place : { ...place, name: { ...place.name, date } };
}

/** The place of a page in the tree of sections. */
function sectionPath(path: string, project: Project, values: ConfigValues): string {
  const { folders = [], name, isIndex } = placeOf(path, project, values) ?? {};
  return [...folders, ...(isIndex ? [] : [name?.stem ?? ''])].join('/');
}

/** The folder of a page with its files stands for its name. */
function bundleName({ folders }: FilePlace, values: ConfigValues): FileName {
  return nameOf({ stem: folders.at(-1) ?? '', slug: '', extension: '' }, values).name;
}

/** Folders keep their names; only the last part becomes a slug. */
function pathOf({ place, ownSlug }: AddressFacts, values: ConfigValues, gaps: Gaps): string {
  const { folders, name, isIndex, lang } = place;
  const style = configText(objectOf(values['slugify']), 'paths') ?? 'on';
  const isSection = name.stem === '_index';
  const above = isIndex && !isSection ? folders.slice(0, -1) : folders;
  const own = ownSlug ?? (isIndex ? bundleName(place, values) : name).slug;
  const last = isSection ? '' : slugOf(own, style, place.path, gaps);
  const path = [lang ?? '', ...above, last].filter((part) => part !== '').join('/');
  return path === '' ? '/' : `/${encodePath(path)}/`;
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    æ: 'ae',
    Æ: 'AE',
    ø: 'o',
    Ø: 'O',
    œ: 'oe',
    Œ: 'OE',
    đ: 'd',
    Đ: 'D',
    ł: 'l',
    Ł: 'L',
    þ: 'th',
    ð: 'd',
  },
};

function slugOf(text: string, style: string, file: string, gaps: Gaps): string {
  if (style === 'off') return text;
  if (style === 'safe')
    return text
      .replace(/[<>:"/\\|?*#\n\r()[\]{}]/g, '')
      .trim()
      .replace(/\s+/g, '_');
  const latin = text
    .replace(/./gu, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
  if (/[^\p{ASCII}]/u.test(latin) && /\p{L}/u.test(latin.replace(/\p{ASCII}/gu, ''))) {
    gaps.add(file, 'the Latin letters for another script');
    return text;
  }
  return latin
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
