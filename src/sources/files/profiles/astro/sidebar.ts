import { compareText } from '../../../../core/compare.js';
import { objectOf } from '../../../../core/json.js';
import { type ConfigValues, configText } from '../../config-values.js';
import type { NavPage } from '../profile.js';
import { joinAddress } from '../project-paths.js';
import { uniquePages } from '../sidebar-links.js';

/** A page of Starlight. */
export interface SidebarPage {
  readonly path: string;
  /** Without the folder of its language. */
  readonly slug: string;
  /** Undefined for the main language. */
  readonly lang: string | undefined;
  /** The `sidebar.order` of its front matter. */
  readonly order: number;
}

const MAX_DEPTH = 20;

/** The pages in the order of Starlight's `sidebar`; without one, in that of their slugs. */
export function starlightOrder(sidebar: unknown, pages: readonly SidebarPage[]): readonly NavPage[] {
  const found: NavPage[] = [];
  const sorted = [...pages].sort((a, b) => a.order - b.order || compareText(a.slug, b.slug));
  const addAll = (items: unknown, group: ConfigValues | undefined, depth: number): void => {
    if (!Array.isArray(items) || depth > MAX_DEPTH) return;
    for (const item of items) {
      const isPage = pageTest(item);
      for (const page of sorted)
        if (isPage(page.slug)) found.push({ path: page.path, section: group && labelIn(group, page.lang) });
      // The label of a page isn't that of a group.
      const { items: below, autogenerate } = objectOf(item);
      const own = group ?? (below === undefined && autogenerate === undefined ? undefined : objectOf(item));
      if (autogenerate !== undefined) addFolder(autogenerate, own);
      addAll(below, own, depth + 1);
    }
  };
  const addFolder = (autogenerate: unknown, group: ConfigValues | undefined): void => {
    const { directory } = objectOf(autogenerate);
    if (typeof directory !== 'string') return;
    const folder = joinAddress(directory);
    for (const { path, slug, lang } of sorted)
      if (slug === folder || slug.startsWith(`${folder}/`))
        found.push({ path, section: group && labelIn(group, lang) });
  };
  if (sidebar === undefined) return sorted.map(({ path }) => ({ path }));
  addAll(sidebar, undefined, 0);
  return uniquePages(found);
}

/** Whether an item of the sidebar is the page with a slug. */
function pageTest(item: unknown): (slug: string) => boolean {
  const { slug, link } = objectOf(item);
  const [named] = [item, slug, link].filter((value) => typeof value === 'string');
  if (named === undefined) return () => false;
  const address = joinAddress(named.replace(/[?#].*$/s, ''));
  return (own) => own === address;
}

/** The label of a group in the language of a page. */
function labelIn(group: ConfigValues, lang: string | undefined): string | undefined {
  const translated = lang === undefined ? undefined : configText(objectOf(group['translations']), lang);
  return translated ?? configText(group, 'label');
}
