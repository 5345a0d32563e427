import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentStore } from '../../build/content/port.js';
import type { PrivacyRules } from '../../config/config.js';
import { cutMarkdownGates } from '../../content/privacy/markdown/cut.js';
import { cutGates } from '../../content/privacy/wordpress/cut.js';
import { bodyStart } from '../../sources/files/exact-body.js';
import type { RawEntry } from '../../sources/port.js';
import { withoutFootnotes } from '../../sources/wxr/footnotes.js';

/** The body of an entry byte for byte as its source keeps it. */
export interface StoredBody {
  readonly text: string;
  /** How it is written; `html` for WordPress's bodies too. */
  readonly form: 'html' | 'markdown' | 'mdx';
}

/** A content file, and where its body begins. */
export interface StoredFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: Buffer;
  /** The whole file, without byte order mark; undefined where the bytes are not UTF-8. */
  readonly text: string | undefined;
  /** Offset of the body in the text. */
  readonly bodyStart: number;
}

/**
 * Reads the body of an entry without anything that reading entries does to it: line ends, the heading that became
 * the title and references to other files stay as they were written.
 * @param raw the entry as it was read a moment ago
 * @see spec section 5.1, `read-content`
 */
export async function readStoredBody(
  store: Pick<ContentStore, 'find' | 'sourceOf' | 'isWritable'>,
  id: number,
  raw: RawEntry,
): Promise<StoredBody> {
  const form = storedForm(raw);
  const file = await readStoredFile(store, id);
  if (file?.text !== undefined) return { text: file.text.slice(file.bodyStart), form };
  return { text: raw.format === 'wordpress' ? withoutFootnotes(raw.body) : raw.body, form };
}

/** Notes of the author that no visitor reads: comments of any dialect, and the programs of MDX. */
const NOTES =
  /<!--(?!\s*\/?wp:|\s*(?:more|nextpage)\b)|%%|\{\s*\/\*|\{#|\{\{[<%]?\/\*|\{%-?\s*comment\b|^\[(?:\/\/|comment|_)\]:|^(?:import|export)\s/m;

/**
 * Whether visitors get all that a stored body says: nothing in it is for some readers only, or for none.
 * @param raw the entry that it is the body of
 */
export function isPublicAsStored(
  { text }: StoredBody,
  { format }: Pick<RawEntry, 'format'>,
  rules: PrivacyRules,
): boolean {
  if (NOTES.test(text)) return false;
  const { gates } = format === 'wordpress' ? cutGates(text, rules) : cutMarkdownGates(text, rules);
  return gates.length === 0;
}

/** How the body of an entry is written. HTML with the marks of a template is read like Markdown, but it stays HTML. */
export function storedForm({ format, ref }: Pick<RawEntry, 'format' | 'ref'>): StoredBody['form'] {
  const file = ref.replace(/:\d+$/, '');
  if (format !== 'markdown' || /\.html?$/i.test(file)) return 'html';
  return /\.mdx$/i.test(file) ? 'mdx' : 'markdown';
}

/**
 * Reads the file that an entry is kept in.
 * @returns undefined for an entry of an export, or one that is gone
 */
export async function readStoredFile(
  store: Pick<ContentStore, 'find' | 'sourceOf' | 'isWritable'>,
  id: number,
): Promise<StoredFile | undefined> {
  const folder = store.isWritable(id) ? store.sourceOf(id) : undefined;
  const key = store.find(id)?.key;
  if (folder === undefined || key === undefined) return undefined;
  const path = join(folder, key);
  const bytes = await readFile(path);
  const text = decode(bytes);
  return { path, bytes, text, bodyStart: text === undefined ? 0 : bodyStart(text) };
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
