/** A document to validate, with its text and the places in it. */

import { readFileSync } from 'node:fs';
import { scanJson } from '../../config/parse.js';
import { objectOf } from '../../core/json.js';
import type { DocumentRow } from '../../documents/document-row.js';
import { type EncodingFault, encodingFault, fileChunks } from './rule.js';

/** The producer of a document: the build, a provider that claimed its name, or the site itself. */
export type DocumentSource = 'generated' | 'managed' | 'file';

/** A parsed text or value, or its fault. */
type Parsed = { readonly value: unknown } | { readonly fault: string; readonly line?: number };

/** A longer text is only read in pieces: no reader takes such a document whole either. */
export const MAX_WHOLE = 64 * 1024 * 1024;

/** Up to this size the bytes are read once and kept while the rules run. */
const MAX_HELD = 1024 * 1024;

/** A file of the output folder with its document. It is read on first use. */
export class Document {
  /** Path below the output folder. */
  readonly file: string;
  readonly row: DocumentRow;
  readonly source: DocumentSource;
  /** Bytes. */
  readonly size: number;
  readonly #path: string;
  readonly #content: Uint8Array | undefined;
  #bytes: Uint8Array | undefined;
  #text: string | undefined;
  #parsed: Parsed | undefined;
  #fault: { readonly kind: EncodingFault | undefined } | undefined;

  constructor(options: {
    readonly file: string;
    readonly row: DocumentRow;
    readonly source: DocumentSource;
    readonly size: number;
    /** Absolute. */
    readonly path: string;
    /** The bytes of a document that is not in a folder. */
    readonly content?: Uint8Array;
  }) {
    this.file = options.file;
    this.row = options.row;
    this.source = options.source;
    this.size = options.size;
    this.#path = options.path;
    this.#content = options.content;
  }

  get isJson(): boolean {
    return /\bjson\b/.test(this.row.contentType);
  }

  /** True for a document that a rule may read as one text. */
  get isWhole(): boolean {
    return this.size <= MAX_WHOLE;
  }

  /** True for a twin of this build that a rule may read as one text. */
  get isWholeTwin(): boolean {
    return this.row.id === 'markdown' && this.isWhole && this.source === 'generated';
  }

  /** The first byte that is not plain UTF-8; undefined for a valid file. */
  get encodingFault(): EncodingFault | undefined {
    this.#fault ??= { kind: encodingFault(this.chunks()) };
    return this.#fault.kind;
  }

  /** Pieces of a file of any length; each is overwritten by the next. */
  chunks(): Iterable<Uint8Array> {
    if (this.#content !== undefined) return [this.#content];
    return this.size <= MAX_HELD ? [this.bytes()] : fileChunks(this.#path);
  }

  bytes(): Uint8Array {
    if (this.#content !== undefined) return this.#content;
    if (this.size > MAX_HELD) return readFileSync(this.#path);
    this.#bytes ??= readFileSync(this.#path);
    return this.#bytes;
  }

  /** The text without a byte order mark. Only for documents that are whole. */
  text(): string {
    this.#text ??= new TextDecoder().decode(this.bytes());
    return this.#text;
  }

  /** The JSON value, or the line where it stops being JSON. */
  json(): Parsed {
    this.#parsed ??= parseJson(this.text());
    return this.#parsed;
  }

  /** The JSON value; undefined where it can't be parsed, which a rule of its own reports. */
  value(): unknown {
    const parsed = this.json();
    return 'value' in parsed ? parsed.value : undefined;
  }

  /** The line of a place in the document. */
  lineOf(pointer: string): number | undefined {
    if (!this.isJson || !this.isWhole) return undefined;
    const path = pointerParts(pointer).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    return lineAt(this.text(), scanJson(this.text()).offsetOf(path));
  }
}

function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: "it isn't JSON", line: lineAt(text, scanJson(text).error ?? 0) };
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** One text inside a JSON value. */
export interface PlacedText {
  readonly pointer: string;
  /** Name of its member; inside a list, of the list's member. */
  readonly key: string;
  readonly text: string;
}

/** Every text of a JSON value with its place, without names of members. */
export function* textsWithPlaces(value: unknown, pointer = '', key = ''): Iterable<PlacedText> {
  if (typeof value === 'string') yield { pointer, key, text: value };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsWithPlaces(item, `${pointer}/${index}`, key);
  } else {
    for (const [name, item] of Object.entries(objectOf(value))) {
      yield* textsWithPlaces(item, `${pointer}/${escapePointer(name)}`, name);
    }
  }
}

/** The names in a JSON pointer (RFC 6901 section 4). */
export function pointerParts(pointer: string): readonly string[] {
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A name as a part of a JSON pointer (RFC 6901 section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** An address in a Markdown text with its line. */
interface PlacedLink {
  readonly url: string;
  /** Counts from 1. */
  readonly line: number;
}

/** The absolute addresses that a Markdown text links to, except in code. */
export function* markdownLinks(text: string): Iterable<PlacedLink> {
  let fence = '';
  for (const [index, line] of text.split('\n').entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence) === true) fence = '';
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const plain = line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
    for (const match of plain.matchAll(/\]\(<?(https?:[^\s)>]+)>?(?: "[^"]*")?\)|<(https?:[^\s>]+)>/g)) {
      yield { url: match[1] ?? match[2] ?? '', line: index + 1 };
    }
  }
}
