/** Liquid and Nunjucks whose values are in the project: includes, data files, the configuration, the page. */
import { posix } from 'node:path';
import { evaluateLiquid } from '../../../content/body/liquid/evaluate.js';
import { isInAddress } from '../../../content/body/markdown/address-context.js';
import { LazyMap, openMap, UNKNOWN } from '../../../content/body/template-values.js';
import { formatLocalOffset, isTimeZone } from '../../../core/dates.js';
import { BLOCK_MARKS, replaceInProse } from '../../../core/prose.js';
import type { RawEntry } from '../../port.js';
import { type ConfigValues, configText } from '../config-values.js';
import type { Layout } from '../layout.js';
import { projectPath } from '../layout.js';
import { folderOf } from '../profiles/eleventy/config.js';
import { dataFolder } from './hexo.js';
import type { Includes } from './includes.js';

/** What templates know of a page besides its further front matter. */
function factsOf({ title, description, published, terms }: RawEntry, { config }: Layout): ConfigValues {
  const named = (taxonomy: string) =>
    terms.filter((term) => term.taxonomy === taxonomy).map((term) => term.name);
  const zone = configText(config?.values ?? {}, 'timezone');
  const timeZone = zone !== undefined && isTimeZone(zone) ? zone : 'UTC';
  const date =
    published === undefined
      ? undefined
      : formatLocalOffset(published, timeZone)
          .replace('T', ' ')
          .replace(/([+-]\d\d):(\d\d)$/, ' $1$2');
  return {
    title,
    tags: named('tag'),
    categories: named('category'),
    ...(description === undefined ? {} : { description }),
    ...(date === undefined ? {} : { date }),
  };
}

/** Between dollars in a line of text, a formula of kramdown isn't a block of its own. */
export function kramdownMath(text: string): string {
  return replaceInProse(text, /\$\$([^$\n]+)\$\$/g, ({ index, 0: found, 1: tex = '' }, whole, before) => {
    const end = index + found.length;
    const isBlock =
      new RegExp(`^${BLOCK_MARKS}$`).test(before.slice(before.lastIndexOf('\n') + 1)) &&
      /^[ \t]*(?:\n|$)/.test(whole.slice(end, end + 100));
    return isBlock || before.endsWith('\\') ? undefined : { text: `$${tex.trim()}$`, end };
  });
}

const STRONG = /(?<![*\\])\*\*(?=[^\s*])([^*\n]{1,500})(?<![\s\\])\*\*(?!\*)/g;
/** An indented line that isn't a list item. */
const MAYBE_CODE = /(?:^|\n)(?: {4}|\t)(?![ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])[^\n]*$/;
const SIGN = /[\p{P}\p{S}]/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/**
 * Writes `**text (more)**text` as HTML: kramdown and Python-Markdown set it bold, other than CommonMark, where a sign
 * inside the marks and a letter outside of them keep the marks.
 * @see https://spec.commonmark.org/0.31.2/#delimiter-run
 */
export function strongBesideLetters(text: string): string {
  return replaceInProse(
    text,
    new RegExp(STRONG),
    ({ index, 0: { length }, 1: inner = '' }, whole, before) => {
      const end = index + length;
      const isOpenKept = SIGN.test(inner[0] ?? '') && LETTER.test(before.at(-1) ?? '');
      const isEndKept = SIGN.test(inner.at(-1) ?? '') && LETTER.test(whole[end] ?? '');
      if (!(isOpenKept || isEndKept) || isInAddress(before) || MAYBE_CODE.test(before)) return undefined;
      return { text: `<strong>${inner}</strong>`, end };
    },
  );
}

/** Expands what is known of the templates in a page of Jekyll or Eleventy. */
export function expandTemplates(entry: RawEntry, body: string, includes: Includes): string {
  if (!/\{[{%]/.test(body)) return body;
  const { config, bases } = includes.layout;
  const project = projectPath(includes.layout);
  const values = config?.values ?? {};
  const isEleventy = includes.layout.generator === 'eleventy';
  const input = isEleventy ? folderOf(values, 'input', '.') : '';
  const named = isEleventy ? folderOf(values, 'includes', '_includes') : '_includes';
  const folders = [...new Set([project, posix.join(project, input), ...bases.map(({ folder }) => folder)])];
  const data = dataFolder(
    posix.join(project, input, isEleventy ? folderOf(values, 'data', '_data') : '_data'),
    includes,
  );
  // Their values are inserted with the addresses, later; so is the title of the site, where it stands alone.
  const { url: _url, baseurl: _base, ...settings } = values;
  const own = { ...entry.extra, ...factsOf(entry, includes.layout) };
  const page = openMap(own);
  const site = openMap({ ...settings, data });
  return evaluateLiquid(body, {
    global(name) {
      if (name === 'page') return page;
      if (!isEleventy) return name === 'site' ? site : UNKNOWN;
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
      const shared = data.field(name);
      return shared === undefined || shared instanceof LazyMap ? UNKNOWN : shared;
    },
    include(tag, file, expand) {
      const near = tag === 'include_relative' ? [posix.dirname(includes.file)] : [];
      const paths =
        near.length > 0
          ? near.map((folder) => posix.join(folder, file))
          : folders.flatMap((folder) => [posix.join(folder, named, file)]);
      const endings = /\.\w+$/.test(file) ? [''] : ['', '.html', '.liquid', '.njk', '.md'];
      const written = `{% ${tag} ${file} %}`;
      return includes.text(
        paths.flatMap((path) => endings.map((ending) => path + ending)),
        written,
        expand,
      );
    },
  });
}
