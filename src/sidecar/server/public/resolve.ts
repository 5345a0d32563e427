import { formatUtcOffset } from '../../../core/dates.js';
import { memoisedByObject } from '../../../core/memoised.js';
import { encodeSegments } from '../../../core/percent.js';
import { parseSince, selectChanges } from '../../../documents/changes.js';
import { compactJson, type DocumentContext } from '../../../documents/document-row.js';
import { apiFolders, type Prefixes } from '../../../documents/rest-addresses.js';
import { DIRECTORY_ID } from '../../../documents/signing/sign.js';
import { type Answer, bodyAnswer, emptyAnswer } from './answer.js';
import {
  documentAnswer,
  documentFields,
  documentMarks,
  LIVE,
  marked,
  NEGOTIATED,
  PAGE,
  PROVIDED,
  type RenderedDocument,
} from './documents.js';
import {
  addedFile,
  fallbackHomePage,
  fileOfSite,
  findPage,
  freePlaces,
  isHtml,
  markdownOfPage,
  missingDocument,
  missingFolder,
  missingPage,
  withoutFiles,
} from './pages.js';
import type { Snapshot } from './public-site.js';
import { errorAnswer, isOfReadApi, listAnswer } from './rest/list.js';
import type { Document, Target } from './target.js';
import type { Variant } from './variant.js';
import { metadataElsewhere, providedDocument, realFile } from './well-known.js';

/** A parsed request. */
export interface ParsedRequest {
  readonly target: Target;
  readonly variant: Variant;
  /** Unix seconds. */
  readonly now: number;
  /** True for a request at the root of the host for a site in a folder: its signatures don't cover that address. */
  readonly isElsewhere: boolean;
}

/** A complete answer; `held` when it is valid for every request with the same address and variant. */
interface Resolved extends RenderedDocument {
  readonly held: boolean;
}

const WELL_KNOWN = '/.well-known/';

/**
 * Finds the answer for an address: a real file, a generated document, a provider's document, or a 404.
 * @returns undefined where the application handles the address
 */
export async function resolve(snapshot: Snapshot, parsed: ParsedRequest): Promise<Resolved | undefined> {
  const path = withoutSlash(parsed.target.path);
  const isIncomplete = () => missingFolder(snapshot.content) !== undefined;
  const found = await added(snapshot, path)
    .then((file) => file ?? resolved(snapshot, parsed))
    .catch((error: unknown) => {
      if (!isIncomplete()) throw error;
      return { ...withoutFiles(), held: false };
    });
  if (found?.answer.status === 404 && isIncomplete()) return { ...withoutFiles(), held: false };
  return found?.held === true ? { ...found, absent: freePlaces(snapshot, path) } : found;
}

/** Finds a real file that was added at the address of a document after the build. */
async function added(snapshot: Snapshot, path: string): Promise<Resolved | undefined> {
  const isWellKnown = path.startsWith(WELL_KNOWN);
  if (!isWellKnown && typeof snapshot.routes.find(path) !== 'object') return undefined;
  const file = addedFile(snapshot, path);
  if (file === undefined) return undefined;
  if (!isWellKnown) return held(await fileOfSite(snapshot, file, path));
  const real = await realFile(snapshot, path, true);
  return real && held(real);
}

async function resolved(snapshot: Snapshot, asked: ParsedRequest): Promise<Resolved | undefined> {
  const { ctx } = snapshot.documents;
  const path = pathInReadApi(ctx, asked.target.path);
  const parsed = { ...asked, target: { ...asked.target, path: path ?? asked.target.path } };
  const { target } = parsed;
  if (target.path.startsWith(WELL_KNOWN)) return wellKnown(snapshot, parsed);
  const live = await liveAnswer(snapshot, parsed);
  if (live !== undefined) return live;
  const route = snapshot.routes.find(target.path);
  const made = typeof route === 'object' ? await generated(snapshot, route, parsed) : undefined;
  if (made !== undefined) return made;
  if (path !== undefined) return missingOfReadApi(path);
  // Pages may be next to the APIs.
  const isPage = () => findPage(snapshot, target.path).kind !== 'missing' || snapshot.entryAt(target.path);
  if (target.path === `/${ctx.readPrefix}` && !isPage())
    return { answer: redirectToFolder(ctx.site.baseUrl, target), held: false };
  if (!isOfApplication(target.path, ctx.restPrefix)) return page(snapshot, parsed, route !== undefined);
  return isPage() && !isOfApi(target.path, ctx) ? page(snapshot, parsed, false) : undefined;
}

