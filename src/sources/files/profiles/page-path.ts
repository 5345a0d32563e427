import { pathInside } from '../../../core/paths.js';
import { encodePath, parseFileName } from '../../names.js';
import { baseOf, type Project } from '../layout.js';
import type { Place } from '../place.js';

/** The path of a file in its folder of content. */
export function innerPath(path: string, project: Pick<Project, 'bases'>): string {
  const folder = baseOf(path, project)?.folder ?? '';
  return pathInside(path, folder);
}

/** The path of a page below its content base without extension and `index`: `a/b`, or `a/` for the page of a folder. */
export function pagePath(path: string, project: Pick<Project, 'bases'>): string {
  return innerPath(path, project)
    .replace(/\.\w+$/, '')
    .replace(/(^|\/)index$/, '$1');
}

/** The facts about a page by its address alone: `a/b` or, for the page of a folder, `a/`. */
export function placeAt(path: string, address: string, more: Partial<Place> = {}): Place {
  const isIndex = address === '' || address.endsWith('/');
  const parts = address.split('/').filter((part) => part !== '');
  const { stem, extension, date } = parseFileName(path.split('/').at(-1) ?? '');
  return {
    path,
    name: {
      slug: isIndex ? 'index' : (parts.at(-1) ?? stem),
      stem,
      extension,
      ...(date === undefined ? {} : { date }),
    },
    folders: isIndex ? parts : parts.slice(0, -1),
    isIndex,
    isPost: !isIndex && parts.slice(0, -1).some((part) => /^(?:posts|blog|news|articles)$/i.test(part)),
    isDraft: false,
    categories: [],
    ...more,
  };
}

/** The site-relative address of a page. */
export function addressAt(address: string, ending: '/' | '' | '.html'): string {
  const path = address.replace(/^\/+|\/+$/g, '');
  return path === '' ? '/' : `/${encodePath(path)}${ending}`;
}
