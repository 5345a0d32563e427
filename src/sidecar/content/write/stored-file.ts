/** A file of a content folder as front matter and body, to the byte. */

import type { ContentStore } from '../../../build/content/port.js';
import { plainText } from '../../../content/html/text.js';
import { bodyStart } from '../../../sources/files/exact-body.js';
import { FrontMatterError, readFrontMatter } from '../../../sources/files/front-matter.js';
import { slugify } from '../../../sources/names.js';
import { AbilityError } from '../../abilities/ability.js';
import type { ContentFolder } from './entry-file.js';
import type { ListItem } from './fields.js';

/** The formats of front matter; `json-object` is a bare object without delimiters. */
type FrontMatterFormat = 'yaml' | 'toml' | 'json' | 'json-object';

/** Front matter as written in its file. */
export interface StoredFrontMatter {
  readonly format: FrontMatterFormat;
  /** The opening line with its line break; empty for a bare object. */
  readonly open: string;
  readonly text: string;
  /** The closing line, with its line break if it has one. */
  readonly close: string;
}

/** The parts of a content file; joined, they are the file byte for byte. */
export interface StoredFile {
  /** Byte order mark, or empty. */
  readonly mark: string;
  readonly front: StoredFrontMatter | undefined;
  /** The parsed front matter. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Everything after the front matter. */
  readonly body: string;
  /** The line ends of the file if they are all equal; `\n` if they differ, or if there is only one line. */
  readonly eol: '\n' | '\r\n';
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Splits a content file exactly like a build.
 * @param name for messages
 * @throws AbilityError `svc_file_encoding` for bytes that aren't plain UTF-8, `svc_front_matter` for front matter that
 *   can't be read
 */
export function splitFile(bytes: Uint8Array, name: string): StoredFile {
  const whole = decode(bytes, name);
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = whole.slice(mark.length);
  const eol = eolOf(text);
  const { present, data } = readMatter(text.replace(/\r\n?/g, '\n'), name);
  if (!present) return { mark, front: undefined, data: {}, body: text, eol };
  const start = bodyStart(text);
  return { mark, front: splitHead(text.slice(0, start), name), data, body: text.slice(start), eol };
}

/** Joins the parts of a file. */
export function joinFile({ mark, front, body }: Pick<StoredFile, 'mark' | 'front' | 'body'>): string {
  return mark + (front === undefined ? '' : front.open + front.text + front.close) + body;
}

/** Converts a text to the line ends of a file, unless the text has other line ends than `\n`. */
export function withEolOf(file: Pick<StoredFile, 'eol'>, text: string): string {
  return file.eol === '\n' || text.includes('\r') ? text : text.replaceAll('\n', file.eol);
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    const text = UTF8.decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below.
  }
  const message = `"${name}" isn't plain UTF-8 text without U+0000, or wouldn't be after the change, so it can't be written without damage. Save it as UTF-8 first.`;
  throw new AbilityError(409, 'svc_file_encoding', message);
}

function readMatter(text: string, name: string): ReturnType<typeof readFrontMatter> {
  try {
    return readFrontMatter(text);
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    const message = `The front matter of "${name}" can't be read (line ${error.line}: ${error.message}). Correct it by hand first.`;
    throw new AbilityError(409, 'svc_front_matter', message);
  }
}

function eolOf(text: string): StoredFile['eol'] {
  return text.includes('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(text) ? '\r\n' : '\n';
}

const FORMATS: Readonly<Record<string, FrontMatterFormat>> = { '---': 'yaml', '+++': 'toml', ';;;': 'json' };

function splitHead(head: string, name: string): StoredFrontMatter {
  const [open = '', mark = '', word = ''] = /^(---|\+\+\+|;;;)[ \t]*([A-Za-z]*)[ \t]*\r?\n/.exec(head) ?? [];
  if (open === '') {
    const close = /\s*$/.exec(head)?.[0] ?? '';
    return { format: 'json-object', open, text: head.slice(0, head.length - close.length), close };
  }
  const close = /(?:---|\.\.\.|\+\+\+|;;;)[ \t]*(?:\r\n|\r|\n)?$/.exec(head)?.[0] ?? '';
  const format = word === '' ? FORMATS[mark] : (word.toLowerCase() as FrontMatterFormat);
  if (format === undefined || !['yaml', 'toml', 'json'].includes(format)) {
    const message = `The front matter of "${name}" has a format that can't be changed.`;
    throw new AbilityError(409, 'svc_front_matter', message);
  }
  return { format, open, text: head.slice(open.length, head.length - close.length), close };
}

/**
 * Checks that a build can read the new file and splits it as intended: a body could begin like front matter in a file
 * that has none.
 * @throws AbilityError `svc_front_matter`, `svc_file_encoding`, `svc_too_large`
 */
export function guardWhole(
  { key, folder }: { readonly key: string; readonly folder: ContentFolder },
  next: StoredFile,
): void {
  const bytes = Buffer.from(joinFile(next));
  const { maxBytes } = folder.options;
  if (bytes.length > maxBytes) {
    const message = `The file would have ${bytes.length} bytes, and the limit is ${maxBytes}. Shorten the text, or split it.`;
    throw new AbilityError(409, 'svc_too_large', message);
  }
  if (splitFile(bytes, key).body === next.body) return;
  const message =
    'The new body begins like front matter, and would be read as such. Begin it with other words.';
  throw new AbilityError(409, 'svc_front_matter', message);
}

/** The taxonomies of content files. */
export type Taxonomy = 'category' | 'tag';

/** The caller's rights on terms. */
interface TermRights {
  readonly mayAssign: boolean;
  /** Only accounts that manage categories can create them; tags are created when they are used. */
  readonly mayCreateCategories: boolean;
}

const MAX_NAME = 200;

/**
 * Finds the terms of the given names: by exact name, then by slug.
 * @returns the terms as written in front matter
 * @throws AbilityError `svc_cannot_assign_terms`, `svc_cannot_create_term`
 */
export function resolveTerms(
  taxonomy: Taxonomy,
  names: readonly string[],
  { store, folder, rights }: { store: ContentStore; folder: ContentFolder; rights: TermRights },
): readonly ListItem[] {
  if (!rights.mayAssign) {
    const message =
      "Your account isn't allowed to assign categories or tags to pages. Leave them out, or ask an editor.";
    throw new AbilityError(403, 'svc_cannot_assign_terms', message);
  }
  const { library } = folder.layout;
  const known = [...(library?.terms ?? []), ...store.terms].filter((term) => term.taxonomy === taxonomy);
  const found = new Map<string, ListItem>();
  for (const written of names) {
    const name = plainText(written).replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);
    if (name === '') continue;
    const slug = slugify(name);
    const term =
      known.find((one) => one.name === name) ?? known.find((one) => one.slug === name || one.slug === slug);
    if (term === undefined && taxonomy === 'category' && !rights.mayCreateCategories) {
      const message = `There's no category "${name}", and your account isn't allowed to create categories. Use one that "read-terms" lists.`;
      throw new AbilityError(403, 'svc_cannot_create_term', message);
    }
    const { name: shown, slug: key } = term ?? { name, slug };
    if (key === '' || found.has(key)) continue;
    const isFound = library === undefined ? slugify(shown) === key : library.slugOf(taxonomy, shown) === key;
    found.set(key, isFound || library === undefined ? shown : { name: shown, slug: key });
  }
  return [...found.values()];
}
