import { posix } from 'node:path';
import { Warnings } from '../../core/warnings.js';
import type { EntryContext } from './entry.js';
import { HeldBack, LeftOutFiles } from './held-back.js';
import { isPublic } from './page-addresses.js';
import { readContentFile } from './read-file.js';
import { visibleLine } from './visible-text.js';

/** A page in the folder of another one, as a list of cards shows it. */
export interface ChildPage {
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

/** Larger folders aren't listed. */
const MAX_PAGES = 500;

/**
 * The public pages in the folder of a page, and the first pages of the folders below it, in the order of the navigation.
 * @param path of the page
 * @param files every content file, in the order of their paths
 * @param order places in the navigation
 */
export function childPages(
  path: string,
  files: readonly string[],
  context: EntryContext,
  order: ReadonlyMap<string, { readonly navOrder?: number }> | undefined,
): readonly ChildPage[] {
  const folder = posix.dirname(path);
  const isChild = (one: string): boolean => {
    const own = posix.dirname(one);
    return one !== path && (own === folder || (posix.dirname(own) === folder && isIndex(one)));
  };
  const placeOf = (one: string) => order?.get(one)?.navOrder ?? Number.MAX_SAFE_INTEGER;
  const children = files.filter(isChild).sort((a, b) => placeOf(a) - placeOf(b));
  const quiet = {
    ...context,
    warnings: new Warnings(),
    held: new HeldBack(),
    leftOut: new LeftOutFiles(),
    audit: undefined,
  };
  return children.slice(0, MAX_PAGES).flatMap((one): readonly ChildPage[] => {
    const entry = readContentFile(one, quiet)?.entry;
    if (entry?.url === undefined || !isPublic(entry, context.now)) return [];
    const label = entry.extra?.['sidebar_label'];
    const title = typeof label === 'string' ? label : (entry.menuTitle ?? entry.title);
    return [{ title, url: entry.url, description: entry.description ?? firstLine(entry.body) }];
  });
}

function isIndex(path: string): boolean {
  const name = posix.basename(path).replace(/\.\w+$/, '');
  return /^(?:index|readme)$/i.test(name) || name === posix.basename(posix.dirname(path));
}

/** The first line of text, as the generator shows it for a page without a description. */
function firstLine(body: string): string {
  const line = body
    .split('\n')
    .find((one) => /^[ \t]*[\p{L}\p{N}*_[`("']/u.test(one) && !/^(?:import|export)\s/.test(one));
  return line === undefined ? '' : visibleLine(line);
}
