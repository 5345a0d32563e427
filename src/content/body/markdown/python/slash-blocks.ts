/**
 * Blocks of pymdownx between lines of slashes (`/// note | Title` … `///`): quotes with a label, `<details>`, tabs,
 * captions and definitions. Of any other block the content stays.
 *
 * @see https://facelessuser.github.io/pymdown-extensions/extensions/blocks/
 */
import { replaceInProse } from '../../../../core/prose.js';
import { labelled, openCallout } from '../callout.js';
import { inlineHtml } from '../inline-html.js';

const LINE =
  /^([ \t]*)(\/{3,})(?:[ \t]+([A-Za-z][\w-]*)[ \t]*(?:\|[ \t]*([^\n]*?))?)?[ \t]*(?:\n(?:[ \t]+[\w-]+:[^\n]*(?:\n|$))+(?=\s*(?:\n|$)))?$/gm;

interface Open {
  readonly slashes: number;
  readonly closing: string;
}

/** @param text Markdown with `\n` line ends */
export function expandSlashBlocks(text: string): string {
  // A comment in a program isn't a block.
  if (!/^[ \t]*\/{3,}[ \t]*$/m.test(text)) return text;
  const open: Open[] = [];
  const expanded = replaceInProse(text, new RegExp(LINE), (match) => {
    const [found, indent = '', slashes = '', name, title = ''] = match;
    const end = match.index + found.length;
    if (name !== undefined) {
      const [opening, closing] = around(name, title.trim());
      open.push({ slashes: slashes.length, closing });
      return { text: opening && `\n${indent}${opening}\n`, end };
    }
    const last = open.at(-1);
    if (last === undefined || slashes.length < last.slashes) return undefined;
    open.pop();
    return { text: last.closing && `\n${indent}${last.closing}\n`, end };
  });
  const rest = open.reverse().map(({ closing }) => closing && `\n\n${closing}\n`);
  return expanded + rest.join('');
}

/** The lines around the content of a block. */
function around(name: string, title: string): readonly [open: string, close: string] {
  if (name === 'details')
    return [`<details><summary>${inlineHtml(title || 'Details')}</summary>`, '</details>'];
  if (name === 'tab') return [`<strong>${title}</strong>`, ''];
  if (/caption$/.test(name)) return ['<figcaption>\n', '</figcaption>'];
  if (name === 'html' || name === 'define') return ['', ''];
  const label = name === 'admonition' ? title || 'Note' : labelled(name, title);
  return label === undefined
    ? [title && `<strong>${title}</strong>`, '']
    : [openCallout(name, label), '</blockquote>'];
}
