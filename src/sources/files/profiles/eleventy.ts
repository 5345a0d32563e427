import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from '../../../content/body/liquid/expression.js';
import { escapeHtml } from '../../../content/html/escape.js';
import { objectOf } from '../../../core/json.js';
import { addressOf, pathAddress } from '../address.js';
import type { FrontMatter } from '../front-matter.js';
import { type FilePlace, type Project, placeFile } from '../layout.js';
import {
  folderOf,
  globalData,
  ignoredByEleventy,
  PROGRAM_ENDINGS,
  readEleventyConfig,
  siteOfData,
} from './eleventy/config.js';
import { DATA, FolderData } from './eleventy/folder-data.js';
import { fillExpressions } from './eleventy/template.js';
import { type AddressFacts, defaultRules, Gaps, type Profile, type Rules } from './profile.js';
import { readMatter } from './sidebar-links.js';

/** Templates. */
const TEMPLATE = /(?:^|\/)[^./]*\.(?:njk|liquid|webc|vto|hbs|mustache|ejs|pug|haml|11ty\.[cm]?[jt]sx?)$/i;
/** Templates that may hold no more than a page. */
const READABLE = /\.(?:njk|liquid)$/i;

const COMMENT = /\{#[\s\S]*?(?:#\}|$)|\{%-?\s*comment\s*-?%\}[\s\S]*?(?:\{%-?\s*endcomment\s*-?%\}|$)/g;
const RAW = /\{%-?\s*(raw|verbatim)\s*-?%\}([\s\S]*?)(?:\{%-?\s*end(?:raw|verbatim)\s*-?%\}|$)/g;

/** What a template is: a page, something else that Eleventy writes, or more than can be filled here. */
type TemplateKind = 'page' | 'other' | 'unknown';

/** @param shared values that all templates share */
function templateKind(root: string, path: string, shared: Variables): TemplateKind {
  const matter = readMatter(root, path);
  if (matter === undefined) return 'unknown';
  const { permalink, pagination, templateEngineOverride } = matter.data;
  if (permalink === false || (typeof permalink === 'string' && /\.(?!html?$)\w+$/.test(permalink)))
    return 'other';
  if (!READABLE.test(path) || pagination !== undefined || templateEngineOverride !== undefined)
    return 'unknown';
  return fillTemplate(matter, shared) === undefined ? 'unknown' : 'page';
}

/**
 * The HTML of a template that prints values and does nothing else.
 * @returns undefined for any other template
 */
function fillTemplate(
  { data, body }: Pick<FrontMatter, 'data' | 'body'>,
  shared: Variables,
): string | undefined {
  const get = (name: string) => (Object.hasOwn(data, name) ? data[name] : shared.get(name));
  const text = body
    .replace(RAW, (_, _name, inner: string) => inner.replaceAll('{', '&#123;'))
    .replace(COMMENT, '');
  return fillExpressions(text, { get }, (value, isSafe) => (isSafe ? value : escapeHtml(value)));
}

/** Global data that decides over pages. */
const GLOBAL = ['permalink', 'draft', 'lang', 'eleventyExcludeFromCollections'];

/** Global data by the names that sites use for the facts about them. */
const SHARED = ['site', 'metadata', 'meta'];

/** Eleventy. */
export const eleventy: Profile = {
  label: 'Eleventy',
  configFiles: ['.eleventy.js', ...PROGRAM_ENDINGS.map((ending) => `eleventy.config.${ending}`)],
  readConfig: readEleventyConfig,
  buildCommand: 'npx @11ty/eleventy',
  builtFolders: ['_site'],
  builtFolder: (values) => folderOf(values, 'output', '_site'),
  bases(root, config) {
    const folder = folderOf(config?.values ?? {}, 'input', '.');
    return folder !== '' && !folder.includes('..') && existsSync(join(root, folder)) ? [{ folder }] : [];
  },
  site: siteOfData,
  rules,
};

function rules(project: Project): Rules {
  const values = project.config?.values ?? {};
  const formats = values['templateFormats'];
  const isBuilt = (path: string) =>
    !Array.isArray(formats) || formats.includes((/\.(11ty\.\w+|\w+)$/.exec(path)?.[1] ?? '').toLowerCase());
  const isIgnored = ignoredByEleventy(project);
  const shared: Variables = {
    get: (name) => (SHARED.includes(name) ? globalData(project, name) : undefined),
  };
  const gaps = new Gaps();
  const isPage = (path: string) => {
    const kind = TEMPLATE.test(path) ? templateKind(project.root, path, shared) : 'page';
    if (kind === 'unknown') gaps.add(path, 'the pages of a template');
    return kind === 'page';
  };
  const ownFolders = ['includes', 'layouts', 'data'].map((key) => folderOf(values, key, `_${key}`));
  return {
    ...defaultRules(project),
    // Tags make Eleventy's own collections.
    internalTags: new Set(['all', 'nav', 'post', 'posts']),
    isPartial: (inner) => ownFolders.some((folder) => folder !== '' && inner.startsWith(`${folder}/`)),
    templates: TEMPLATE,
    filled: (matter) => fillTemplate(matter, shared),
    pages: (files) => files.filter((path) => isBuilt(path) && !isIgnored(path) && isPage(path)),
    place: (path) => placeOf(path, project),
    address: (page) => addressOf(page, project, { written, path: pathOf }),
    inherited(files) {
      const data = new FolderData(project, files, DATA);
      for (const file of data.computedPermalinks) gaps.add(file, 'the permalink');
      const computed = objectOf(globalData(project, 'eleventyComputed'));
      const { permalink } = computed;
      const own = Object.fromEntries(
        GLOBAL.map((name) => [name, globalData(project, name)]).filter(([, value]) => value !== undefined),
      );
      const above = typeof permalink === 'string' ? { ...own, permalink } : own;
      return {
        valuesFor: (path) => ({ ...above, ...data.valuesFor(path) }),
        print: () => [above, data.print(), SHARED.map((name) => globalData(project, name))],
      };
    },
    warnings: () => gaps.warnings(eleventy),
  };
}

function written({ values }: AddressFacts) {
  const value = objectOf(values.peek('eleventyComputed'))['permalink'];
  const found = value === undefined ? values.find(['permalink']) : { key: 'eleventyComputed', value };
  const build = objectOf(found?.value)['build'];
  return found === undefined || build === undefined ? found : { ...found, value: build };
}

/** Eleventy knows no `slug`, and a date stays in the path. */
function pathOf(page: AddressFacts): string {
  const { place } = page;
  return pathAddress({ ...page, slug: place.isIndex ? page.slug : place.name.stem, ownSlug: undefined });
}

/** `tea/tea.md` is the page of its folder. */
function placeOf(path: string, project: Project): FilePlace | undefined {
  const place = placeFile(path, project, { hasCollections: false, hasReadmes: false });
  if (place === undefined) return undefined;
  const isIndex = place.isIndex || place.name.stem === place.folders.at(-1);
  // What a template holds is HTML.
  const name = TEMPLATE.test(path) ? { ...place.name, extension: '.html' } : place.name;
  return { ...place, name, isIndex };
}
