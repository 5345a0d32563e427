/** An answer of a live site, and its headers. */

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { parseJson } from '../../core/json.js';
import { type Fields, fieldValues } from '../../documents/signing/signature-base.js';

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

  /** The content, or what is in it if it's a compressed file itself, such as `sitemap.xml.gz`. */
  get unpacked(): Uint8Array | undefined {
    const { content } = this;
    return (content?.[0] === 0x1f && content[1] === 0x8b ? decoded(content, 'gzip') : undefined) ?? content;
  }

  /** What `unpacked` is as UTF-8; empty where it can't be decoded. */
  get text(): string {
    this.#text ??= new TextDecoder().decode(this.unpacked ?? new Uint8Array());
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

/** One request, without the headers of the connection. */
export interface FetchRequest {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST';
  /** Absolute, http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What a `POST` sends. */
  readonly body?: string;
  readonly timeoutMs: number;
  /** Bytes of the body that are kept. */
  readonly keepBytes: number;
  /** Bytes after which the body is truncated. */
  readonly maxBytes: number;
}

/** Where a request failed before there was an answer. */
export type FailureKind = 'dns' | 'connection' | 'tls' | 'timeout' | 'protocol' | 'redirects';

/** Why a request got no response. */
export interface Failure {
  readonly kind: FailureKind;
  /** One sentence without full stop. */
  readonly message: string;
}

/** An answer as received. */
export interface RawAnswer {
  readonly status: number;
  readonly fields: Fields;
  /** The first `keepBytes` of the body, compressed if it was sent so. */
  readonly bytes: Uint8Array;
  /** Bytes that were received; more than are kept for a large body. */
  readonly size: number;
  /** True when the body is longer than `maxBytes`. */
  readonly isCut: boolean;
}

/** The result of a request. */
export type FetchReply =
  | { readonly answer: RawAnswer; readonly failure?: undefined }
  | { readonly failure: Failure; readonly answer?: undefined };

/**
 * Sends one request without following redirects. It never throws: every fault is a `Failure`.
 * The only access of `verify` to the network; tests pass in their own.
 */
export type FetchPort = (fetchRequest: FetchRequest) => Promise<FetchReply>;

/** One link of a `Link` header or of the head of a page. */
export interface FoundLink {
  /** As written. */
  readonly href: string;
  /** Each relation in lower case. */
  readonly rels: readonly string[];
  /** Lower case; empty when absent. */
  readonly type: string;
}

const LINK = /<([^>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g;
const PARAMETER = /;\s*([^\s=;,"]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;,"]*)/g;

/**
 * The links of all `Link` fields of an answer.
 * @see https://www.rfc-editor.org/rfc/rfc8288#section-3
 */
export function parseLinks(fields: readonly string[]): readonly FoundLink[] {
  return fields.flatMap((field) =>
    [...field.matchAll(LINK)].map(([, href = '', parameters = '']) => {
      const read = new Map<string, string>();
      for (const [, name = '', value = ''] of parameters.matchAll(PARAMETER)) {
        const key = name.toLowerCase();
        // Of a repeated parameter the first counts.
        if (!read.has(key)) read.set(key, unquoted(value));
      }
      return linkOf(href, read.get('rel') ?? '', read.get('type') ?? '');
    }),
  );
}

/** A link from its three parts. */
export function linkOf(href: string, rel: string, type: string): FoundLink {
  return { href, rels: rel.toLowerCase().split(/\s+/).filter(Boolean), type: type.trim().toLowerCase() };
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}

/** A media type with its parameters, names in lower case. */
interface MediaType {
  /** `text/markdown`; empty when there is none. */
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Reads the value of `Content-Type`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
 */
export function parseMediaType(value: string | undefined): MediaType {
  const [essence = '', ...rest] = (value ?? '').match(/(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? [];
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    if (equals === -1) continue;
    parameters.set(part.slice(0, equals).trim().toLowerCase(), unquoted(part.slice(equals + 1).trim()));
  }
  return { essence: essence.trim().toLowerCase(), parameters };
}

/** True when a comma-separated list of names, such as `Vary`, contains one; `*` contains all. */
export function listsName(value: string | undefined, name: string): boolean {
  const names = (value ?? '').split(',').map((one) => one.trim().toLowerCase());
  return names.includes(name.toLowerCase()) || names.includes('*');
}
