import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { isRobotsName, saysNoindex } from '../../content/html/robots.js';
import { type HtmlToken, htmlTokens } from '../../content/html/tokens.js';
import { isJsonLd } from '../../core/net/media-type.js';
import type { PageHead } from './missing-tags.js';

/** A tag of a page's head that may be replaced. */
interface FoundTag {
  readonly start: number;
  readonly end: number;
  /** Decoded text of a title or content of a meta. */
  readonly text: string;
}

/** The contents of an HTML page, and where something may be added. Offsets are bytes. */
export interface PageScan {
  /** Where head tags may be inserted. */
  readonly headEnd: number;
  /** Where the content of the body begins; undefined for framesets and texts that end before it. */
  readonly bodyStart: number | undefined;
  readonly head: PageHead;
  readonly title: FoundTag | undefined;
  readonly descriptions: readonly FoundTag[];
  /** True when a robots tag keeps it out of search engines. */
  readonly isNoindex: boolean;
  /** True for a page that immediately forwards its readers. */
  readonly isRedirect: boolean;
  readonly isUtf8: boolean;
}

const VOID_HEAD = new Set(['base', 'basefont', 'bgsound', 'link', 'meta']);
const RAW_HEAD = new Set(['title', 'style', 'script', 'noframes', 'noscript']);
const BOM = '\u00ef\u00bb\u00bf';

/**
 * Reads a page up to its body, as a browser would build it: missing tags are implied, and anything that does not
 * belong in a head ends it.
 * @param text the bytes of the page, read as Latin-1, so that offsets are bytes
 * @see https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode
 */
export function scanPage(text: string): PageScan {
  const reader = new HeadReader(text);
  reader.read();
  return reader.result();
}

class HeadReader {
  readonly #start: number;
  #phase: 'before' | 'head' | 'after' = 'before';
  /** After the last part of the head. */
  #point: number;
  #headEnd: number | undefined;
  #bodyStart: number | undefined;
  #title: FoundTag | undefined;
  #templates = 0;
  #isCutOff = false;
  readonly #metas: { name: string; property: string; content: string }[] = [];
  readonly #descriptions: FoundTag[] = [];
  readonly #links: { rels: readonly string[]; type: string; hreflang: string }[] = [];
  readonly #json: string[] = [];
  #charset = '';
  #refresh = false;

  constructor(private readonly text: string) {
    this.#start = text.startsWith(BOM) ? BOM.length : 0;
    this.#point = this.#start;
  }

