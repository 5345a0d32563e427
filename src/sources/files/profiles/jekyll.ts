import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type JsonObject, listOf, objectOf, stringsOf } from '../../../core/json.js';
import { lastName } from '../../../core/paths.js';
import { type FileName, parseFileName } from '../../names.js';
import { addressOf, pathAddress, STYLES } from '../address.js';
import { globToPattern, readProjectText } from '../config-file.js';
import { configText } from '../config-values.js';
import { contentPath, type Project, placeFile } from '../layout.js';
import { polyglotLanguages } from './jekyll/languages.js';
import { jekyllNavigation } from './jekyll/menus.js';
import { type AddressFacts, defaultRules, NOT_CONTENT, type Profile, type Rules } from './profile.js';
import { usesNext } from './project-paths.js';

interface Default {
  /** Without slashes at the ends; empty for the whole site. */
  readonly path: string;
  /** `posts`, `pages`, `drafts` or a collection; undefined for every type. */
  readonly type: string | undefined;
  readonly values: JsonObject;
}

/**
 * Jekyll's front-matter defaults: the list `defaults` of `_config.yml`, each with a scope and values.
 * @see https://jekyllrb.com/docs/configuration/front-matter-defaults/
 */
class JekyllDefaults {
  /** The least specific first: of two scopes the one with the longer path wins, then the one with a type. */
  readonly #defaults: readonly Default[];

  constructor({ config }: Pick<Project, 'config'>) {
    const list = config?.values['defaults'];
    this.#defaults = listOf(list)
      .map(readDefault)
      .sort(
        (a, b) =>
          a.path.length - b.path.length || Number(a.type !== undefined) - Number(b.type !== undefined),
      );
  }

  /** The values of a file whose front matter doesn't set them. */
  valuesFor(path: string): JsonObject {
    const found = this.#defaults.filter((one) => isBelow(path, one.path) && isOfType(path, one.type));
    return Object.assign({}, ...found.map(({ values }) => values));
  }

  /** A fingerprint: other defaults make other pages. */
  print(): unknown {
    return this.#defaults;
  }
}

function readDefault(item: unknown): Default {
  const { scope, values } = objectOf(item);
  const { path, type } = objectOf(scope);
  return {
    path: typeof path === 'string' ? path.replace(/^\.?\/+|\/+$/g, '') : '',
    type: typeof type === 'string' && type !== '' ? type : undefined,
    values: objectOf(values),
  };
}

function isBelow(path: string, scope: string): boolean {
  if (scope === '' || path === scope || path.startsWith(`${scope}/`)) return true;
  return scope.includes('*') && globToPattern(`${scope}{,/**}`).test(path);
}

/** Collections are in folders with a leading underscore; older releases used `post`, `page` and `draft`. */
function isOfType(path: string, type: string | undefined): boolean {
  if (type === undefined) return true;
  const folder = path.split('/').find((part) => part.startsWith('_') && !/\.\w+$/.test(part));
  const name = folder?.slice(1) ?? 'pages';
  return name === type || name === `${type}s`;
}

/** Names of posts; Jekyll doesn't read others. */
const DATED = /^\d{2,4}-\d{1,2}-\d{1,2}-/;

/** Jekyll. */
export const jekyll: Profile = {
  label: 'Jekyll',
  configFiles: ['_config.yml', '_config.yaml', '_config.toml'],
  isLikely: (root) =>
    ['_posts', '_drafts', '_layouts', '_includes', '_docs'].some((name) => existsSync(join(root, name))) &&
    !usesNext(root),
  buildCommand: 'bundle exec jekyll build',
  builtFolders: ['_site'],
  builtFolder: (values) => configText(values, 'destination'),
  bases(root, config) {
    const values = config?.values ?? {};
    const source = (configText(values, 'source') ?? '').replace(/^\.\/?/, '');
    // The folder of the collections doesn't appear in addresses.
    const collections = configText(values, 'collections_dir');
    const folders = [...(collections === undefined ? [] : [posix.join(source, collections)]), source];
    const found = folders.filter((folder) => folder !== '' && existsSync(join(root, folder)));
    const isWhole = source === '' && found.length > 0;
    return [...found, ...(isWhole ? [''] : [])].map((folder) => ({ folder }));
  },
  rules,
  authoring: {
    uploads: 'assets/uploads',
    postFolder: '_posts',
    hasDatedPosts: true,
    draft: ['published', false],
  },
};

