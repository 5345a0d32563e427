/** Finds the pages that the links of a sidebar lead to. */

import { join } from 'node:path';
import { plainText } from '../../../content/html/text.js';
import { isObject } from '../../../core/json.js';
import { groupBy, uniqueBy } from '../../../core/multimap.js';
import { withoutQuery } from '../../../core/paths.js';
import { unixText } from '../../../core/text.js';
import { readWithin } from '../../read-bytes.js';
import { readStart } from '../../read-start.js';
import { type FrontMatter, FrontMatterError, readFrontMatter } from '../front-matter.js';
import type { AddressOf, NavPage } from './profile.js';

const MAX_DEPTH = 20;

/** A link of a sidebar. */
export interface SidebarLink {
  readonly link: string;
  /** The heading of the outermost group that it is in. */
  readonly section: string | undefined;
}

/**
 * The links of a sidebar, in its order: those of its items, and of the items below them. The `base` of a group comes
 * before the links in it.
 */
export function linksInSidebar(sidebar: unknown): readonly SidebarLink[] {
  return [...linksBelow(sidebar, { base: '', section: undefined }, 0)];
}

interface Group {
  readonly base: string;
  readonly section: string | undefined;
}

function* linksBelow(value: unknown, group: Group, depth: number): Generator<SidebarLink> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* linksBelow(item, group, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const { link, items, text } = value;
  const base = typeof value['base'] === 'string' ? value['base'] : group.base;
  const heading = items !== undefined && typeof text === 'string' ? plainText(text).trim() : '';
  const section = group.section ?? (heading || undefined);
  if (typeof link === 'string') yield { link: /^(?:[a-z]+:|\/\/)/i.test(link) ? link : base + link, section };
  if (items !== undefined) yield* linksBelow(items, { base, section }, depth + 1);
  // Several sidebars, by the folders that they belong to.
  else if (link === undefined)
    for (const list of Object.values(value)) yield* linksBelow(list, { base, section }, depth + 1);
}

/** An address without what servers add or leave out: the same for `/a/`, `/a`, `/a.html` and `/a/index.md`. */
export function plainAddress(address: string): string {
  let path = withoutQuery(address);
  try {
    path = decodeURI(path);
  } catch {
    // Kept as written.
  }
  return path
    .replace(/(?:\.html|\.mdx?)$/, '')
    .replace(/(^|\/)index$/, '$1')
    .replace(/^\/+|\/+$/g, '');
}

/**
 * The pages that these links lead to, each once. A link beside the groups of a sidebar leads to a group of another
 * sidebar, which is the place of the page.
 */
export function pagesAt(
  links: Iterable<SidebarLink>,
  files: readonly string[],
  addressOf: AddressOf,
): readonly NavPage[] {
  const byAddress = new Map(
    files.flatMap((path) => {
      const address = addressOf(path);
      return address === undefined ? [] : [[plainAddress(address), path] as const];
    }),
  );
  const pages = Array.from(links).flatMap(({ link, section }) => {
    const path = byAddress.get(plainAddress(link));
    return path === undefined ? [] : [{ path, section }];
  });
  const grouped = new Set(pages.flatMap(({ path, section }) => (section === undefined ? [] : [path])));
  return uniquePages(pages.filter(({ path, section }) => section !== undefined || !grouped.has(path)));
}

/** Each page at its first place. */
export function uniquePages(pages: readonly NavPage[]): readonly NavPage[] {
  return uniqueBy(pages, ({ path }) => path);
}

/**
 * The pages of a table of contents, in its order. Entries without a file are left out.
 * @param innerOf the path under which the table names a file, and its translations
 */
export function pagesListed(
  entries: Iterable<NavPage>,
  files: readonly string[],
  innerOf: (path: string) => string | undefined,
): readonly NavPage[] {
  const byInner = groupBy(files, innerOf);
  return Array.from(entries).flatMap(({ path: inner, section }) =>
    (byInner.get(inner) ?? []).map((path) => ({ path, section })),
  );
}

const MAX_BYTES = 1_000_000;
const START_BYTES = 16_000;

/** The front matter of a page as data; empty where it has none or can't be read. */
export function readMatterData(root: string, path: string): Readonly<Record<string, unknown>> {
  return readMatter(root, path)?.data ?? {};
}

/** The front matter of the pages that may have this key, as data. Other files are only looked at. */
export function readMatterWith(
  root: string,
  files: readonly string[],
  key: RegExp,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const found = files.filter((path) => key.test(readStart(join(root, path), START_BYTES)));
  return new Map(found.map((path) => [path, readMatterData(root, path)]));
}

/** The front matter and the body of a page; undefined where it can't be read. */
export function readMatter(root: string, path: string): FrontMatter | undefined {
  try {
    const bytes = readWithin(join(root, path), MAX_BYTES);
    if (typeof bytes === 'number') return undefined;
    return readFrontMatter(unixText(bytes.toString('utf8')));
  } catch (error) {
    // The file is named when its page is read.
    if (error instanceof FrontMatterError || (error instanceof Error && 'syscall' in error)) return undefined;
    throw error;
  }
}