  read(): void {
    for (const token of htmlTokens(this.text, this.#start)) {
      if (this.#take(token) === 'end') return;
    }
    // Unclosed tags, templates and raw text swallow whatever would be added after them.
    if (!this.#isCutOff && this.#templates === 0 && !this.#endsInsideTag())
      this.#bodyStart = this.text.length;
  }

  result(): PageScan {
    const types = new Set(this.#json.flatMap(typesOf));
    for (const type of bodyTypes(this.text, this.#bodyStart)) types.add(type);
    const robots = [
      ...this.#metas.filter(({ name }) => isRobotsName(name)).map(({ content }) => content),
      ...bodyRobots(this.text, this.#bodyStart),
    ];
    return {
      headEnd: this.#headEnd ?? this.#point,
      bodyStart: this.#bodyStart,
      head: { title: this.#title?.text, metas: this.#metas, links: this.#links, types },
      title: this.#title,
      descriptions: this.#descriptions,
      isNoindex: robots.some(saysNoindex),
      isRedirect: this.#refresh,
      isUtf8: this.#start > 0 || /^utf-?8$/i.test(this.#charset),
    };
  }

  #endsInsideTag(): boolean {
    const last = this.text.lastIndexOf('<');
    return last !== -1 && /^<(?:[a-z]|\/[a-z])[^>]*$/i.test(this.text.slice(last));
  }

  #take(token: HtmlToken): 'end' | undefined {
    if (this.#templates > 0) return this.#insideTemplate(token);
    switch (token.kind) {
      case 'text': {
        const ink = /[^\t\n\f\r ]/.exec(this.text.slice(token.start, token.end));
        return ink === null ? undefined : this.#beginBody(token.start + ink.index);
      }
      case 'comment':
      case 'doctype':
        if (this.#phase === 'before') this.#point = token.end;
        return undefined;
      case 'start':
        return this.#startTag(token);
      case 'end':
        return this.#endTag(token);
    }
  }

  #startTag(token: HtmlToken): 'end' | undefined {
    const { name, end, start, raw } = token;
    if (name === 'html' || name === 'head') {
      if (this.#phase === 'before') this.#point = end;
      if (name === 'head' && this.#phase === 'before') this.#phase = 'head';
      return undefined;
    }
    if (name === 'template') {
      this.#templates = 1;
      return undefined;
    }
    if (VOID_HEAD.has(name)) {
      this.#note(token);
      this.#grow(end);
      return undefined;
    }
    if (RAW_HEAD.has(name) && !(name === 'noscript' && this.#phase === 'after')) {
      if (raw === false) this.#isCutOff = true;
      else this.#note(token);
      return undefined;
    }
    if (name === 'body') return this.#beginBody(end);
    if (name === 'frameset') return 'end';
    return this.#beginBody(start);
  }

  #endTag({ name, start, end }: HtmlToken): 'end' | undefined {
    if (name === 'head') {
      if (this.#phase !== 'after') this.#headEnd = start;
      this.#phase = 'after';
    } else if (RAW_HEAD.has(name)) this.#grow(end);
    else if (name === 'body' || name === 'html' || name === 'br') return this.#beginBody(start);
    return undefined;
  }

  #insideTemplate({ kind, name, end, raw }: HtmlToken): undefined {
    if (raw === false) this.#isCutOff = true;
    if (name !== 'template') return;
    if (kind === 'start') this.#templates += 1;
    if (kind === 'end') this.#templates -= 1;
    if (this.#templates === 0) this.#grow(end);
  }

  #grow(end: number): void {
    if (this.#phase === 'after') return;
    this.#phase = 'head';
    this.#point = end;
  }

  #beginBody(at: number): 'end' {
    // A frameset may still replace an empty body.
    if (!/<frameset[\s/>]/i.test(this.text.slice(at))) this.#bodyStart = at;
    return 'end';
  }

  #note({ name, attributes = new Map(), raw, start }: HtmlToken): void {
    const get = (key: string) => decodeHTMLAttribute(decodeBytes(attributes.get(key) ?? ''));
    if (name === 'link') {
      const rels = get('rel').toLowerCase().split(/\s+/).filter(Boolean);
      this.#links.push({ rels, type: get('type').trim().toLowerCase(), hreflang: get('hreflang').trim() });
    } else if (name === 'meta') this.#noteMeta(get, { start, end: this.#tagEnd(start) });
    else if (raw && name === 'title' && this.#title === undefined) {
      const text = decodeHTML(decodeBytes(this.text.slice(raw.start, raw.end)));
      this.#title = { start, end: this.#tagEnd(raw.end), text: text.replace(/\s+/g, ' ').trim() };
    } else if (raw && name === 'script' && isJsonLd(get('type'))) {
      this.#json.push(decodeBytes(this.text.slice(raw.start, raw.end)));
    }
  }

  #noteMeta(get: (key: string) => string, place: { start: number; end: number }): void {
    const name = get('name').trim().toLowerCase();
    const content = get('content').trim();
    this.#metas.push({ name, property: get('property').trim().toLowerCase(), content });
    if (name === 'description') this.#descriptions.push({ ...place, text: content });
    const httpEquiv = get('http-equiv').trim().toLowerCase();
    const declared =
      httpEquiv === 'content-type' ? (/charset\s*=\s*["']?([^\s"';]+)/i.exec(content)?.[1] ?? '') : '';
    this.#charset ||= get('charset').trim() || declared;
    if (httpEquiv === 'refresh' && /^\s*\d+(?:\.\d*)?\s*[;,]\s*\S/.test(content)) this.#refresh = true;
  }

  /** The end of the tag that begins at some place. */
  #tagEnd(start: number): number {
    for (const { end } of htmlTokens(this.text, start)) return end;
    return this.text.length;
  }
}

/** Text that was read as Latin-1: UTF-8 where its bytes are valid UTF-8. */
function decodeBytes(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/** Structured data occurs in bodies as well. */
function* bodyTypes(text: string, bodyStart: number | undefined): Iterable<string> {
  if (bodyStart === undefined || !/application\/ld\+json/i.test(text.slice(bodyStart))) return;
  for (const { name, attributes, raw } of htmlTokens(text, bodyStart)) {
    if (name !== 'script' || !raw || !isJsonLd(attributes?.get('type') ?? '')) continue;
    yield* typesOf(decodeBytes(text.slice(raw.start, raw.end)));
  }
}

/** Search engines also obey a robots tag in a body, where a broken head leaves it. */
function* bodyRobots(text: string, bodyStart: number | undefined): Iterable<string> {
  if (bodyStart === undefined || !/<meta[^>]+\bname\b/i.test(text.slice(bodyStart))) return;
  for (const { kind, name, attributes } of htmlTokens(text, bodyStart)) {
    const tagName = attributes?.get('name')?.trim().toLowerCase() ?? '';
    if (kind === 'start' && name === 'meta' && isRobotsName(tagName)) yield attributes?.get('content') ?? '';
  }
}

/** The types of the things that a JSON-LD text describes; none for invalid JSON. */
function typesOf(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    return [value]
      .flat()
      .flatMap(nodesOf)
      .flatMap((node) => [node['@type']].flat().map(String));
  } catch {
    return [];
  }
}

function nodesOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Readonly<Record<string, unknown>>;
  const graph = node['@graph'];
  return [...('@type' in node ? [node] : []), ...(Array.isArray(graph) ? graph.flatMap(nodesOf) : [])];
}