/** Checks whether the application handles an address that isn't a document. */
export function isOfApplication(path: string, restPrefix: string): boolean {
  return [`/${restPrefix}`, '/svc'].some((folder) => `${path}/`.startsWith(`${folder}/`));
}

function isOfApi(path: string, ctx: Prefixes): boolean {
  return [...apiFolders(ctx), '/svc/'].some((folder) => `${path}/`.startsWith(folder));
}

/** Returns an address below the read API without a trailing slash; undefined for other addresses. */
function pathInReadApi(ctx: DocumentContext, path: string): string | undefined {
  const isInside = path.startsWith(`/${ctx.readPrefix}/content/v1/`) && isOfReadApi(path, ctx);
  return isInside ? path.replace(/\/$/, '') : undefined;
}

/** Answers for an unknown address of the read API, which a page of any origin can read like a known one. */
function missingOfReadApi(path: string): Resolved {
  const answer = /\/\d+(?:\.json)?$/.test(path)
    ? errorAnswer(404, 'rest_entry_invalid_id', 'There is no such entry.')
    : errorAnswer(404, 'rest_no_route', 'No route was found matching the URL and request method.');
  return { answer, held: false };
}

async function wellKnown(snapshot: Snapshot, parsed: ParsedRequest): Promise<Resolved> {
  const { ctx } = snapshot.documents;
  const path = withoutSlash(parsed.target.path);
  const route = snapshot.routes.find(path);
  const real = typeof route === 'object' ? realPathOf(snapshot, route) : undefined;
  const listed = ctx.files.has(path) ? path : real;
  if (listed !== undefined) {
    const file = await realFile(snapshot, listed, true);
    if (file !== undefined) return held(file);
  }
  if (typeof route === 'object') {
    const made = await generated(snapshot, route, parsed);
    if (made !== undefined) return made;
  }
  const other = metadataElsewhere(snapshot, path);
  if (other !== undefined) return held(other);
  const provided = providedDocument(snapshot, path);
  if (provided !== undefined)
    return held(provided.answer.status === 200 ? marked(provided, PROVIDED) : provided);
  const unknown = route === undefined ? await realFile(snapshot, path, false) : undefined;
  return unknown === undefined ? { ...missingDocument(), held: false } : held(unknown);
}

/** Returns the path of a site file that replaces a document: the document's other addresses serve that file too. */
function realPathOf({ documents: { ctx } }: Snapshot, { row }: Document): string | undefined {
  return !row.path.includes('{') && ctx.files.has(row.path) ? row.path : undefined;
}

async function generated(
  snapshot: Snapshot,
  document: Document,
  { target, variant, now, isElsewhere }: ParsedRequest,
  isLive = false,
): Promise<Resolved | undefined> {
  const marks = isLive ? LIVE : documentMarks(document.row, withoutSlash(target.path));
  const { id } = document.row;
  if (id === 'changes' && target.query !== '') {
    const filtered = changesSince(snapshot.documents.ctx, target.query);
    if (filtered !== undefined) {
      const fields = documentFields(snapshot, document);
      const answer = bodyAnswer(200, fields, Buffer.from(filtered, 'utf8'));
      return marked({ answer, held: false }, marks);
    }
  }
  const asDirectory = id === DIRECTORY_ID && variant === 'directory';
  const made = await documentAnswer(snapshot, document, { now, asDirectory, isElsewhere, isLive });
  return made && held(marked(made, marks));
}

