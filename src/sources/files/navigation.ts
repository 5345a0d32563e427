import { Warnings } from '../../core/warnings.js';
import type { RawEntry } from '../port.js';
import type { Inherited } from './inherited.js';
import { KEYS } from './keys.js';
import type { Layout } from './layout.js';
import type { FilesOptions } from './options.js';
import { readMatter } from './profiles/sidebar-links.js';
import { Values } from './values.js';

/** Places and groups of pages in the site's own navigation, by their paths. */
export type Navigation = ReadonlyMap<string, Pick<RawEntry, 'navOrder' | 'section'>>;

/** The navigation of a site; empty for a library, which has none. */
export function navigationOf(
  layout: Layout,
  files: readonly string[],
  options: FilesOptions,
  inherited: Inherited,
): Navigation {
  const { library, rules } = layout;
  const addressOf = (path: string) => addressByMatter(path, layout, options, inherited);
  const pages = library === undefined ? (rules.navigation?.(files, addressOf) ?? []) : [];
  return new Map(
    pages.map(({ path, section }, at) => [path, { navOrder: at, ...(section ? { section } : {}) }]),
  );
}

/** The address of a page without its text, which is enough for a link of a menu. */
function addressByMatter(
  path: string,
  { root, rules }: Layout,
  options: FilesOptions,
  inherited: Inherited,
): string | undefined {
  const place = rules.place(path);
  const matter = place && readMatter(root, path);
  if (place === undefined || matter === undefined) return undefined;
  const values = new Values(matter, path, new Warnings()).inheriting(inherited.valuesFor(path));
  const ownSlug = values.text('slug')?.replace(/^\/+|\/+$/g, '') || undefined;
  const fileSlug = place.isIndex ? (place.folders.at(-1) ?? 'index') : place.name.slug;
  return rules.address({
    place,
    type: place.isPost ? 'post' : 'page',
    title: values.text('title') ?? '',
    slug: ownSlug?.split('/').at(-1) ?? fileSlug,
    ownSlug,
    published: values.date('UTC', ...values.named(KEYS.date)),
    categories: [],
    timeZone: 'UTC',
    values,
    options,
  });
}
