/**
 * What Docsify reads otherwise than other dialects of Markdown:
 *
 * | Written | Becomes |
 * |---|---|
 * | `!> text`, `?> text` | a callout |
 * | `[title](part.md ':include')` | the text of the file, or a code block |
 * | `[Guide](guide.md)`, `#/guide?id=cups` | the address of the page: links begin at the top unless `relativePath` is set |
 * | `## Title {docsify-ignore}`, `:id=cups`, `':target=_blank'` | nothing: they are for the browser |
 *
 * @see https://docsify.js.org/#/helpers
 */
import { posix } from 'node:path';
import { fence, ticksAround } from '../../../content/body/markdown/tag-line.js';
import { continued, replaceInProse } from '../../../core/prose.js';
import { baseOf, projectPath } from '../layout.js';
import { docsifyAlias, docsifyFile, docsifySettings } from '../profiles/docsify.js';
import type { Includes } from './includes.js';
import { expandMdxImports, withoutImports } from './mdx.js';

const LINK =
  /(?<!\\)(!?)\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]*\])*)\]\(\s*([^()\s<>]+)(?:\s+(?:'([^'\n]*)'|"([^"\n]*)"))?\s*\)/g;
const FOR_BROWSERS =
  /^(#{1,6}[^\n]*?)(?<![ \t])(?:[ \t]*(?:<!--[ \t]*)?(?:\{docsify-ignore(?:-all)?\}|:(?:id|class)=[\w-]+|\{:(?:id|class)=[\w-]+\})(?:[ \t]*-->)?){1,5}[ \t]*$/gm;
const TIP = /^([!?])>[ \t]+/gm;
const OPTION = /(?:^|\s):[\w-]+(?:=\S+)?/g;
const KINDS = { '!': 'IMPORTANT', '?': 'TIP' } as const;

/** Expands the embedded files of a text, and writes its links and marks as other generators do. */
export function expandDocsify(text: string, includes: Includes): string {
  const callouts = replaceInProse(text, new RegExp(TIP), ({ 0: found, 1: mark, index }) => ({
    text: `> [!${KINDS[mark as '!' | '?']}]\n> `,
    end: index + found.length,
  }));
  return replaceInProse(callouts.replace(FOR_BROWSERS, '$1'), new RegExp(LINK), (match) => {
    const [found, image = '', label = '', address = '', single, double] = match;
    const title = single ?? double ?? '';
    const options = title.match(OPTION)?.map((option) => option.trim().slice(1)) ?? [];
    const text = options.includes('include')
      ? embedded({ found, label, address, options }, includes)
      : `${image}[${label}](${image === '' && !options.includes('ignore') ? linked(address, includes) : address}${titled(title)})`;
    return { text, end: match.index + found.length };
  });
}

function titled(title: string): string {
  const shown = title.replace(OPTION, '').trim().replaceAll('"', '&quot;');
  return shown === '' ? '' : ` "${shown}"`;
}

/** The file of a route, or what an alias makes of it. */
function linked(address: string, includes: Includes): string {
  const { page, layout } = includes;
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address) || /^#(?!\/)/.test(address)) return address;
  const settings = docsifySettings(layout.config);
  const base = baseOf(page, layout)?.folder ?? '';
  const [, path = '', query = ''] = /^#?([^?#]*)(.*)$/s.exec(address) ?? [];
  const folder = settings['relativePath'] === true ? posix.dirname(posix.relative(base, page)) : '';
  const route = path.startsWith('/') ? path : posix.join('/', folder, path);
  const id = /[?&]id=([^&#]+)/.exec(query)?.[1] ?? /#(.+)$/s.exec(query)?.[1];
  const suffix = id === undefined ? '' : `#${id}`;
  const file = docsifyFile(route, settings);
  if (includes.hasFile(posix.join(base, file))) return `/${file}${suffix}`;
  const other = docsifyAlias(route.replace(/\.md$/, ''), settings);
  return other === undefined ? address : other + suffix;
}

interface Embed {
  readonly found: string;
  readonly label: string;
  readonly address: string;
  readonly options: readonly string[];
}

function embedded({ found, label, address, options }: Embed, includes: Includes): string {
  const link = `[${label || posix.basename(address)}](${address})`;
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return link;
  const type = options.find((option) => option.startsWith('type='))?.slice('type='.length);
  const ending = /\.(\w+)$/.exec(address)?.[1] ?? '';
  const isMarkdown = ending === 'md' && type !== 'code';
  if (type !== 'code' && !isMarkdown) return link;
  const part = options.find((option) => option.startsWith('fragment='))?.slice('fragment='.length);
  const base = baseOf(includes.page, includes.layout)?.folder ?? '';
  const paths = address.startsWith('/')
    ? [posix.join(base, address)]
    : [posix.join(posix.dirname(includes.file), address), posix.join(base, address)];
  const shown = includes.text(paths, found, (text) => {
    const chosen = part === undefined ? text : fragmentOf(text, part);
    return chosen === undefined || !isMarkdown ? chosen : expandDocsify(chosen.trim(), includes);
  });
  if (shown === undefined) return link;
  if (isMarkdown) return `\n\n${shown}\n\n`;
  const ticks = ticksAround(shown, 3);
  return `\n\n${ticks}${ending}\n${shown.trim()}\n${ticks}\n\n`;
}

/** The lines between `### [demo]` or `/// [demo]` and its second mark. */
function fragmentOf(text: string, name: string): string | undefined {
  const lines = text.split('\n');
  const isMark = (line: string) => /^\s*(?:#{3}|\/{3})\s*\[/.test(line) && line.includes(`[${name}]`);
  const start = lines.findIndex(isMark);
  if (start < 0) return undefined;
  const end = lines.findIndex((line, at) => at > start && isMark(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

/**
 * What Fumadocs adds to MDX:
 *
 * | Written | Becomes |
 * |---|---|
 * | `<include>./part.mdx</include>`, with `cwd` from the folder of the project | the text of the file |
 * | `<include lang="ts" meta='title="a"'>./a.ts</include>`, or a file of code | the file as code |
 * | `## Title [#id]`, `[step]`, `[!toc]` | the heading |
 *
 * @see https://www.fumadocs.dev/docs/markdown/include
 */

const INCLUDE = /<include(\s[^<>]{0,500})?>\s*([^<>\s#]{1,300})\s*<\/include>/g;

/** Puts included files in their place, and takes away the marks of headings. */
export function expandFumadocs(text: string, includes: Includes): string {
  return withoutHeadingMarks(expandIncludes(text, includes));
}

function expandIncludes(text: string, includes: Includes): string {
  if (!text.includes('<include')) return text;
  return replaceInProse(text, new RegExp(INCLUDE), (match, _whole, before) => {
    const { index, 0: found, 1: options = '', 2: written = '' } = match;
    const folder = /\scwd\b/.test(options) ? projectPath(includes.layout) : posix.dirname(includes.file);
    const language = /\slang=["']?([\w+#-]+)/.exec(options)?.[1];
    const meta = /\smeta=(?:'([^']*)'|"([^"]*)")/.exec(options)?.slice(1).join('') ?? '';
    const isPart = language === undefined && /\.mdx?$/.test(written);
    const shown = includes.text([posix.join(folder, written)], found, (part) =>
      isPart
        ? withoutImports(expandIncludes(expandMdxImports(part, includes), includes)).trim()
        : fence(part, `${language ?? posix.extname(written).slice(1)} ${meta}`.trim()),
    );
    if (shown === undefined) return undefined;
    return { text: continued(`\n\n${shown}\n\n`, before), end: index + found.length };
  });
}

/** What Fumadocs reads at the end of a heading: a step, its id, its place in the table of contents. */
const HEADING_MARK = /\[(?:step|!?toc|#[\w-]{1,100})\]$/;

function withoutHeadingMarks(text: string): string {
  return replaceInProse(text, /^ {0,3}#{1,6}[ \t][^\n]*\][ \t]*$/gm, ({ index, 0: found }) => {
    let heading = found.trimEnd();
    while (HEADING_MARK.test(heading)) heading = heading.replace(HEADING_MARK, '').trimEnd();
    return { text: heading, end: index + found.length };
  });
}
