import { encodePath } from '../names.js';
import { configObject, configText } from './generator-config.js';
import type { Layout } from './layout.js';
import type { FilesOptions } from './options.js';
import { fillPattern, fillTemplate, type PatternValues, STYLES } from './permalink.js';
import type { Place } from './place.js';
import type { Values } from './values.js';

/** The parts of an address besides the file's place. */
export interface AddressParts {
  readonly type: string;
  readonly title: string;
  readonly slug: string;
  /** The front matter's own slug; it may name folders (Astro). */
  readonly ownSlug: string | undefined;
  readonly published: number | undefined;
  readonly categories: readonly string[];
  readonly timeZone: string;
}

/** An address from front matter, as a path with percent-encoding. */
function explicitAddress(written: string, values: Values, layout: Layout): string | undefined {
  const base = configText(layout.config?.values ?? {}, 'url', 'baseURL');
  if (/^[a-z][a-z0-9+.-]*:/i.test(written)) {
    const ours =
      base !== undefined &&
      URL.canParse(base) &&
      URL.canParse(written) &&
      new URL(base).host === new URL(written).host;
    if (ours) return new URL(written).href;
    values.warn(
      'permalink-foreign',
      'permalink',
      `the permalink "${written}" is not an address of this site; the file's path was used`,
      'Write a path such as "/about/".',
    );
    return undefined;
  }
  const text = written.startsWith('/') ? written : `/${written}`;
  if (!URL.canParse(text, 'http://site.invalid')) return undefined;
  const url = new URL(text.replace(/^\/+/, '/'), 'http://site.invalid');
  return url.pathname.replace(/\/index\.html?$/i, '/') + url.search;
}

/** Where Hexo puts posts unless its configuration says otherwise. */
const HEXO_POST = ':year/:month/:day/:title/';

/** The pattern for this page from the site's configuration or the source's options. */
function configuredPattern(
  place: Place,
  type: string,
  layout: Layout,
  options: FilesOptions,
): string | undefined {
  const option = options.permalinks[place.collection ?? ''] ?? options.permalinks[type];
  if (option !== undefined) return option;
  const values = layout.config?.values ?? {};
  if (layout.generator === 'hugo' && !place.isIndex) {
    const permalinks = configObject(values['permalinks']);
    const pages = { ...permalinks, ...configObject(permalinks['page']) };
    return configText(pages, place.folders[0] ?? '');
  }
  if (layout.generator === 'hexo') {
    const isPost = place.collection === 'posts' || place.collection === 'drafts';
    return isPost ? (configText(values, 'permalink') ?? HEXO_POST) : undefined;
  }
  if (layout.generator !== 'jekyll') return undefined;
  const collection = place.collection === 'drafts' ? 'posts' : place.collection;
  const own = configText(configObject(configObject(values['collections'])[collection ?? '']), 'permalink');
  if (own !== undefined) return own;
  const site = configText(values, 'permalink');
  if (collection === 'posts')
    return STYLES[site ?? ''] ?? site ?? STYLES[layout.config === undefined ? 'pretty' : 'date'];
  return undefined;
}

/** Jekyll with a configuration that does not ask for folders writes `about.html`, and Hexo always does. */
function defaultEnding(layout: Layout): string {
  if (layout.generator === 'hexo') return '.html';
  if (layout.generator !== 'jekyll' || layout.config === undefined) return '/';
  const site = configText(layout.config.values, 'permalink') ?? 'date';
  return (STYLES[site] ?? site).endsWith('/') ? '/' : '.html';
}

function pathAddress(place: Place, parts: AddressParts, layout: Layout): string {
  const language = languageFolder(place, layout);
  const folders = [...language, ...place.folders];
  if (place.isIndex) {
    // The slug of a folder's own page renames the folder.
    const named =
      parts.ownSlug === undefined || folders.length === 0 ? folders : [...folders.slice(0, -1), parts.slug];
    return named.length === 0 ? '/' : `/${encodePath(named.join('/'))}/`;
  }
  const ownPath = layout.generator === 'astro' && parts.ownSlug?.includes('/') === true;
  const segments = ownPath
    ? [...folders.slice(0, 1), ...(parts.ownSlug ?? '').split('/')]
    : [...folders, parts.slug];
  return `/${encodePath(segments.filter((part) => part !== '').join('/'))}${defaultEnding(layout)}`;
}

function languageFolder(place: Place, layout: Layout): string[] {
  const standard = configText(layout.config?.values ?? {}, 'defaultContentLanguage') ?? 'en';
  return place.lang === undefined || place.lang === standard ? [] : [place.lang];
}

/**
 * The site-relative address of a page: its front matter's own, else by a configured pattern, else by its path
 * (`docs/setup.md` is `/docs/setup/`, an index file is its folder). Letters keep their case.
 */
export function addressOf(
  place: Place,
  parts: AddressParts,
  layout: Layout,
  options: FilesOptions,
  values: Values,
): string {
  const found = values.find(['permalink', 'url']);
  const pattern: PatternValues = {
    published: parts.published,
    timeZone: parts.timeZone,
    title: parts.title,
    slug: parts.slug,
    fileName: place.isIndex ? (place.folders.at(-1) ?? 'index') : place.name.slug,
    folders: place.isIndex ? place.folders.slice(0, -1) : place.folders,
    collection: place.collection ?? '',
    categories: [...new Set([...place.categories, ...parts.categories])],
    titleFromTitle: layout.generator === 'hugo',
  };
  const fill = (text: string) => encodeFilled(fillPattern(text, pattern));
  if (typeof found?.value === 'string') {
    const written = found.value.trim();
    const style = layout.generator === 'jekyll' ? STYLES[written] : undefined;
    const filled = written.includes('{') ? fillTemplate(written, pattern) : written;
    const usesParts = /\/:[a-z_]+|^:[a-z_]+/.test(written);
    if (style !== undefined) return fill(style);
    if (usesParts) return fill(written);
    const address = filled === undefined ? undefined : explicitAddress(filled, values, layout);
    if (address !== undefined) return address;
    if (filled === undefined) {
      values.warn(
        'permalink-template',
        found.key,
        `the ${found.key} "${written}" is a template that is not understood; the file's path was used`,
        'Write the finished path.',
      );
    }
  }
  const configured = configuredPattern(place, parts.type, layout, options);
  return configured === undefined ? pathAddress(place, parts, layout) : fill(configured);
}

/** Percent-encodes a filled pattern; the pattern's own encoding stays. */
function encodeFilled(path: string): string {
  return encodePath(path)
    .replace(/%25(?=[0-9A-Fa-f]{2})/g, '%')
    .replace(/\/index\.html?$/i, '/');
}
