import type { Variables } from '../../content/body/liquid/expression.js';
import { dateParts } from '../../core/dates.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { encodePath, parseFileName, slugify } from '../names.js';
import { configText } from './config-values.js';
import type { Layout, Project } from './layout.js';
import { fillEleventyPermalink } from './profiles/eleventy/template.js';
import type { AddressFacts } from './profiles/profile.js';
import type { Values } from './values.js';

/** Where the addresses of generators differ. */
interface AddressRules {
  /** The key and value of the page's own address; by default `permalink` or `url`. */
  written?(page: AddressFacts): { readonly key: string; readonly value: unknown } | undefined;
  /** The pattern under a name that front matter may use instead of one. */
  style?(written: string): string | undefined;
  /** The pattern for a page without an address of its own. */
  pattern?(page: AddressFacts): string | undefined;
  /** The address that follows from the place of the file. */
  path?(page: AddressFacts): string;
  /** Values of placeholders that the generator has otherwise. */
  values?(page: AddressFacts): Readonly<Record<string, string>>;
  /** True where `:title` is the slugified title; elsewhere it is the slug. */
  readonly titleFromTitle?: boolean;
}

/** The values for the placeholders of an address pattern. */
interface PatternValues {
  /** Unix seconds; undefined leaves the parts of the date out. */
  readonly published?: number | undefined;
  readonly timeZone: string;
  readonly title: string;
  readonly slug: string;
  /** Name of the file without extension and date. */
  readonly fileName: string;
  readonly folders: readonly string[];
  readonly collection: string;
  readonly categories: readonly string[];
  /** Hugo's `:title` is the slugified title; elsewhere it is the slug. */
  readonly titleFromTitle: boolean;
  /** Values that only this generator has, or has otherwise. */
  readonly own?: Readonly<Record<string, string>> | undefined;
}

/** Jekyll's named styles. */
export const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

/** An address from front matter, as a path with percent-encoding. */
function explicitAddress(written: string, values: Values, { config }: Project): string | undefined {
  const base = configText(config?.values ?? {}, 'url', 'baseURL');
  if (/^[a-z][a-z0-9+.-]*:/i.test(written)) {
    const ours =
      base !== undefined &&
      isParsableUrl(base) &&
      isParsableUrl(written) &&
      new URL(base).host === new URL(written).host;
    if (ours) return new URL(written).href;
    values.warn(
      'permalink-foreign',
      'permalink',
      `the permalink "${written}" isn't an address of this site, so the file's path was used`,
      'Write a path such as "/about/".',
    );
    return undefined;
  }
  const text = written.startsWith('/') ? written : `/${written}`;
  if (!isParsableUrl(text, 'http://site.invalid')) return undefined;
  const url = new URL(text.replace(/\/{2,}/g, '/'), 'http://site.invalid');
  return url.pathname.replace(/\/index\.html?$/i, '/') + url.search;
}

/**
 * The address by the path of a file: `docs/setup.md` is `/docs/setup/`, an index file is its folder. Letters keep
 * their case.
 */
export function pathAddress({ place, slug, ownSlug }: AddressFacts, ending: '/' | '.html' = '/'): string {
  const { folders } = place;
  if (place.isIndex) {
    // The slug of a folder's own page renames the folder.
    const named = ownSlug === undefined || folders.length === 0 ? folders : [...folders.slice(0, -1), slug];
    return named.length === 0 ? '/' : `/${encodePath(named.join('/'))}/`;
  }
  const parts = [...folders, slug].filter((part) => part !== '');
  return `/${encodePath(parts.join('/'))}${ending}`;
}

/**
 * The site-relative address of a page: its front matter's own, else by a configured pattern, else by its path.
 */
