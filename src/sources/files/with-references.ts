import { posix } from 'node:path';
import { isInAddress } from '../../content/body/markdown/address-context.js';
import { replaceInProse } from '../../core/prose.js';
import { UNRESOLVED } from '../../core/unresolved.js';
import { encodePath, slugify } from '../names.js';
import type { RawEntry } from '../port.js';
import { withEmoji } from './emoji.js';
import type { FileEntry } from './entry.js';
import { firstHeading } from './first-heading.js';
import type { FolderFacts } from './folder-facts.js';
import type { IncludingFolder } from './includes/with-includes.js';
import { withIncludes } from './includes/with-includes.js';
import type { Layout } from './layout.js';
import type { Library } from './library.js';
import { type ReferenceContext, referenceContext, resolveImage, resolveReferences } from './references.js';

/** The folder that an entry belongs to. */
interface FolderOfEntry extends IncludingFolder, Pick<Library, 'mediaAt'> {}

/** The entry with the references in its body and its image resolved, and the files that it includes. */
export function withReferences(file: FileEntry, facts: FolderFacts, folder: FolderOfEntry): RawEntry {
  const { layout, site, mediaAt } = folder;
  const read = file.entry;
  // Imported HTML is as its site showed it: it has no templates, and its addresses are those of the site.
  if (layout.library !== undefined && read.format !== 'markdown') return read;
  const raw = layout.library === undefined ? titled(file, withIncludes(read, facts, folder), layout) : read;
  const references = referenceContext(facts, site, layout);
  const image = typeof raw.image === 'string' ? resolveImage(raw.image, raw, references) : raw.image;
  const known = typeof image === 'string' ? (mediaAt(image) ?? image) : image;
  const entry = known === undefined ? raw : { ...raw, image: known };
  const linked = resolveWikilinks(entry, layout, references);
  const literal = layout.rules.hasLiteralBraces === true ? withLiteralBraces(linked) : linked;
  const body = resolveReferences({ ...entry, body: literal }, references);
  if (body === entry.body) return entry;
  // Only the Markdown renderer can dissolve a link; it leaves the HTML of HTML files alone.
  const format = body.includes(UNRESOLVED) ? 'markdown' : entry.format;
  return { ...entry, body, format };
}

/** A page whose first heading stands in a file that it includes has that heading as its title. */
function titled({ entry, isUntitled }: FileEntry, whole: RawEntry, layout: Layout): RawEntry {
  if (whole.body === entry.body) return whole;
  const body = withEmoji(whole.body, layout);
  // A note of a vault is called like its file.
  const heading = isUntitled && layout.rules.wikilinks === undefined ? firstHeading(body, false) : undefined;
  return heading === undefined ? { ...whole, body } : { ...whole, title: heading.title, body: heading.rest };
}

const OUTPUT = /\{\{(?=\s*[\w.$"'#/][^{}\n]*\}\})/g;

/** `{{ name }}` as text, which no later step takes for a template; not in indented code, addresses and formulas. */
function withLiteralBraces(text: string): string {
  return replaceInProse(text, new RegExp(OUTPUT), ({ index }, _, before) =>
    isInAddress(before) || /(?:^|\n)(?: {4}|\t)[^\n]*$|[\w^}$\\]$/.test(before)
      ? undefined
      : { text: '&#123;{', end: index + 2 },
  );
}

/** `[[Note#Heading|text]]` and, with `!` before it, an embedded note, image or other file. */
const WIKILINK = /(!?)\[\[([^[\]\n|#\\]*)((?:#[^[\]\n|\\]*)?)((?:\\?\|[^[\]\n]*)?)\]\]/g;
/** The id of a block, for embeds and links. */
const BLOCK_ID = /[ \t]+\^[A-Za-z0-9-]+[ \t]*(?=\n|$)/g;
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;
const FILE = /\.(?!mdx?$|mdoc$|markdown$)[a-z0-9]{2,5}$/i;

/** Notes refer to each other by name: these links become ordinary ones, and those to missing notes become text. */
function resolveWikilinks(entry: RawEntry, { rules }: Layout, context: ReferenceContext): string {
  const { wikilinks } = rules;
  if (wikilinks === undefined) return entry.body;
  const text = replaceInProse(entry.body, new RegExp(BLOCK_ID), ({ index, 0: { length } }) => ({
    text: '',
    end: index + length,
  }));
  if (!text.includes('[[')) return text;
  return replaceInProse(text, new RegExp(WIKILINK), (match, source, before) => {
    const [whole, embed, name = '', fragment = '', alias = ''] = match;
    const end = match.index + whole.length;
    const [first, second] = [name.trim(), alias.replace(/^\\?\|/, '').trim()];
    const isNote = (one: string) => one !== '' && noteAddress(one, entry, context) !== undefined;
    // Dendron writes the text before the name, which has dots.
    const isReversed = second.includes('.') && !isNote(first) && isNote(second);
    const [target, label] = isReversed ? [second, first] : [first, second];
    if (FILE.test(target) && !isNote(target))
      return { text: fileLink(target, label, embed === '!', context, wikilinks), end };
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
    // `[text]([[Note]])` of Logseq.
    if (before.endsWith('](') && source[end] === ')')
      return {
        text: url === undefined || url === UNRESOLVED ? UNRESOLVED : under(url, context) + anchor,
        end,
      };
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
  if (isRelative) return table.byReference(near);
  const name = target.replace(/^\//, '');
  // Logseq writes the path of a page in the name of its file.
  const file = name.replaceAll('/', '___').replace(/[<>:"?#%]/g, encodeURIComponent);
  return table.byReference(name) ?? table.byReference(near) ?? table.byReference(file);
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
