/**
 * What sites of MkDocs write in their text besides Markdown:
 *
 * | Written | Becomes |
 * |---|---|
 * | `<!-- md:setting cards -->`, `md:option`: shortcodes of the hook that Material's own documentation uses | `` `cards` `` |
 * | `<!-- md:version 9.5.0 -->` and others with text | the text |
 * | `{% include-markdown "../a.md" %}`, `{% include "a.txt" %}`, `{!a.md!}`: files, from the folder of the page or the top | the text, from `start` to `end` |
 * | `[text] [id]`, `[text]` and `[id]` on two lines, as Python-Markdown allows | `[text][id]` |
 */
import { posix } from 'node:path';
import { replaceInProse } from '../../../core/prose.js';
import type { Includes } from './includes.js';

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

const FILE_TAG =
  /\{%[ \t\n]*include(?:-markdown)?[ \t\n]+["']([^"'\n]+)["']((?:[^%]|%(?!\})){0,2000})%\}|\{!\s*([^!\n]+?)\s*!\}/g;

/** Inserts files like MkDocs' plugins `include-markdown`, `markdown-include` and `macros`, and like GitBook. */
export function expandFileTags(text: string, includes: Includes): string {
  if (!/\{%\s*include|\{!/.test(text)) return text;
  return replaceInProse(
    text,
    new RegExp(FILE_TAG),
    ({ index, 0: found, 1: tagged, 2: options = '', 3: bare }) => {
      const file = tagged ?? bare ?? '';
      const tops = includes.layout.bases.map(({ folder }) => folder);
      const folders = [posix.dirname(includes.file), ...tops];
      const inner = includes.text(
        folders.map((folder) => posix.join(folder, file)),
        found.split('\n', 1)[0],
        (whole) => expandFileTags(partOf(whole, options), includes),
      );
      return inner === undefined ? undefined : { text: inner.replace(/\n+$/, ''), end: index + found.length };
    },
  );
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