export function addressOf(page: AddressFacts, project: Project, rules: AddressRules = {}): string {
  const { place, values, options } = page;
  const found = rules.written ? rules.written(page) : values.find(['permalink', 'url']);
  const pattern: PatternValues = {
    published: page.published,
    timeZone: page.timeZone,
    title: page.title,
    slug: page.slug,
    fileName: place.isIndex ? (place.folders.at(-1) ?? 'index') : place.name.slug,
    folders: place.isIndex ? place.folders.slice(0, -1) : place.folders,
    collection: place.collection ?? '',
    categories: [...new Set([...place.categories, ...page.categories])],
    titleFromTitle: rules.titleFromTitle ?? false,
    own: rules.values?.(page),
  };
  const fill = (text: string) => encodeFilled(fillPattern(text, pattern));
  if (typeof found?.value === 'string') {
    const written = found.value.trim();
    const style = rules.style?.(written);
    const filled = written.includes('{') ? fillEleventyPermalink(written, variablesOf(page)) : written;
    const usesParts = /\/:[a-z_]+|^:[a-z_]+/.test(written);
    if (style !== undefined) return fill(style);
    if (usesParts) return fill(written);
    const address = filled === undefined ? undefined : explicitAddress(filled, values, project);
    if (address !== undefined) return address;
    if (filled === undefined) {
      values.warn(
        'permalink-template',
        found.key,
        `the ${found.key} "${written}" is a template that can't be evaluated, so the file's path was used`,
        'Write the finished path.',
      );
    }
  }
  const configured =
    options.permalinks[place.collection ?? ''] ?? options.permalinks[page.type] ?? rules.pattern?.(page);
  if (configured !== undefined) return fill(configured);
  return rules.path?.(page) ?? pathAddress(page);
}

/** True where no generator is known that would give a page its address. */
export function isAddressGuessed(
  { values, options, place, type }: Omit<AddressFacts, 'published'>,
  layout: Layout,
): boolean {
  if (layout.generator !== 'plain' || layout.library !== undefined) return false;
  const { permalinks } = options;
  const pattern = permalinks[place.collection ?? ''] ?? permalinks[type];
  return pattern === undefined && values.find(['permalink', 'url']) === undefined;
}

/** The values that templates of addresses use. */
function variablesOf({ place, values, title, slug, published }: AddressFacts): Variables {
  const { folders, name } = place;
  const stem = name.slug === 'index' ? [...folders, 'index'] : [...folders, name.slug];
  const date = published === undefined ? undefined : new Date(published * 1000);
  const page = {
    fileSlug: place.isIndex ? parseFileName(folders.at(-1) ?? '').slug : name.slug,
    filePathStem: `/${stem.join('/')}`,
    date,
    inputPath: `./${place.path}`,
  };
  const known: Readonly<Record<string, unknown>> = { title, slug, date, page };
  return { get: (key) => (Object.hasOwn(known, key) ? known[key] : values.peek(key)) };
}

/** Percent-encodes a filled pattern; the pattern's own encoding stays. */
function encodeFilled(path: string): string {
  return encodePath(path)
    .replace(/%25(?=[0-9A-Fa-f]{2})/g, '%')
    .replace(/\/index\.html?$/i, '/');
}

/**
 * Fills an address pattern of Jekyll or Hugo (`/:categories/:year/:title/`). Unknown placeholders are removed, with
 * one of the slashes around them.
 */
function fillPattern(pattern: string, values: PatternValues): string {
  const { folders, categories, slug } = values;
  const parts: Readonly<Record<string, string>> = {
    ...dateParts(values.published, values.timeZone),
    title: values.titleFromTitle ? slugify(values.title) : slug,
    slug,
    slugorfilename: slug,
    slugorcontentbasename: slug,
    filename: values.fileName,
    contentbasename: values.fileName,
    basename: values.fileName,
    name: values.fileName,
    path: [...folders.filter((folder) => folder !== values.collection), values.fileName].join('/'),
    section: folders[0] ?? '',
    sections: folders.join('/'),
    collection: values.collection,
    categories: categories.map((name) => name.toLowerCase().replace(/\s+/g, '-')).join('/'),
    slugified_categories: categories.map(slugify).join('/'),
    category: categories[0] === undefined ? 'uncategorized' : slugify(categories[0]),
    post_title: slugify(values.title),
    output_ext: '.html',
    ...values.own,
  };
  const filled = pattern.replace(/:([a-z_]+)/g, (found, name: string) =>
    Object.hasOwn(parts, name)
      ? (parts[name] ?? '')
      : /^(?:year|month|day|[iwy]_|(?:short|long)_|week$|hour|minute|second)/.test(name)
        ? ''
        : found,
  );
  return `/${filled}`.replace(/\/{2,}/g, '/');
}
