import { posix } from 'node:path';
import { literalPlaces } from '../../content/body/markdown/v-pre.js';
import { attempt } from '../../core/attempt.js';
import { replaceInProse } from '../../core/prose.js';
import { UNRESOLVED } from '../../core/unresolved.js';
import { encodePath } from '../names.js';
import type { RawEntry, RawSite } from '../port.js';
import type { FolderFacts } from './folder-facts.js';
import { baseOf, contentPath, type Layout } from './layout.js';

/**
 * The addresses of a folder's pages, by the many names under which files refer to each other; `UNRESOLVED` for
 * pages that are not public.
 */
export interface AddressTable {
  /** By path from the source's root or from a content base, with extension. */
  byPath(path: string): string | undefined;
  /** By path without extension; a folder has the address of its index or README. */
  byName(path: string): string | undefined;
  /** By path without extension from a content base, in any case: Hugo's names are in lower case, its files may not be. */
  byFoldedName(path: string): string | undefined;
  /** Jekyll's `post_url`: by a name with its date, without extension. */
  byPostName(name: string): string | undefined;
  /** Hugo's `ref`: by path without extension, or by file name alone. */
  byReference(reference: string): string | undefined;
}

/** The data for resolving the references of one file. */
export interface ReferenceContext {
  readonly folder: FolderFacts;
  readonly siteTitle: string;
  readonly siteDescription: string;
  /** Scheme and host of the site as its configuration states them; empty when it does not. */
  readonly siteOrigin: string;
  /** The folder of the site (`/blog`); empty at the top of its host. */
  readonly basePath: string;
  /** Where a file of the source appears below the site. */
  sitePath(path: string): string;
  /** The folder of content that a file is in: links may begin there. */
  contentFolder(path: string): string;
}

/** The data for resolving references that is the same for a whole folder: the site's name and address. */
export function referenceContext(folder: FolderFacts, site: RawSite, layout: Layout): ReferenceContext {
  const base = site.baseUrl === undefined ? undefined : new URL(site.baseUrl);
  return {
    folder,
    siteTitle: site.title ?? '',
    siteDescription: site.description ?? '',
    siteOrigin: base?.origin ?? '',
    basePath: (base?.pathname ?? '').replace(/\/+$/, ''),
    sitePath: (path) => contentPath(path, layout),
    contentFolder: (path) => baseOf(path, layout)?.folder ?? '',
  };
}

const REFERENCE = new RegExp(
  [
    String.raw`\{%-?\s*(link|post_url)\s+([^%]*?)\s*-?%\}`,
    String.raw`\{\{[<%]\s*(?:rel)?ref\s+(?:path\s*=\s*)?["']?([^"'\s>%]+)["']?[^>%]{0,200}[>%]\}\}`,
    String.raw`\{\{-?\s*(\$?(?:page|frontmatter)\.(?:title|description)|site\.\w+|title)\s*(?:\|\s*(?:escape|xml_escape|strip)\s*)*-?\}\}`,
    String.raw`\{\{-?\s*["'](/[^"'{}]*)["']\s*\|\s*(?:relative_url|absolute_url|url)\s*-?\}\}`,
    String.raw`(\]\(\s*<)([^<>\n{}]+)(?=>)`,
    String.raw`(^ {0,3}\[[^\]\n]+\]:\s*<)([^<>\n{}]+)(?=>)`,
    String.raw`(\]\(\s*)((?:[^()\s<>{}]|\([^()\s]*\))+)`,
    String.raw`(^ {0,3}\[[^\]\n]+\]:[ \t]*(?:\n[ \t]+)?)([^\s<>{}]+)`,
    String.raw`(\s(?:href|src|poster)=["'])([^"'{}]+)(?=["'])`,
  ].join('|'),
  'gm',
);

