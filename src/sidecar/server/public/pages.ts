/** Finds the file of a page, of a twin, or of the site itself, for a public request. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { escapeHtml } from '../../../content/html/escape.js';
import { contentTypeOf } from '../../../core/media-types.js';
import { memoisedByObject } from '../../../core/memoised.js';
import { basePathOf } from '../../../core/paths.js';
import { Warnings } from '../../../core/warnings.js';
import { byImportance, twinPath } from '../../../documents/addresses.js';
import { NOT_FOUND_HEADERS, profileHeaders, varyOf } from '../../../documents/headers.js';
import type { LiveContent } from '../../../documents/live-content.js';
import { NO_HOME_PAGE } from '../../../documents/no-home-page.js';
import { formatLink, linkHeaders, pageHeaders, usageHeaders } from '../../../documents/page-head/links.js';
import { PAGE_FILE_ENDING } from '../../../site/page-file.js';
import type { IndexEntry } from '../../../site/site.js';
import { type HostMarks, readHostRules } from '../../../sources/html/host-rules/host-rules.js';
import { type FileResult, type FoundFile, fileVersion, findFile, findWellKnown } from '../find-file.js';
import { bodyAnswer, type Fields, fileAnswer, MAX_HELD, partialAnswer, textAnswer } from './answer.js';
import { documentBody, type RenderedDocument } from './documents.js';
import type { Snapshot } from './public-site.js';
import type { Variant } from './variant.js';

const PAGE_FILE = new RegExp(PAGE_FILE_ENDING, 'i');

/**
 * Returns the folders to search for files of the site; the first match wins. Real files, including those added after
 * the build, take precedence over files that a build wrote or copied.
 */
export function rootsOf({ content: { out, own, publicDir } }: Snapshot): readonly string[] {
  const others = own.filter((folder) => folder !== publicDir);
  return publicDir === undefined ? [out, ...others] : [publicDir, out, ...others];
}

/**
 * Finds a real file at the address of a document that was built before the file was added.
 * @param path below the base, decoded
 */
export function addedFile({ content, documents: { ctx } }: Snapshot, path: string): FoundFile | undefined {
  // The built robots.txt already includes the site's own one.
  if (content.publicDir === undefined || (path === '/robots.txt' && ctx.robotsBase !== undefined))
    return undefined;
  const found = path.startsWith('/.well-known/')
    ? findWellKnown([content.publicDir], path)
    : findFile([content.publicDir], path);
  return found?.kind === 'file' ? found : undefined;
}

