import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compareText } from '../../../../core/compare.js';
import { isObject } from '../../../../core/is-object.js';
import { parseConfig, readProjectText } from '../../config-file.js';

/** A page of the navigation: its path in the documents, and its title there. */
export interface NavItem {
  readonly path: string;
  readonly title: string | undefined;
}

/** Deeper parts of a navigation aren't read. */
const MAX_DEPTH = 20;

/** The pages of `nav`, in order. */
export function readNav(nav: unknown, depth = 0): readonly NavItem[] {
  if (!Array.isArray(nav) || depth > MAX_DEPTH) return [];
  return nav.flatMap((item) => {
    if (typeof item === 'string') return pageAt(item, undefined);
    if (!isObject(item)) return [];
    return Object.entries(item).flatMap(([title, value]) =>
      typeof value === 'string' ? pageAt(value, title) : readNav(value, depth + 1),
    );
  });
}

function pageAt(path: string, title: string | undefined): readonly NavItem[] {
  const isPage = /\.(?:md|markdown|mdown|mkdn|mkd)$/i.test(path) && !/^[a-z]+:/i.test(path);
  return isPage ? [{ path: posix.normalize(path).replace(/^\.?\/+/, ''), title }] : [];
}

/**
 * The pages in the order of the files `.pages`, which hold the order of their folder; the rest follows by name.
 * @param docs absolute path of the documents
 */
export function readPagesFiles(docs: string, folder = '', depth = 0): readonly NavItem[] {
  if (depth > MAX_DEPTH) return [];
  const entries = listed(join(docs, folder));
  const names = entries.map(({ name }) => name).sort(byName);
  const isFolder = new Set(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name));
  const written = parseConfig('.pages.yml', readProjectText(docs, posix.join(folder, '.pages')) ?? '');
  const nav = [written['nav'], written['arrange']].find(Array.isArray) ?? ['...'];
  const items = nav.map(itemOf);
  const named = new Set(items.map(({ name }) => name));
  return items.flatMap(({ name, title }) =>
    name === '...'
      ? names.filter((one) => !named.has(one)).flatMap((one) => pagesAt(one))
      : pagesAt(name, title),
  );

  function pagesAt(name: string, title?: string): readonly NavItem[] {
    const path = posix.join(folder, name);
    return isFolder.has(name)
      ? readPagesFiles(docs, path, depth + 1)
      : names.includes(name)
        ? pageAt(path, title)
        : [];
  }
}

function itemOf(item: unknown): { readonly name: string; readonly title?: string } {
  const [[title, name] = ['', '']] = isObject(item) ? Object.entries(item) : [];
  return typeof item === 'string'
    ? { name: item }
    : typeof name === 'string'
      ? { name, title }
      : { name: '' };
}

/** The page of the folder comes first. */
function byName(a: string, b: string): number {
  const isIndex = (name: string) => /^(?:index|readme)\.md$/i.test(name);
  return Number(isIndex(b)) - Number(isIndex(a)) || compareText(a, b);
}

function listed(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
  } catch {
    return [];
  }
}
