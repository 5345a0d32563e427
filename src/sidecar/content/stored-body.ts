import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentStore } from '../../build/content/port.js';
import type { PrivacyRules } from '../../config/config.js';
import { cutMarkdownGates } from '../../content/privacy/markdown/cut.js';
import { cutGates } from '../../content/privacy/wordpress/cut.js';
import { attempt } from '../../core/attempt.js';
import { bodyStart } from '../../sources/files/exact-body.js';
import type { RawEntry } from '../../sources/port.js';
import { withoutFootnotes } from '../../sources/wxr/footnotes.js';

/** The body of an entry, byte for byte as its source stores it. */
export interface StoredBody {
  readonly text: string;
  /** Format of the text; `html` includes WordPress's bodies. */
  readonly form: 'html' | 'markdown' | 'mdx';
}

/** A content file, and the start of its body. */
interface StoredFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: Buffer;
  /** The whole file, without byte order mark; undefined when the bytes aren't UTF-8. */
  readonly text: string | undefined;
  /** Offset of the body in the text. */
  readonly bodyStart: number;
}

/**
 * Reads the body of an entry as stored, without the changes that a build applies: line ends, the heading that became
 * the title and references to other files stay unchanged.
 * @param raw the entry, just read
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

/** Notes of the author that visitors don't see: comments of any dialect, and the code of MDX. */
const NOTES =
  /<!--(?!\s*\/?wp:|\s*(?:more|nextpage)\b)|%%|\{\s*\/\*|\{#|\{\{[<%]?\/\*|\{%-?\s*comment\b|^\[(?:\/\/|comment|_)\]:|^(?:import|export)\s/m;

/**
 * Checks whether visitors see everything in a stored body: no part of it is restricted or hidden.
 * @param raw the entry of the body
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

/**
 * Returns the format of an entry's body. HTML with template syntax is parsed like Markdown, but its format is HTML.
 */
export function storedForm({ format, ref }: Pick<RawEntry, 'format' | 'ref'>): StoredBody['form'] {
  const file = ref.replace(/:\d+$/, '');
  if (format !== 'markdown' || /\.html?$/i.test(file)) return 'html';
  return /\.mdx$/i.test(file) ? 'mdx' : 'markdown';
}

/** Reads the file of an entry. Returns undefined for an entry of an export, or one that no longer exists. */
export async function readStoredFile(
  store: Pick<ContentStore, 'find' | 'sourceOf' | 'isWritable'>,
  id: number,
): Promise<StoredFile | undefined> {
  const folder = store.isWritable(id) ? store.sourceOf(id) : undefined;
  const key = store.find(id)?.key;
  if (folder === undefined || key === undefined) return undefined;
  const path = join(folder, key);
  const bytes = await readFile(path);
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  return { path, bytes, text, bodyStart: text === undefined ? 0 : bodyStart(text) };
}
