import { posix } from 'node:path';
import { isObject } from '../../../../core/json.js';
import { sampleFiles } from '../../../sample-files.js';
import { parseData, readProjectText } from '../../config-file.js';
import { configText } from '../../config-values.js';
import { globToPattern } from '../../glob-pattern.js';
import type { NavPage } from '../profile.js';
import { headingAt } from './heading.js';

/** The order of the pages in a file of its own, next to the configuration. */
export const TOC = '_toc.yml';

/** The data in the file next to a configuration. */
export function tocBeside(root: string, file: string): unknown {
  const text = readProjectText(root, posix.join(posix.dirname(file), TOC), true);
  return text === undefined ? undefined : parseData(TOC, text);
}

/** Keys under which a page or a part lists others. */
const LISTS = ['parts', 'subtrees', 'chapters', 'sections', 'entries'];

/** Deeper parts of a book aren't read. */
const MAX_DEPTH = 20;
const MAX_FILES = 20_000;

/**
 * The pages in `_toc.yml`, without their endings. Before version 0.11 of Jupyter Book it was a list. A page is in the
 * section of its part or, without one, of the topmost page that has others below it.
 * @param folder absolute path of the folder with the pages; without it, patterns and titles of pages aren't read
 */
export function readToc(value: unknown, folder?: string, section?: string, depth = 0): readonly NavPage[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => readToc(item, folder, section, depth + 1));
  if (!isObject(value)) return [];
  const root = configText(value, 'root');
  const file = root ?? configText(value, 'file');
  const hasMore = root === undefined && LISTS.some((key) => value[key] !== undefined);
  const part =
    section ??
    configText(value, 'caption') ??
    configText(value, 'part') ??
    (hasMore && file !== undefined ? (configText(value, 'title') ?? titleAt(folder, file)) : undefined);
  return [
    ...(file === undefined ? [] : [{ path: plain(file), section: part }]),
    ...matching(configText(value, 'glob'), folder).map((path) => ({ path, section: part })),
    ...LISTS.flatMap((key) => readToc(value[key], folder, part, depth + 1)),
  ];
}

function titleAt(folder: string | undefined, file: string): string | undefined {
  return folder === undefined ? undefined : headingAt(folder, `${plain(file)}.md`);
}

function matching(glob: string | undefined, folder: string | undefined): readonly string[] {
  if (glob === undefined || folder === undefined) return [];
  const pattern = globToPattern(plain(glob));
  return sampleFiles(folder, /\.md$/, MAX_FILES)
    .map(plain)
    .filter((path) => pattern.test(path));
}

function plain(file: string): string {
  return posix.normalize(file.replace(/\.md$/, ''));
}