/** Answers the lists of the read API, which depend on the query, and the discovery document at its live address. */
async function liveAnswer(snapshot: Snapshot, parsed: ParsedRequest): Promise<Resolved | undefined> {
  const { ctx } = snapshot.documents;
  const { path, query } = parsed.target;
  if (path.startsWith(`/${ctx.readPrefix}/content/`)) {
    const list = await listAnswer(ctx, path, query);
    return list && { answer: list, held: false };
  }
  if (path !== `/${ctx.restPrefix}/svc/v1/discovery`) return undefined;
  const discovery = snapshot.routes.find('/.well-known/discovery.json');
  return typeof discovery === 'object'
    ? generated(snapshot, discovery, { ...parsed, isElsewhere: true }, true)
    : undefined;
}

async function page(snapshot: Snapshot, parsed: ParsedRequest, isDocument: boolean): Promise<Resolved> {
  const { target, variant, now } = parsed;
  const { ctx } = snapshot.documents;
  if (isDocument && !ctx.files.has(target.path)) return { ...missingDocument(), held: false };
  const found = findPage(snapshot, target.path);
  if (found.kind === 'folder') return { answer: redirectToFolder(ctx.site.baseUrl, target), held: false };
  const moved =
    found.kind === 'missing' ? snapshot.content.moved.get(target.path.replace(/\/+$/, '')) : undefined;
  if (moved !== undefined)
    return { answer: emptyAnswer(301, { Location: moved, 'Content-Length': '0' }), held: false };
  const isPage = found.kind === 'missing' || isHtml(found);
  if (isPage && (variant === 'markdown' || variant === 'soft')) {
    const markdown = await markdownOfPage(snapshot, target.path, now);
    if (markdown !== undefined) return held(marked(markdown, NEGOTIATED));
  }
  if (found.kind === 'file') {
    const file = await fileOfSite(snapshot, found, target.path);
    return held(isPage ? marked(file, PAGE) : file);
  }
  if (missingFolder(snapshot.content) !== undefined) return { ...withoutFiles(), held: false };
  if (target.path === '/') return held(marked(fallbackHomePage(snapshot), PAGE));
  return { ...(await missingPage(snapshot, target.path, variant)), held: false };
}

/** Redirects to the slash form. The location is built from the decoded path, so no input is echoed unchanged. */
function redirectToFolder(baseUrl: string, { path, query }: Target): Answer {
  const { pathname } = new URL(baseUrl);
  const folder = encodeSegments(path);
  const rest = query === '' ? '' : `?${query.replace(/[^\x21-\x7e]/g, encodeURIComponent)}`;
  const Location = `${pathname.replace(/\/$/, '')}${folder}/${rest}`;
  return emptyAnswer(301, { Location, 'Content-Length': '0' });
}

/** Ignores a trailing slash of a name below `.well-known`. */
function withoutSlash(path: string): string {
  return path.startsWith(WELL_KNOWN) ? path.replace(/(?<=[^/])\/$/, '') : path;
}

function held(made: RenderedDocument): Resolved {
  return { ...made, held: true };
}

const feedOf = memoisedByObject((ctx: DocumentContext) => selectChanges(ctx));

/**
 * Returns the change feed filtered by `?since=`. The window is selected once for all requests.
 * @returns undefined when `since` is missing or invalid, which filters nothing
 */
function changesSince(ctx: DocumentContext, query: string): string | undefined {
  const since = parseSince(new URLSearchParams(query).get('since') ?? '');
  if (since === undefined) return undefined;
  const feed = feedOf(ctx);
  const items = feed.items.filter((item) => {
    const at = item.action === 'deleted' ? item.deleted : item.modified;
    return Date.parse(at) > since * 1000;
  });
  return compactJson({ ...feed, since: formatUtcOffset(since), count: items.length, items });
}