/** Returns where a real file would replace the current answer: absolute paths that have no file. */
export function freePlaces({ content: { publicDir } }: Snapshot, path: string): readonly string[] {
  if (publicDir === undefined) return [];
  const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`];
  return names.map((name) => join(publicDir, name)).filter((place) => fileVersion(place) === undefined);
}

/** Finds the file of a page, or any other file of the site. */
export function findPage(snapshot: Snapshot, path: string): FileResult {
  const found = findFile(rootsOf(snapshot), path);
  const isMissing = found.kind === 'file' && (isHidden(snapshot, found) || isClosed(snapshot, found, path));
  return isMissing ? { kind: 'missing' } : found;
}

/** What the host lets readers see, by folders of the site. */
const hostMarksIn = memoisedByObject((_snapshot: Snapshot) => new Map<string, HostMarks>());

/** Checks whether the site's host asks for a password, or refuses the file to everyone: its rules aren't ours to lift. */
function isClosed(snapshot: Snapshot, { root, file }: FoundFile, path: string): boolean {
  const { content, documents } = snapshot;
  if (root === content.out && root !== content.publicDir) return false;
  const known = hostMarksIn(snapshot);
  const folder = join(root, dirname(file));
  const basePath = new URL(documents.ctx.site.baseUrl).pathname.replace(/\/$/, '');
  const marks =
    known.get(folder) ?? readHostRules({ root, files: [file], basePath, warnings: new Warnings() });
  known.set(folder, marks);
  return marks(file, path).some(({ about }) => about === 'protected');
}

/**
 * Checks whether a file is hidden. A file that a build wrote for an address of the table is only that document: while
 * the document is switched off, the file doesn't count.
 */
function isHidden(
  { made, routes, content, documents: { ctx } }: Snapshot,
  { file, root }: FoundFile,
): boolean {
  if (root !== content.out || ctx.files.has(`/${file}`)) return false;
  const route = routes.find(`/${file}`);
  return made.has(file) || route === 'absent' || route?.row.perEntry === true;
}

/** Returns the answer for a file of the site. */
export async function fileOfSite(
  snapshot: Snapshot,
  found: FoundFile,
  path: string,
): Promise<RenderedDocument> {
  const { path: file, seen } = found;
  const type = { 'Content-Type': contentTypeOf(found.file) };
  const fields = isHtml(found) ? { ...type, ...pageFields(snapshot, path) } : type;
  const answer =
    seen.size > MAX_HELD ? fileAnswer(200, fields, seen) : bodyAnswer(200, fields, await readFile(file));
  return {
    answer: isHtml(found) ? answer : partialAnswer(answer, answer.body?.length ?? seen.size),
    file: seen,
  };
}

/** Checks whether a file is a page, which has the headers of pages and may be requested as Markdown. */
export function isHtml({ file }: Pick<FoundFile, 'file'>): boolean {
  return PAGE_FILE.test(file);
}

function pageFields(snapshot: Snapshot, path: string): Fields {
  const { ctx } = snapshot.documents;
  return {
    ...pageHeaders(ctx),
    Vary: varyOf(ctx.settings),
    Link: linkHeaders(ctx, snapshot.entryAt(path)).map(formatLink),
  };
}

/**
 * Returns the Markdown of a page: the twin of an entry; the index for the home page, search and lists of entries.
 * @param path below the base, decoded
 * @returns undefined for a page without Markdown
 */
export async function markdownOfPage(
  snapshot: Snapshot,
  path: string,
  now: number,
): Promise<RenderedDocument | undefined> {
  const { ctx } = snapshot.documents;
  if (!ctx.served('markdown')) return undefined;
  const entry = snapshot.entryAt(path);
  const isIndex = path === '/' || path === '/index.html' || (entry === undefined && snapshot.isArchive(path));
  const address = isIndex ? '/index.md' : twinAddress(entry);
  const route = address === undefined ? undefined : snapshot.routes.find(address);
  if (route === undefined || route === 'absent') return undefined;
  const body = await documentBody(snapshot, route, now);
  if (body === undefined) return undefined;
  const fields = {
    ...profileHeaders('markdown', 'text/markdown', ctx.settings),
    Vary: varyOf(ctx.settings),
    ...usageHeaders(ctx),
    Link: linkHeaders(ctx, isIndex ? undefined : entry).map(formatLink),
  };
  return { answer: bodyAnswer(200, fields, body.bytes), file: body.file };
}

function twinAddress(entry: IndexEntry | undefined): string | undefined {
  return entry === undefined || entry.twin === '' ? undefined : `/${entry.twin}`;
}

/**
 * Returns the answer for an address that doesn't exist: the site's own 404 page, never its home page.
 * @param variant `soft` for a client that benefits more from a pointer to the index than from an error
 */
export async function missingPage(
  snapshot: Snapshot,
  path: string,
  variant: Variant,
): Promise<RenderedDocument> {
  const { ctx } = snapshot.documents;
  // Readers never request these.
  if (isHiddenPath(path)) return missingDocument();
  const fields = {
    ...pageHeaders(ctx),
    Vary: varyOf(ctx.settings),
    Link: linkHeaders(ctx).map(formatLink),
    ...NOT_FOUND_HEADERS,
  };
  const isSoft = ctx.settings.soft_404_markdown && ctx.served('markdown');
  if (isSoft && (variant === 'soft' || variant === 'markdown')) {
    const type = { 'Content-Type': 'text/markdown; charset=UTF-8' };
    const body = Buffer.from(missingText(snapshot), 'utf8');
    return { answer: bodyAnswer(variant === 'soft' ? 200 : 404, { ...type, ...fields }, body) };
  }
  const page = findFile(rootsOf(snapshot), '/404.html');
  if (page.kind !== 'file') return { answer: textAnswer(404, 'Not found\n', fields) };
  const type = { 'Content-Type': 'text/html; charset=UTF-8' };
  return { answer: bodyAnswer(404, { ...type, ...fields }, await readFile(page.path)) };
}

function isHiddenPath(path: string): boolean {
  return /\/\.(?!well-known(?:\/|$)|md$)/.test(path);
}

function missingText({ documents: { ctx } }: Snapshot): string {
  const index = ctx.isAvailable('llms') ? ctx.urlOf('llms') : ctx.urlOf('index-markdown');
  return `# Page not found\n\nThere is no page at this address. All pages of this site are listed in <${index}>.\n`;
}

