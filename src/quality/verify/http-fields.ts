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
    const text = part.slice(equals + 1).trim();
    const plain = text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
    parameters.set(part.slice(0, equals).trim().toLowerCase(), plain);
  }
  return { essence: essence.trim().toLowerCase(), parameters };
}

/** True when a comma-separated list of names, such as `Vary`, contains one; `*` contains all. */
export function listsName(value: string | undefined, name: string): boolean {
  const names = (value ?? '').split(',').map((one) => one.trim().toLowerCase());
  return names.includes(name.toLowerCase()) || names.includes('*');
}
