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
import { posix } from 'node:path';
import { fence } from '../../../content/body/markdown/tag-line.js';
import { continued, replaceInProse } from '../../../core/prose.js';
import { projectPath } from '../layout.js';
import type { Includes } from './includes.js';
import { expandMdxImports, withoutImports } from './mdx.js';

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
