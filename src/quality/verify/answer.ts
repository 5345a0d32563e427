import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { parseJson } from '../../core/json.js';
import { type Fields, fieldValues } from '../../documents/signing/message.js';
import type { RawAnswer } from './exchange.js';

/** The largest size that a compressed body may expand to: only attacks send more in one piece. */
const MAX_DECODED = 32 * 1024 * 1024;

/** An answer with accessors for the checks. */
export class Answer {
  readonly status: number;
  readonly fields: Fields;
  /** The body as it was sent. */
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly isCut: boolean;
  #content: Uint8Array | undefined | null = null;
  #text: string | undefined;

  constructor(raw: RawAnswer) {
    this.status = raw.status;
    this.fields = raw.fields;
    this.bytes = raw.bytes;
    this.size = raw.size;
    this.isCut = raw.isCut;
  }

  /** All fields of a name, joined as in RFC 9110 section 5.3; undefined when it was not sent. */
  header(name: string): string | undefined {
    const values = this.headers(name);
    return values.length === 0 ? undefined : values.join(', ');
  }

  /** The fields of a name one by one. */
  headers(name: string): readonly string[] {
    return fieldValues(this.fields, name);
  }

  /** The decoded body; undefined where its content coding can't be undone. */
  get content(): Uint8Array | undefined {
    if (this.#content === null) this.#content = decoded(this.bytes, this.header('content-encoding') ?? '');
    return this.#content;
  }

  /** The content as UTF-8; empty where it can't be decoded. */
  get text(): string {
    this.#text ??= new TextDecoder().decode(this.content ?? new Uint8Array());
    return this.#text;
  }

  /** The content as JSON; undefined when it isn't JSON. */
  get json(): unknown {
    return parseJson(this.text);
  }

  get isOk(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** True for an HTML page, whatever its type: an app shell or an error page. */
  get looksLikeHtml(): boolean {
    return /^\s*(?:<!doctype html|<html[\s>])/i.test(this.text.slice(0, 500));
  }
}

function decoded(bytes: Uint8Array, coding: string): Uint8Array | undefined {
  const limit = { maxOutputLength: MAX_DECODED };
  try {
    switch (coding.trim().toLowerCase()) {
      case '':
      case 'identity':
        return bytes;
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, limit);
      case 'deflate':
        return inflateSync(bytes, limit);
      case 'br':
        return brotliDecompressSync(bytes, limit);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}