/** Returns the name of a folder that lacks files of the last build; undefined while all of them are in place. */
export function missingFolder({ needed, out }: Pick<LiveContent, 'needed' | 'out'>): string | undefined {
  const missing = needed.find((path) => !existsSync(path));
  return missing && basename(dirname(missing) === out ? out : missing);
}

/** Returns the answer while files of the last build are missing: a 404 would tell readers that pages are gone. */
export function withoutFiles(): RenderedDocument {
  return {
    answer: textAnswer(503, 'Files of this site are missing\n', { ...NOT_FOUND_HEADERS, 'Retry-After': '5' }),
  };
}

/** Returns the answer for a missing document. */
export function missingDocument(): RenderedDocument {
  return { answer: textAnswer(404, 'Not found\n', NOT_FOUND_HEADERS) };
}

/** Maximum number of listed twins; the lists name the rest. */
const MAX_TWINS = 1000;

const STYLE = `
:root { background: Canvas; color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 50rem; padding: 1rem; overflow-wrap: anywhere }
`;

/**
 * Renders the page at `/` of a site without a home page: a plain list of everything that is served here, for people
 * who check whether it works.
 */
export function fallbackHomePage(snapshot: Snapshot): RenderedDocument {
  const { ctx } = snapshot.documents;
  const { lang, name, home, description } = ctx.site;
  const title = escapeHtml(name || home);
  const html = `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${description === '' ? '' : `<p>${escapeHtml(description)}</p>\n`}<p>${NO_HOME_PAGE} These pages and documents are served for software agents.</p>
${section('Pages as Markdown', twinLinks(snapshot))}${section('Documents', documentLinks(snapshot))}<h2>For the owner</h2>
<p>To serve pages for people too, set <code>siteDir</code> to the folder of your built site, or <code>html</code> to
<code>render</code>. Score, settings and accounts are at <a href="${escapeHtml(basePathOf(ctx.site.baseUrl))}/svc/">/svc/</a>.</p>
</main>
</body>
</html>
`;
  const fields = {
    'Content-Type': 'text/html; charset=UTF-8',
    ...pageHeaders(ctx),
    Vary: varyOf(ctx.settings),
    Link: linkHeaders(ctx).map(formatLink),
  };
  return { answer: bodyAnswer(200, fields, Buffer.from(html, 'utf8')) };
}

function section(heading: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h2>${heading}</h2>\n<ul>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</ul>\n`;
}

function documentLinks({ routes, documents: { ctx } }: Snapshot): readonly string[] {
  const base = basePathOf(ctx.site.baseUrl);
  return [...routes.list()].map(
    ({ row, instance: { path } }) =>
      `<a href="${escapeHtml(base + path)}">${escapeHtml(path)}</a>: ${escapeHtml(row.summary.replaceAll('`', ''))}`,
  );
}

function twinLinks({ documents: { ctx } }: Snapshot): readonly string[] {
  if (!ctx.served('markdown')) return [];
  const base = basePathOf(ctx.site.baseUrl);
  return [...ctx.entries]
    .filter(({ twin }) => twin !== '')
    .sort(byImportance)
    .slice(0, MAX_TWINS)
    .map(
      (entry) =>
        `<a href="${escapeHtml(base + twinPath(entry))}">${escapeHtml(entry.title || entry.path)}</a>`,
    );
}
