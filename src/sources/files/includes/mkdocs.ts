/**
 * What sites of MkDocs write in their text besides Markdown:
 *
 * | Written | Becomes |
 * |---|---|
 * | `<!-- md:setting cards -->`, `md:option`: shortcodes of the hook that Material's own documentation uses | `` `cards` `` |
 * | `<!-- md:version 9.5.0 -->` and others with text | the text |
 * | `{% include-markdown "../a.md" %}`, `{% include "a.txt" %}`, `{!a.md!}`: files, from the folder of the page, the top, or the project | the text, from `start` to `end` |
 * | `{{ version }}`, `{% if … %}` with the plugin `macros` | the value below `extra` in the configuration |
 * | `{* ../src/a.py ln[1:5] hl[2] title["a.py"] *}` of `markdown-include-variants` | these lines as code |
 * | `[text] [id]`, `[text]` and `[id]` on two lines, as Python-Markdown allows | `[text][id]` |
 */
import { posix } from 'node:path';
import { evaluateLiquid } from '../../../content/body/liquid/evaluate.js';
import { indentLines } from '../../../content/body/markdown/components/write.js';
import { fence } from '../../../content/body/markdown/tag-line.js';
import { openMap, UNKNOWN } from '../../../content/body/template-values.js';
import { objectOf } from '../../../core/json.js';
import { continued, replaceInProse } from '../../../core/prose.js';
import { projectPath } from '../layout.js';
import { pluginsOf } from '../profiles/mkdocs/config.js';
import type { Includes } from './includes.js';
import { linesBetween } from './lines.js';

const SHORTCODES =
  /<!--[ \t]*md:[a-z][\w-]*[^\n]{0,300}?-->(?:[ \t]*\n?[ \t]*<!--[ \t]*md:[a-z][\w-]*[^\n]{0,300}?-->)*/g;
const SHORTCODE = /<!--[ \t]*md:([a-z][\w-]*)[ \t]*([^\n]{0,300}?)[ \t]*-->/g;
const NAMES = new Set(['option', 'setting']);
/** Their text is the name of a file to download. */
const FILES = new Set(['example', 'demo']);

const DEFINED = /^[ \t]*\[([^\]\n]+)\]:/gm;
const APART = /\[((?:[^[\]\n]|\n(?![ \t]*\n)){1,300})\](?: |\n[ \t]*)\[([^[\]\n]{1,100})\](?![[(:])/g;

/** @param text Markdown with `\n` line ends */
export function expandMkdocs(text: string): string {
  const shown = text.includes('<!--') ? expandShortcodes(text) : text;
  return joinReferences(shown);
}

function expandShortcodes(text: string): string {
  return replaceInProse(text, new RegExp(SHORTCODES), ({ index, 0: found }) => {
    const texts = [...found.matchAll(SHORTCODE)].map(([, name = '', value = '']) =>
      FILES.has(name) ? '' : NAMES.has(name) ? `\`${value.replaceAll('`', '')}\`` : value,
    );
    return { text: texts.filter((part) => part !== '').join(' · '), end: index + found.length };
  });
}

function joinReferences(text: string): string {
  const ids = new Set([...text.matchAll(DEFINED)].map(([, id = '']) => id.toLowerCase()));
  if (ids.size === 0) return text;
  return replaceInProse(text, new RegExp(APART), ({ index, 0: found, 1: label = '', 2: id = '' }) =>
    // `[x]` is the box of a task.
    ids.has(id.toLowerCase()) && !/^[ xX]$/.test(label)
      ? { text: `[${label}][${id}]`, end: index + found.length }
      : undefined,
  );
}

/** Values of the configuration that the plugin `macros` inserts: `{{ version }}` for `version` below `extra`. */
export function expandMacros(text: string, { layout }: Includes): string {
  const values = layout.config?.values ?? {};
  const plugins = pluginsOf(values);
  if (!plugins.has('macros') && !plugins.has('markdownextradata')) return text;
  return withVariables(text, { ...objectOf(values['extra']), config: openMap(values) });
}

/** Inserts the values of templates; what has none stays. */
export function withVariables(text: string, values: Readonly<Record<string, unknown>>): string {
  if (!/\{[{%]/.test(text)) return text;
  return evaluateLiquid(text, {
    global: (name) => (Object.hasOwn(values, name) ? values[name] : UNKNOWN),
    include: () => undefined,
  });
}

const FILE_TAG =
  /\{%[ \t\n]*include(?:-markdown)?[ \t\n]+["']([^"'\n]+)["']((?:[^%]|%(?!\})){0,2000})%\}|\{!\s*([^!\n]+?)\s*!\}/g;

/** Inserts files like MkDocs' plugins `include-markdown`, `markdown-include` and `macros`, and like GitBook. */
export function expandFileTags(text: string, includes: Includes): string {
  if (!/\{%\s*include|\{!/.test(text)) return text;
  return replaceInProse(
    text,
    new RegExp(FILE_TAG),
    ({ index, 0: found, 1: tagged, 2: options = '', 3: bare }, _, before) => {
      const file = tagged ?? bare ?? '';
      const tops = includes.layout.bases.map(({ folder }) => folder);
      const folders = [posix.dirname(includes.file), ...tops, projectPath(includes.layout)];
      const inner = includes.text(
        folders.map((folder) => posix.join(folder, file)),
        found.split('\n', 1)[0],
        (whole) => expandFileTags(partOf(whole, options), includes),
      );
      return inner === undefined
        ? undefined
        : { text: continued(inner.replace(/\n+$/, ''), before), end: index + found.length };
    },
  );
}

const CODE_TAG = /^([ \t]*)\{\*[ \t]*(\S+)[ \t]*([^\n]{0,500}?)\*\}[ \t]*$/gm;

/** Inserts files as code like the extension `markdown-include-variants`. */
export function expandCodeTags(text: string, includes: Includes): string {
  if (!text.includes('{*')) return text;
  return replaceInProse(
    text,
    new RegExp(CODE_TAG),
    ({ index, 0: found, 1: indent = '', 2: file = '', 3: options = '' }) => {
      const folders = [projectPath(includes.layout), posix.dirname(includes.file)];
      const code = includes.text(
        folders.map((folder) => posix.join(folder, file)),
        found.trim(),
        (whole) => numberedLines(whole, /\bln\[([\d:, ]+)\]/.exec(options)?.[1]),
      );
      if (code === undefined) return undefined;
      const title = /\btitle\["([^"]*)"\]/.exec(options)?.[1];
      const info = posix.extname(file).slice(1) + (title === undefined ? '' : ` title="${title}"`);
      return { text: indentLines(fence(code.trimEnd(), info), indent), end: index + found.length };
    },
  );
}

/** The lines of `1:5,9`, counted from 1; all lines without numbers. */
function numberedLines(text: string, ranges: string | undefined): string {
  if (ranges === undefined) return text;
  return ranges
    .split(',')
    .map((range) => range.split(':').map(Number))
    .map(([from = 1, to = from]) => linesBetween(text, from, to))
    .join('\n');
}

/** Returns the text between the values of the options `start` and `end`. */
function partOf(text: string, options: string): string {
  const mark = (name: string) =>
    new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(options)?.slice(1).join('') ?? '';
  const [start, end] = [mark('start'), mark('end')];
  const from = start === '' ? 0 : text.indexOf(start);
  if (from === -1) return '';
  const rest = text.slice(from + start.length);
  const to = end === '' ? -1 : rest.indexOf(end);
  return to === -1 ? rest : rest.slice(0, to);
}
