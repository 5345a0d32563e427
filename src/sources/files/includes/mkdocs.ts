/**
 * What sites of MkDocs write in their text besides Markdown:
 *
 * | Written | Becomes |
 * |---|---|
 * | `<!-- md:setting cards -->`, `md:option`: shortcodes of the hook that Material's own documentation uses | `` `cards` `` |
 * | `<!-- md:version 9.5.0 -->` and others with text | the text |
 * | `[text] [id]`, `[text]` and `[id]` on two lines, as Python-Markdown allows | `[text][id]` |
 */
import { replaceInProse } from '../../../core/prose.js';

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
