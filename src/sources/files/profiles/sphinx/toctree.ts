/** The tables of contents of Sphinx and Jupyter Book, which order the pages. */

import { join, posix } from 'node:path';
import { compareText } from '../../../../core/compare.js';
import { isObject } from '../../../../core/json.js';
import { sampleFiles } from '../../../walk-folder.js';
import { globToPattern, parseConfig, parseData, readProjectText } from '../../config-file.js';
import { type ConfigValues, configText } from '../../config-values.js';
import { firstHeading } from '../../first-heading.js';
import { visibleLine } from '../../visible-text.js';
import type { NavPage } from '../profile.js';
import { readMatter } from '../sidebar-links.js';

const PAGE = /\.(?:md|rst)$/;

const MAX_FILES = 20_000;

const MAX_DEPTH = 30;

/** A table of contents in a page. */
interface Toctree {
  readonly entries: readonly string[];
  readonly options: ConfigValues;
}

/** ```` ```{toctree} ````, or with colons, and the RST that a page in Markdown contains. */
const FENCE = /^[ \t]*(`{3,}|:{3,}|~{3,})\{(toctree|eval-rst)\}[^\n]*\n([\s\S]*?)^[ \t]*\1/gm;

const DIRECTIVE = /^([ \t]*)\.\. toctree::[^\n]*\n((?:\1[ \t]+\S[^\n]*(?:\n|$)|[ \t]*\n)*)/gm;

const OPTION = /^:([\w-]+):[ \t]*(.*)$/;

const YAML = /^\s*---[ \t]*\n([\s\S]*?)^---[ \t]*$/m;

/** The order of the pages in a file of its own, next to the configuration. */
export const TOC = '_toc.yml';

/** A title in RST: a line of signs below it, and maybe one above it. */
const RST_TITLE = /^[ \t]*(\S[^\n]*)\n([=\-~^"#*+`:.'_])\2{2,}[ \t]*$/m;

/** Comments and targets before a title. */
const BEFORE = /^(?:[ \t]*(?:%[^\n]*|\([^()\n]*\)=[ \t]*)?\n)*/;

function toctreesIn(text: string, isMarkdown: boolean): readonly Toctree[] {
  if (!text.includes('toctree')) return [];
  if (!isMarkdown) return [...text.matchAll(DIRECTIVE)].map(([, , body = '']) => toToctree(body));
  return [...text.matchAll(FENCE)].flatMap(([, , name, body = '']) =>
    name === 'toctree' ? [toToctree(body)] : toctreesIn(body, false),
  );
}

function toToctree(body: string): Toctree {
  const [head = '', yaml = ''] = YAML.exec(body) ?? [];
  const options: Record<string, unknown> = { ...parseConfig('options.yml', yaml) };
  const entries: string[] = [];
  for (const line of body
    .slice(head.length)
    .split('\n')
    .map((one) => one.trim())) {
    const [, key, value] = OPTION.exec(line) ?? [];
    if (key !== undefined) options[key] = value === '' ? true : value;
    else if (line !== '') entries.push(line);
  }
  return { entries, options };
}

/**
 * The pages of a project of Sphinx in the order of its tables of contents, by their names without ending. A page is in
 * the group of the outermost caption or, without one, of the topmost page that has others below it.
 * @param folder the folder of the configuration, from the root
 * @param top the name of the first page
 */
export function toctreePages(root: string, folder: string, top: string): readonly NavPage[] {
  const files = sampleFiles(join(root, folder), PAGE, MAX_FILES).toSorted(compareText);
  const byName = new Map(files.map((path) => [path.replace(PAGE, ''), path] as const));
  const seen = new Set<string>();
  const found: NavPage[] = [];
  const add = (name: string, section: string | undefined, depth: number): void => {
    const path = byName.get(name);
    if (path === undefined || seen.has(name) || depth > MAX_DEPTH) return;
    seen.add(name);
    const file = posix.join(folder, path);
    const trees = toctreesIn(readProjectText(root, file, true) ?? '', path.endsWith('.md'));
    const own = section ?? (depth > 0 && trees.length > 0 ? headingAt(root, file) : undefined);
    found.push({ path: name, section: own });
    for (const { entries, options } of trees) {
      const below = own ?? configText(options, 'caption');
      const names = entries.flatMap((entry) => pagesNamed(entry, { name, options, byName }));
      for (const one of isSet(options['reversed']) ? names.reverse() : names) add(one, below, depth + 1);
    }
  };
  add(top, undefined, 0);
  return found.length > 1 ? found : [];
}

interface Context {
  /** The page with the table of contents. */
  readonly name: string;
  readonly options: ConfigValues;
  readonly byName: ReadonlyMap<string, string>;
}

/** The pages of an entry: `page`, `/page`, `Title <page>`, `page.md` or, with `:glob:`, a pattern. */
function pagesNamed(entry: string, { name, options, byName }: Context): readonly string[] {
  const [, target = entry] = /<([^<>]*)>$/.exec(entry) ?? [];
  const written = target.trim();
  const path = written.startsWith('/')
    ? posix.normalize(written.slice(1))
    : posix.join(posix.dirname(name), written);
  if (isSet(options['glob']) && /[*?[]/.test(written)) {
    const pattern = globToPattern(path);
    return [...byName.keys()].filter((one) => pattern.test(one));
  }
  return [path, path.replace(PAGE, '')].filter((one) => byName.has(one)).slice(0, 1);
}

function isSet(option: unknown): boolean {
  return option !== undefined && option !== false;
}

/** The data in the file next to a configuration. */
export function tocBeside(root: string, file: string): unknown {
  const text = readProjectText(root, posix.join(posix.dirname(file), TOC), true);
  return text === undefined ? undefined : parseData(TOC, text);
}

/** Keys under which a page or a part lists others. */
const LISTS = ['parts', 'subtrees', 'chapters', 'sections', 'entries'];

/** Deeper parts of a book aren't read. */
const MAX_LEVELS = 20;

const MAX_LISTED = 20_000;

/**
 * The pages in `_toc.yml`, without their endings. Before version 0.11 of Jupyter Book it was a list. A page is in the
 * section of its part or, without one, of the topmost page that has others below it.
 * @param folder absolute path of the folder with the pages; without it, patterns and titles of pages aren't read
 */
export function readToc(value: unknown, folder?: string, section?: string, depth = 0): readonly NavPage[] {
  if (depth > MAX_LEVELS) return [];
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
  return sampleFiles(folder, /\.md$/, MAX_LISTED)
    .map(plain)
    .filter((path) => pattern.test(path));
}

function plain(file: string): string {
  return posix.normalize(file.replace(/\.md$/, ''));
}

/** The title of a page in Markdown or RST, by its front matter or its first heading. */
export function headingAt(root: string, path: string): string | undefined {
  if (posix.extname(path) === '.rst') {
    const [, title] = RST_TITLE.exec(readProjectText(root, path, true) ?? '') ?? [];
    return title === undefined ? undefined : visibleLine(title);
  }
  const matter = readMatter(root, path);
  if (matter === undefined) return undefined;
  const heading = firstHeading(matter.body.replace(BEFORE, ''), false);
  return configText(matter.data, 'title') ?? heading?.title;
}