/** Words that a value inserts into Markdown must not become marks in it. */
function asText(value: string, format: RawEntry['format']): string {
  return format === 'markdown'
    ? value.replace(/[\\`*_{}[\]<>()#|~$]/g, '\\$&')
    : value.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

/** The value that a template prints for a name; undefined for names that only the generator knows. */
function knownValue(name: string, entry: RawEntry, context: ReferenceContext): string | undefined {
  const { siteTitle, siteDescription, siteOrigin, basePath } = context;
  const values: Readonly<Record<string, string>> = {
    title: asText(entry.title, entry.format),
    'page.title': asText(entry.title, entry.format),
    'page.description': asText(entry.description ?? '', entry.format),
    '$frontmatter.title': asText(entry.title, entry.format),
    '$frontmatter.description': asText(entry.description ?? '', entry.format),
    'site.title': asText(siteTitle, entry.format),
    'site.description': asText(siteDescription, entry.format),
    'site.url': siteOrigin,
    'site.baseurl': basePath,
  };
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** A relative address in a link: another page's, or a file's below the root; else undefined. */
function resolveRelative(written: string, entry: RawEntry, context: ReferenceContext): string | undefined {
  // Docusaurus takes such a link for that of a file, whatever its name is.
  if (written.startsWith('pathname:///')) {
    const file = written.slice('pathname://'.length);
    return resolveRelative(file, entry, context) ?? file;
  }
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(written)) return undefined;
  const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(written) ?? [];
  const decoded = decodePath(withoutEscapes(path));
  if (decoded === undefined || decoded === '') return undefined;
  const folder = posix.dirname(entry.key);
  // `@/` is Zola's folder of content, `@site/` is Docusaurus's project.
  const fromTop = /^(?:@|@site)?\/(.*)/s.exec(decoded)?.[1];
  const target = fromTop ?? posix.join(folder, decoded);
  if (target.startsWith('..')) return undefined;
  if (/\.(?:mdx?|mdoc|markdown|html?)$/i.test(target)) {
    const table = context.folder.table();
    const inner = posix.join(context.contentFolder(entry.key), fromTop ?? decoded);
    // The generator may have written it without the ending.
    const [stem = ''] = /\.html?$/i.test(target) ? target.split(/\.html?$/i) : [];
    const url = table.byPath(target) ?? table.byPath(inner) ?? (stem === '' ? undefined : table.byName(stem));
    return withSuffix(url, suffix, context);
  }
  if (!/\.\w+$/.test(target)) return withSuffix(namedPage(decoded, fromTop, entry, context), suffix, context);
  // A file next to the page: generators copy it to the same place below the site. In a bundle (`index.md`) the
  // relative address is right already.
  const isFile = fromTop === undefined && /\.\w{2,5}$/.test(target) && !/(?:^|\/)_?index\./.test(entry.key);
  return isFile && context.folder.hasFile(target)
    ? `${context.basePath}/${encodePath(context.sitePath(target))}${suffix}`
    : undefined;
}

/**
 * The page that a name without extension means in the folder of the file (`guide/`, `../rope`), as hosts of repositories
 * read it, or from the top of the content, as Hugo does. If the name is right as an address, it is left alone.
 * @param fromTop the name below the top of the site, where it begins there
 */
function namedPage(
  name: string,
  fromTop: string | undefined,
  { key, url = '' }: RawEntry,
  { folder }: ReferenceContext,
) {
  const table = folder.table();
  if (fromTop !== undefined) {
    const found = table.byFoldedName(fromTop);
    return found !== undefined && isSameButCase(found, `/${fromTop}`) ? found : undefined;
  }
  // Not every generator makes a README the page of its folder.
  const isIndex =
    /(?:^|\/)_?index\.\w+$/i.test(key) || (/(?:^|\/)readme\.\w+$/i.test(key) && !/readme/i.test(url));
  const below = isIndex ? posix.dirname(key) : key.replace(/\.\w+$/, '');
  if (table.byName(posix.join(below, name)) !== undefined) return undefined;
  const near = table.byName(posix.join(posix.dirname(key), name));
  return near ?? (/^\w.*\//.test(name) ? table.byFoldedName(name) : undefined);
}

function isSameButCase(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => decodePath(path)?.replace(/\/+$/, ''));
  return a !== b && a?.toLowerCase() === b?.toLowerCase();
}

/** Nothing comes before or after the placeholder for a page that must not be named. */
function withSuffix(
  url: string | undefined,
  suffix: string,
  { basePath }: ReferenceContext,
): string | undefined {
  if (url === undefined || url === UNRESOLVED) return url;
  return (url.startsWith('/') ? basePath : '') + url + suffix;
}

/** A target after Markdown's unescaping of backslashes and references. */
function withoutEscapes(path: string): string {
  return path.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}

function decodePath(path: string): string | undefined {
  return attempt(() => decodeURIComponent(path));
}

/** `link` and `post_url`; the folder of the site is not repeated after `site.baseurl`. */
function resolveTag(
  tag: string,
  target: string,
  before: string,
  context: ReferenceContext,
): string | undefined {
  const name = target.replace(/^["']|["']$/g, '').replace(/^\/+/, '');
  const table = context.folder.table();
  const url =
    tag === 'post_url' ? table.byPostName(name.replace(/\.(?:md|markdown|html)$/, '')) : table.byPath(name);
  const isPrefixed = context.basePath !== '' && before.endsWith(context.basePath);
  return isPrefixed ? url : withSuffix(url, '', context);
}

/**
 * Resolves references that depend on the folder as a whole, outside code: Jekyll's `link` and `post_url`, Hugo's
 * `ref` and `relref`, links to other content files, images next to the page, and the title and description of page
 * and site. Unresolved ones stay as written, for the renderer.
 */
export function resolveReferences(entry: RawEntry, context: ReferenceContext): string {
  if (!/\{%-?\s*(?:link|post_url)|\{\{|\]\(|\]:|(?:href|src|poster)=/.test(entry.body)) return entry.body;
  const isLiteral = literalPlaces(entry.body);
  const resolved = new Map<string, string | undefined>();
  return replaceInProse(entry.body, new RegExp(REFERENCE), (match, _text, before) => {
    const end = match.index + match[0].length;
    const [, tag, target = '', ref, name, literal, ...addresses] = match;
    if (tag !== undefined) return replaced(resolveTag(tag, target, before, context), end);
    if (ref !== undefined) return replaced(hugoReference(ref, entry, context), end);
    if (name !== undefined)
      return isLiteral(match.index) ? undefined : replaced(knownValue(name, entry, context), end);
    if (literal !== undefined) return { text: context.basePath + literal, end };
    const at = addresses.findIndex((part) => part !== undefined);
    const [lead = '', written = ''] = addresses.slice(at, at + 2);
    if (!resolved.has(written)) resolved.set(written, resolveRelative(written, entry, context));
    const url = resolved.get(written);
    return url === undefined ? undefined : { text: lead + url, end };
  });
}

/** The address of a page's image, where it is a file next to the page. */
export function resolveImage(image: string, entry: RawEntry, context: ReferenceContext): string {
  return resolveRelative(image, entry, context) ?? image;
}

function replaced(text: string | undefined, end: number): { text: string; end: number } | undefined {
  return text === undefined ? undefined : { text, end };
}

function hugoReference(written: string, entry: RawEntry, context: ReferenceContext): string | undefined {
  const [, path = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(written) ?? [];
  if (path === '') return fragment || undefined;
  const table = context.folder.table();
  const near = posix.join(posix.dirname(entry.key), path);
  const url =
    (path.startsWith('/') ? undefined : table.byReference(near)) ??
    table.byReference(path.replace(/^\/+/, ''));
  return withSuffix(url, fragment, context);
}
