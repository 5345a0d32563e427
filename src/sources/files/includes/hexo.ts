/**
 * Tags of Hexo that need other files:
 *
 * | Written | Becomes |
 * |---|---|
 * | `{% post_link name text %}`, `{% post_path name %}` | a link to the file of the post, its path |
 * | `{% include_code title lang:js from:2 to:5 a.js %}` | the title in italics, these lines of the file in `code_dir` |
 *
 * @see https://hexo.io/docs/tag-plugins
 */
import { posix } from 'node:path';
import { link, plain } from '../../../content/body/markdown/components/write.js';
import { fence } from '../../../content/body/markdown/tag-line.js';
import { LazyMap, UNKNOWN } from '../../../content/body/template-values.js';
import { replaceInProse } from '../../../core/prose.js';
import { parseData } from '../config-file.js';
import { configText } from '../config-values.js';
import type { Includes } from './includes.js';
import { linesBetween } from './lines.js';

/** Expands the tags of Hexo that need other files. */
export function expandHexo(text: string, includes: Includes): string {
  return expandCode(expandPostLinks(withRawTags(text), includes), includes);
}

const CODE = /\{%\s*include_code\s([^%\n]*?)\s*%\}/g;

function expandCode(text: string, includes: Includes): string {
  if (!text.includes('include_code')) return text;
  const { bases, config } = includes.layout;
  const folder = configText(config?.values ?? {}, 'code_dir') ?? 'downloads/code';
  return replaceInProse(text, new RegExp(CODE), ({ index, 0: found, 1: rest = '' }) => {
    const option = (name: string) => new RegExp(`(?:^|\\s)${name}:(\\S+)`).exec(rest)?.[1];
    const words = rest
      .replace(/(?:^|\s)(?:lang|from|to):\S+/g, '')
      .trim()
      .split(/\s+/);
    const file = words.pop() ?? '';
    const shown = includes.text([posix.join(bases[0]?.folder ?? '', folder, file)], found, (whole) =>
      linesBetween(whole, Number(option('from') ?? 1), Number(option('to') ?? Infinity)),
    );
    if (shown === undefined) return undefined;
    const info = `${option('lang') ?? posix.extname(file).slice(1)} title="${words.join(' ').replace(/"/g, "'") || file}"`;
    return { text: fence(shown, info), end: index + found.length };
  });
}

/**
 * Hexo shows `{% raw %}` in fences as it is: no template is read there. A tag in the tag keeps it from being taken out
 * later.
 */
function withRawTags(text: string): string {
  if (!/\{%-?\s*raw/.test(text)) return text;
  return replaceInProse(
    text,
    /(?!)/g,
    () => undefined,
    (code) =>
      /^[^\n]*?(?:`{3}|~{3})[^\n]*\n/.test(code)
        ? code.replace(/\{(?=%-?\s*(?:end)?raw\s*-?%\})/g, '{{% raw %}')
        : code,
  );
}

const POST_LINK = /\{%\s*post_(link|path)\s+("[^"\n]*"|'[^'\n]*'|[^\s%]+)([^%\n]*)%\}/g;

/** Hexo's links to posts by the names of their files; the text may be that of the post. */
function expandPostLinks(text: string, includes: Includes): string {
  if (!/post_(?:link|path)/.test(text)) return text;
  const posts = `${includes.layout.bases[0]?.folder ?? ''}/_posts`;
  return replaceInProse(text, new RegExp(POST_LINK), (match) => {
    const { index, 0: found, 1: kind, 2: name = '', 3: rest = '' } = match;
    const path = posix.join(posts, `${name.replace(/^(["'])(.*)\1$/, '$2')}.md`);
    const title = includes.titleOf(path);
    if (title === undefined) return undefined;
    const own = rest.trim().replace(/\s+(?:true|false)$/, '');
    const words = own.replace(/^(["'])(.*)\1$/, '$2').trim() || title;
    const address = posix.relative(posix.dirname(includes.page), path);
    return {
      text: kind === 'path' ? address.replaceAll(' ', '%20') : link(plain(words), address),
      end: index + found.length,
    };
  });
}

/** The data files of a folder. Each is read when a template uses it. */
export function dataFolder(root: string, includes: Includes): LazyMap {
  const folder = (path: string): LazyMap =>
    new LazyMap((name) => {
      if (!/^[\w-]+$/.test(name)) return undefined;
      const file = posix.join(path, name);
      for (const ending of ['yaml', 'yml', 'toml', 'json']) {
        const text = includes.quietText(`${file}.${ending}`);
        if (text === undefined) continue;
        const data = parseData(`${file}.${ending}`, text);
        return data === undefined ? UNKNOWN : data;
      }
      return path.split('/').length < MAX_FOLDERS ? folder(file) : undefined;
    });
  return folder(root);
}

const MAX_FOLDERS = 6;
