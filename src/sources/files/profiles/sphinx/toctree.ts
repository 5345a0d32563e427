import { join, posix } from 'node:path';
import { compareText } from '../../../../core/compare.js';
import { sampleFiles } from '../../../sample-files.js';
import { parseConfig, readProjectText } from '../../config-file.js';
import { type ConfigValues, configText } from '../../config-values.js';
import { globToPattern } from '../../glob-pattern.js';
import type { NavPage } from '../profile.js';
import { headingAt } from './heading.js';

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