function rules(project: Project): Rules {
  const values = project.config?.values ?? {};
  const included = new Set(stringsOf(values['include']).map((name) => name.replace(/^\.?\/+|\/+$/g, '')));
  const isExcluded = excludeTest(stringsOf(values['exclude']));
  const plugins = stringsOf([values['plugins'], values['gems']].flat());
  const languages = polyglotLanguages(project);
  return {
    ...defaultRules(project),
    notContent: NOT_CONTENT,
    needsFrontMatter: hasOptionalFrontMatter(project, plugins) ? /\.html?$/i : /(?:)/,
    hasHtmlTitles: true,
    hasEmojiNames: plugins.includes('jemoji'),
    splitTerms: 'space',
    isPartial(inner) {
      const name = lastName(inner);
      if (project.config !== undefined && /(?:^|\/)_posts\//.test(inner) && !DATED.test(name)) return true;
      return /^[_#~]/.test(name) && !included.has(name) && !included.has(inner);
    },
    pages: (files) => files.filter((path) => !isExcluded(contentPath(path, project))),
    place(path) {
      const place = placeFile(path, project, {
        plainFolders: included,
        ...(/(?:^|\/)_posts\//.test(path) && { name: (name) => ({ name: withWholeYear(name) }) }),
      });
      const lang = languages?.ofPath(path);
      return place && lang !== undefined ? { ...place, lang } : place;
    },
    address(page) {
      const address = addressOf(page, project, {
        style: (written) => STYLES[written],
        values: valuesOf,
        pattern: (one) => pattern(one, project),
        path: (one) => pathAddress(named(one), pageEnding(project)),
      });
      return languages?.address(page, address) ?? address;
    },
    inherited: () => new JekyllDefaults(project),
    navigation: (files, addressOf) => jekyllNavigation(files, addressOf, project),
  };
}

/**
 * Whether Markdown files without front matter are pages: by the plugin, which GitHub Pages turns on for every site that
 * it builds itself. Such a site has no list of its own programs, or takes all of them from GitHub.
 * @see https://github.com/benbalter/jekyll-optional-front-matter
 */
function hasOptionalFrontMatter({ root, config }: Project, plugins: readonly string[]): boolean {
  if (plugins.includes('jekyll-optional-front-matter')) return true;
  if (objectOf(config?.values['optional_front_matter'])['enabled'] === false) return false;
  const gems = readProjectText(root, 'Gemfile', true);
  return gems === undefined || /^\s*gem\s*\(?\s*["']github-pages["']/m.test(gems);
}

/** Ruby reads the year `24` as 2024, and `69` as 1969. */
function withWholeYear(name: FileName): FileName {
  const stem = name.stem.replace(/^(?=(\d\d)-\d{1,2}-\d{1,2}-)/, (_, year: string) =>
    Number(year) < 69 ? '20' : '19',
  );
  return { ...name, ...parseFileName(`${stem}${name.extension}`) };
}

/** Pages and collections know no slug by default. */
function named(page: AddressFacts): AddressFacts {
  return page.place.isIndex ? page : { ...page, slug: page.place.name.stem };
}

/** A path or a pattern from the top of the site; a folder means all below it. */
function excludeTest(patterns: readonly string[]): (path: string) => boolean {
  const tests = patterns.map((pattern) => {
    const { source } = globToPattern(pattern.replace(/^\.?\/+|\/+$/g, ''));
    return new RegExp(`${source.slice(0, -1)}(?:/.*)?$`);
  });
  return (path) => tests.some((test) => test.test(path));
}

/** Jekyll keeps the letters and spaces of categories, and a slug counts for posts alone. Pages have the path of their folder. */
function valuesOf({ place, slug, categories }: AddressFacts): Readonly<Record<string, string>> {
  const all = [...new Set([...place.categories, ...categories])];
  const title = (text: string) =>
    text.replace(/[^\p{L}\p{M}\p{N}._~!$&'()+,;=@]+/gu, '-').replace(/^-+|-+$/g, '');
  const isPost = place.collection === 'posts' || place.collection === 'drafts';
  return {
    categories: all.map((name) => name.toLowerCase()).join('/'),
    path:
      place.collection === undefined
        ? place.folders.join('/')
        : place.path.replace(/^(?:.*\/)?_[^/]+\/|\.\w+$/g, ''),
    ...(isPost ? { title: title(slug) } : {}),
  };
}

function pattern({ place }: AddressFacts, { config }: Project): string | undefined {
  const values = config?.values ?? {};
  const collection = place.collection === 'drafts' ? 'posts' : place.collection;
  const own = configText(objectOf(objectOf(values['collections'])[collection ?? '']), 'permalink');
  if (own !== undefined) return own;
  if (collection !== 'posts') return undefined;
  const site = configText(values, 'permalink');
  return STYLES[site ?? ''] ?? site ?? STYLES[config === undefined ? 'pretty' : 'date'];
}

/** With a configuration that doesn't ask for folders, pages are `about.html`. */
function pageEnding({ config }: Project): '/' | '.html' {
  if (config === undefined) return '/';
  const site = configText(config.values, 'permalink') ?? 'date';
  return (STYLES[site] ?? site).endsWith('/') ? '/' : '.html';
}
