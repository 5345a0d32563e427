import { compareText } from '../../../../core/compare.js';
import { isObject } from '../../../../core/is-object.js';
import { configObject } from '../../config-values.js';
import { joinAddress } from '../project-paths.js';

/** A page of Starlight. */
export interface SidebarPage {
  readonly path: string;
  /** Without the folder of its language. */
  readonly slug: string;
  /** The `sidebar.order` of its front matter. */
  readonly order: number;
}

const MAX_DEPTH = 20;

/** The paths of pages in the order of Starlight's `sidebar`; without one, in that of their slugs. */
export function starlightOrder(sidebar: unknown, pages: readonly SidebarPage[]): readonly string[] {
  const found = new Set<string>();
  const sorted = [...pages].sort((a, b) => a.order - b.order || compareText(a.slug, b.slug));
  const add = (slug: string) => {
    for (const page of sorted) if (page.slug === joinAddress(slug)) found.add(page.path);
  };
  const addAll = (items: unknown, depth: number): void => {
    if (!Array.isArray(items) || depth > MAX_DEPTH) return;
    for (const item of items) {
      if (typeof item === 'string') add(item);
      if (!isObject(item)) continue;
      if (typeof item['slug'] === 'string') add(item['slug']);
      else if (typeof item['link'] === 'string') add(item['link'].replace(/[?#].*$/s, ''));
      const { directory } = configObject(item['autogenerate']);
      if (typeof directory === 'string') {
        const folder = joinAddress(directory);
        for (const { path, slug } of sorted)
          if (slug === folder || slug.startsWith(`${folder}/`)) found.add(path);
      }
      addAll(item['items'], depth + 1);
    }
  };
  if (sidebar === undefined) return sorted.map(({ path }) => path);
  addAll(sidebar, 0);
  return [...found];
}
