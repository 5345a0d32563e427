import { isObject, listOf, objectOf, textOf } from '../../../core/json.js';
import { decodePercent } from '../../../core/percent.js';
import { parseRobots } from '../../../core/robots-rules.js';
import { escapeRegExp } from '../../../core/text.js';
import { type Document, escapePointer, markdownLinks, pointerParts, textsWithPlaces } from '../document.js';
import { resolveUrl } from '../resolve-url.js';
import { DISCOVERY_FILE, type RawFinding, type Rule, type Subject } from '../rule.js';

/** References inside a document have a target in it. */
export const references: Rule = {
  id: 'references',
  level: 'error',
  title: 'Every `$ref` inside a JSON document has a target in that document',
  anywhere: true,
  *checkDocument(document) {
    if (!document.isJson || !document.isWhole || document.source !== 'generated') return;
    for (const { pointer, target } of lostReferences(document.value())) {
      const message = `"${target}" has no target in this document.`;
      const fix = 'Build again; if a plugin makes the document, correct it there.';
      yield { code: 'reference-lost', file: document.file, pointer, message, fix };
    }
  },
};

interface LostReference {
  /** Of the reference itself. */
  readonly pointer: string;
  readonly target: string;
}

/**
 * References without a target. A schema inside a document is a document of its own (JSON Schema 2020-12
 * section 9.3), so that a target may be found from any value around the reference.
 */
function* lostReferences(
  value: unknown,
  pointer = '',
  around: readonly unknown[] = [],
): Iterable<LostReference> {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* lostReferences(one, `${pointer}/${index}`, around);
  } else if (isObject(value)) {
    const scopes = [...around, value];
    const target = value['$ref'];
    if (typeof target === 'string' && target.startsWith('#') && !scopes.some((one) => leadsTo(one, target))) {
      yield { pointer: `${pointer}/$ref`, target };
    }
    for (const [name, one] of Object.entries(value)) {
      yield* lostReferences(one, `${pointer}/${escapePointer(name)}`, scopes);
    }
  }
}

/** Follows a fragment with a JSON pointer (RFC 6901 section 6), or with the name of an anchor. */
function leadsTo(scope: unknown, target: string): boolean {
  const fragment = decodePercent(target.slice(1));
  if (fragment !== '' && !fragment.startsWith('/')) {
    return new RegExp(`"\\$(?:dynamicA|a)nchor":${escapeRegExp(JSON.stringify(fragment))}`).test(
      JSON.stringify(scope),
    );
  }
  let at = scope;
  for (const name of pointerParts(fragment)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = (at as Record<string, unknown>)[name];
  }
  return true;
}

/** An address that a document advertises. */
interface Advertised {
  readonly url: string;
  readonly pointer?: string;
  readonly line?: number;
}

/**
 * `sitemap` and `feed` keep the address where one would be: the one exemption from "nothing absent is advertised".
 */
const EXEMPT = ['/documents/sitemap', '/documents/feed'];

/** Nothing that is absent is advertised. */
export const links: Rule = {
  id: 'links',
  level: 'error',
  title: 'Every advertised address below the base leads to a file, or is declared to be answered elsewhere',
  *checkDocument(document, subject) {
    if (!document.isWhole || document.row.links === 'content') return;
    for (const { url, ...place } of advertised(document)) {
      if (document.file === DISCOVERY_FILE && EXEMPT.includes(place.pointer ?? '')) continue;
      const found = lostLink(url, subject, document);
      if (found !== undefined) yield { file: document.file, ...place, ...found };
    }
  },
};

/**
 * The fault of an advertised address; undefined when its target exists.
 * @param document that advertises it, where one does
 */
export function lostLink(
  url: string,
  { deployment, folder }: Subject,
  document?: Document,
): Pick<RawFinding, 'level' | 'code' | 'message' | 'fix'> | undefined {
  switch (resolveUrl(url, deployment, folder)) {
    case 'missing':
      return {
        code: 'link-lost',
        message: `There is no file at ${url}.`,
        fix: 'Build again; if a plugin advertises it, correct it there.',
      };
    case 'missing-page':
      return {
        // A page that the service does not render may come from elsewhere, which is unknown here.
        level: deployment.pages === 'all' && document?.row.links === 'pages' ? 'error' : 'warning',
        code: 'page-lost',
        message: `The page ${url} isn't in the folder.`,
        fix: 'Make sure that the site has this page, or correct the address where it comes from.',
      };
    case 'bad':
      return { code: 'link-malformed', message: `"${url}" isn't an absolute address.` };
    default:
      return undefined;
  }
}

function advertised(document: Document): Iterable<Advertised> {
  switch (document.row.id) {
    case 'robots':
      return robotsLinks(document.text());
    case 'changes':
      return feedLinks(document.value());
    case 'openapi':
      return openapiLinks(document.value());
    default:
      if (document.isJson) return jsonLinks(document.value());
      return isText(document) ? markdownLinks(document.text()) : [];
  }
}

function isText({ row }: Document): boolean {
  return row.contentType === 'text/markdown' || row.id.startsWith('llms');
}

/** Members that hold words: a name that looks like an address is not a link. */
const WORDS = new Set([
  ...['about', 'audience', 'description', 'displayName', 'name', 'not_description', 'organization'],
  ...['preferred_languages', 'representativeQueries', 'resource_name', 'role', 'tags', 'title'],
]);

/** Every text that is an address, except examples in descriptions. */
function* jsonLinks(value: unknown): Iterable<Advertised> {
  for (const { pointer, key, text } of textsWithPlaces(value)) {
    if (!/^https?:\/\//i.test(text) || /\s/.test(text) || WORDS.has(key)) continue;
    // JSON Schemas of tools name types, not documents.
    if (/\/(?:inputSchema|outputSchema)\//.test(pointer)) continue;
    yield { url: text, pointer };
  }
}

function* robotsLinks(text: string): Iterable<Advertised> {
  for (const [index, { key, value }] of parseRobots(text).entries()) {
    if (key === 'sitemap' || key === 'agentmap') yield { url: value, line: index + 1 };
  }
}

/** A tombstone names an address that is gone on purpose. */
function* feedLinks(value: unknown): Iterable<Advertised> {
  for (const [index, item] of listOf(objectOf(value)['items']).entries()) {
    const { action } = objectOf(item);
    if (action === 'deleted') continue;
    for (const { text, pointer, key } of textsWithPlaces(item)) {
      if (['url', 'markdown', 'href'].includes(key))
        yield { url: text, pointer: `/items/${index}${pointer}` };
    }
  }
}

/** The addresses of operations without parameters, below the first server. */
function* openapiLinks(value: unknown): Iterable<Advertised> {
  const { servers, paths } = objectOf(value);
  const base = textOf(objectOf(listOf(servers)[0])['url']).replace(/\/+$/, '');
  if (base !== '') yield { url: `${base}/`, pointer: '/servers/0/url' };
  for (const path of Object.keys(objectOf(paths))) {
    if (path.includes('{')) continue;
    yield { url: base + path, pointer: `/paths/${escapePointer(path)}` };
  }
}
