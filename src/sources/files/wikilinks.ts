import { posix } from 'node:path';
import { replaceInProse } from '../../core/prose.js';
import { UNRESOLVED } from '../../core/unresolved.js';
import { encodePath, slugify } from '../names.js';
import type { RawEntry } from '../port.js';
import type { Layout } from './layout.js';
import type { ReferenceContext } from './references.js';

/** `[[Note#Heading|text]]` and, with `!` before it, an embedded note, image or other file. */
const WIKILINK = /(!?)\[\[([^[\]\n|#\\]*)((?:#[^[\]\n|\\]*)?)((?:\\?\|[^[\]\n]*)?)\]\]/g;
/** The id of a block, for embeds and links. */
const BLOCK_ID = /[ \t]+\^[A-Za-z0-9-]+[ \t]*(?=\n|$)/g;
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;
const FILE = /\.(?!md$|markdown$|mdx$)[a-z0-9]{2,5}$/i;

/** Notes refer to each other by name: these links become ordinary ones, and those to missing notes become text. */
export function resolveWikilinks(entry: RawEntry, { rules }: Layout, context: ReferenceContext): string {
  const { wikilinks } = rules;
  if (wikilinks === undefined) return entry.body;
  const text = replaceInProse(entry.body, new RegExp(BLOCK_ID), ({ index, 0: { length } }) => ({
    text: '',
    end: index + length,
  }));
  if (!text.includes('[[')) return text;
  return replaceInProse(text, new RegExp(WIKILINK), (match) => {
    const [whole, embed, name = '', fragment = '', alias = ''] = match;
    const end = match.index + whole.length;
    const target = name.trim();
    const label = alias.replace(/^\\?\|/, '').trim();
    if (FILE.test(target)) return { text: fileLink(target, label, embed === '!', context, wikilinks), end };
    const heading =
      fragment
        .replace(/^#\^.*|^#+/, '')
        .split('#')
        .at(-1)
        ?.trim() ?? '';
    const text = escaped(label || [target, heading].filter((part) => part !== '').join(' > '));
    const anchor = heading === '' ? '' : `#${slugify(heading)}`;
    if (target === '') return { text: anchor === '' ? text : `[${text}](${anchor})`, end };
    const url = noteAddress(target, entry, context);
    if (url === undefined) return { text, end };
    return {
      text: url === UNRESOLVED ? `[${text}](${url})` : `[${text}](${under(url, context)}${anchor})`,
      end,
    };
  });
}

/** From the folder of the note, from the top of the vault, or by name alone. */
function noteAddress(target: string, entry: RawEntry, { folder }: ReferenceContext): string | undefined {
  const table = folder.table();
  const near = posix.join(posix.dirname(entry.key), target);
  const isRelative = target.startsWith('.');
  return isRelative
    ? table.byReference(near)
    : (table.byReference(target.replace(/^\//, '')) ?? table.byReference(near));
}

function fileLink(
  target: string,
  label: string,
  isEmbedded: boolean,
  context: ReferenceContext,
  { attachment }: NonNullable<Layout['rules']['wikilinks']>,
): string {
  const path = attachment(target.replace(/^\//, ''));
  const name = posix.basename(target);
  // The label of an image may be its width.
  const text = escaped(/^\d+(?:x\d+)?$/.test(label) || label === '' ? name : label);
  if (path === undefined) return IMAGE.test(name) ? '' : text;
  const url = `${context.basePath}/${encodePath(context.sitePath(path))}`;
  return isEmbedded && IMAGE.test(name) ? `![${text.replace(/\.\w+$/, '')}](${url})` : `[${text}](${url})`;
}

function under(url: string, { basePath }: ReferenceContext): string {
  return url.startsWith('/') ? basePath + url : url;
}

/** Words of a name must not become marks of Markdown; in a table, a bar ends a cell. */
function escaped(text: string): string {
  return text.replace(/[\\[\]*_`<>|]/g, '\\$&');
}
