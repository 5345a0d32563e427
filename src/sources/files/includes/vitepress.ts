/**
 * What VitePress and VuePress take from other files:
 *
 * | Written | Becomes |
 * |---|---|
 * | `<<< @/snippets/a.ts#region{2 ts:line-numbers} [title]` on a line of its own | the file, or a region of it, as a code block |
 * | the same without a title in `::: code-group` | the same with the name of the file |
 * | `@[code{2-5} ts](./a.ts)` of VuePress | these lines as code |
 * | `<!--@include: ./part.md#region{1,10}-->` | the text, or these lines, that region or section |
 *
 * @see https://vitepress.dev/guide/markdown#import-code-snippets
 */
import { fence, ticksAround } from '../../../content/body/markdown/tag-line.js';
import { replaceInProse, withoutCode } from '../../../core/prose.js';
import { type Includes, namedFiles } from './includes.js';
import { linesBetween, partBetween, sectionAt } from './lines.js';

const SNIPPET =
  /^([ \t]*)<<<[ \t]*([^\s{#[]+)(?:#([\w*-]+))?[ \t]*(?:\{([^}\n]*)\})?[ \t]*(?:\[([^\]\n]+)\])?[ \t]*$/gm;
const INCLUDE =
  /<!--[ \t]*@include:[ \t]*([^\s{#]+?)[ \t]*(?:#([^\s{]+))?[ \t]*(?:\{(\d*)(,?)(\d*)\})?[ \t]*-->/g;
const CODE = /^([ \t]*)@\[code(?:\{(\d*)-(\d*)\})?[ \t]*([\w+#-]*)[^\]\n]*\]\(([^()\s]+)\)[ \t]*$/gm;
/** A line that opens a container, or closes it. */
const CONTAINER = /^[ \t]*:{3,}[ \t]*([\w-]*)/gm;
/** Colours of a terminal. */
const ANSI = /\u001b\[[\d;]*m/g;
const REGION =
  /^[ \t]*(?:\/\/|\/\*|<!--|#|--|;|%|'|REM)?[ \t]*#?[ \t]*((?:end)?region|pragma[ \t]+(?:end)?region)\b[ \t]*([\w*-]*)[ \t]*(?:\*\/|-->)?[ \t]*$/i;

/** Expands the snippets and includes of a text. */
export function expandVitePress(text: string, includes: Includes): string {
  if (!/<<<|@include:|@\[code/.test(text)) return text;
  // Elsewhere, an include in code may be about VitePress.
  const prose = includes.layout.generator === 'vitepress' ? text : withoutCode(text);
  return snippets(
    importedCode(text, includes).replace(
      INCLUDE,
      (found, file: string, part = '', from = '', comma = '', to = '', offset = 0) => {
        const last = comma === '' && to === '' ? from : to;
        const written = prose.startsWith(found, offset) ? found : undefined;
        const shown = includes.text(namedFiles(file, includes), written, (whole) => {
          const chosen = part === '' ? whole : (regionOf(whole, part) ?? sectionOf(whole, part));
          const lines =
            chosen === undefined || from + comma === ''
              ? chosen
              : linesBetween(chosen, Number(from || 1), Number(last || Infinity));
          return lines === undefined ? undefined : expandVitePress(lines, includes).trim();
        });
        return shown ?? found;
      },
    ),
    includes,
  );
}

function importedCode(text: string, includes: Includes): string {
  return replaceInProse(text, new RegExp(CODE), (match) => {
    const { index, 0: found, 1: indent = '', 2: from, 3: to, 4: language, 5: file = '' } = match;
    const shown = includes.text(namedFiles(file, includes), found.trim(), (whole) =>
      linesBetween(whole, Number(from || 1), Number(to || Infinity)),
    );
    const info = language || (/\.(\w+)$/.exec(file)?.[1] ?? '');
    return shown === undefined ? undefined : { text: fence(shown, info, indent), end: index + found.length };
  });
}

function snippets(text: string, includes: Includes): string {
  if (!text.includes('<<<')) return text;
  const prose = withoutCode(text);
  const containers = text.matchAll(CONTAINER);
  let [container, next] = ['', containers.next().value];
  return text.replace(
    SNIPPET,
    (
      found,
      indent: string,
      file: string,
      region: string | undefined,
      meta = '',
      named: string | undefined,
      at: number,
    ) => {
      for (; next !== undefined && next.index < at; next = containers.next().value) container = next[1] ?? '';
      if (!prose.startsWith(found, at)) return found;
      const shown = includes.text(namedFiles(file, includes), found.trim(), (whole) =>
        region === undefined ? whole : regionOf(whole, region),
      );
      if (shown === undefined) return found;
      const language =
        /(?:^|\s)([a-z][\w+#-]*)(?::[\w-]+)?[ \t]*$/i.exec(meta)?.[1] ?? /\.(\w+)$/.exec(file)?.[1] ?? '';
      // Tabs need a name.
      const title = named ?? (container === 'code-group' ? file.replace(/^.*\//, '') : undefined);
      const ticks = ticksAround(shown, 3);
      const block = `${ticks}${language}${title === undefined ? '' : ` [${title}]`}\n${shown.replace(ANSI, '').trimEnd()}\n${ticks}`;
      return block.replace(/^(?=[^\n])/gm, indent);
    },
  );
}

/** A region of a file, moved to the margin; undefined where there is none of that name. */
function regionOf(text: string, name: string): string | undefined {
  const isMark = (kind: string) => (line: string) => {
    const match = REGION.exec(line);
    return (
      match?.[1]?.toLowerCase().endsWith(kind) === true &&
      (match[2] === name || (kind === 'endregion' && match[2] === ''))
    );
  };
  const part = partBetween(
    text,
    (line) => isMark('region')(line) && !isMark('endregion')(line),
    isMark('endregion'),
  );
  return part === undefined ? undefined : dedent(withoutMarks(part));
}

function withoutMarks(text: string): string {
  return text
    .split('\n')
    .filter((line) => !REGION.test(line))
    .join('\n');
}

function dedent(text: string): string {
  const widths = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const width = widths.reduce((least, one) => Math.min(least, one), Infinity);
  return Number.isFinite(width) ? text.replace(/^[ \t]+/gm, (space) => space.slice(width)) : text;
}

/** The section below the heading whose address ends in an id, with the heading. */
function sectionOf(text: string, id: string): string | undefined {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => {
    const heading = /^#{1,6}[ \t]+(.*?)[ \t]*(?:\{#([\w-]+)\})?[ \t]*$/.exec(line);
    return heading !== null && (heading[2] ?? slug(heading[1] ?? '')) === id.toLowerCase();
  });
  if (start < 0) return undefined;
  return sectionAt(lines, start);
}

function slug(heading: string): string {
  return heading
    .replace(/[`*_]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
