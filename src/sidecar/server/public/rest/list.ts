import { byPublished, entriesOfType } from '../../../../documents/addresses.js';
import { parseSince } from '../../../../documents/changes.js';
import type { DocumentContext } from '../../../../documents/document-row.js';
import { profileHeaders } from '../../../../documents/headers.js';
import { formatLink } from '../../../../documents/page-head/links.js';
import {
  collectionPath,
  joinItems,
  pageCount,
  REST_PAGE_SIZE,
} from '../../../../documents/rest-addresses.js';
import { searchEntries } from '../../../../documents/search-entries.js';
import type { ContentType, IndexEntry } from '../../../../site/site.js';
import { type Answer, bodyAnswer } from '../answer.js';

/** The parameters of a list request. */
interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  /** Lower case, one word each. */
  readonly words: readonly string[];
  readonly since: number | undefined;
}

/** An invalid parameter, in the terms of the read API. */
interface Invalid {
  readonly invalid: string;
  readonly expected: string;
}

/**
 * Returns the live answer for a list of the read API: searched, filtered and paginated.
 * @param path below the base, decoded
 * @returns undefined if the list doesn't exist, or if only files are served
 */
export async function listAnswer(
  ctx: DocumentContext,
  path: string,
  query: string,
): Promise<Answer | undefined> {
  if (!ctx.sidecar || ctx.restApi.mode !== 'static') return undefined;
  const type = ctx.types.find((one) => decodeURIComponent(collectionPath(ctx, one)) === path);
  if (type === undefined) return undefined;
  const asked = readQuery(new URLSearchParams(query));
  if ('invalid' in asked) return invalidParameter(asked);
  const found = await findEntries(ctx, type, asked);
  const pages = pageCount(found.length, asked.perPage);
  if (asked.page > pages) return invalidParameter({ invalid: 'page', expected: `at most ${pages}` });
  const start = (asked.page - 1) * asked.perPage;
  const items = found.slice(start, start + asked.perPage);
  const links = neighbours(ctx, type, query, { page: asked.page, pages });
  const fields = {
    ...profileHeaders('restApi', 'application/json', ctx.settings),
    'Access-Control-Expose-Headers': 'Link, X-Total, X-TotalPages',
    'X-Total': String(found.length),
    'X-TotalPages': String(pages),
    ...(links.length === 0 ? {} : { Link: links }),
  };
  const pieces = joinItems(items, (entry) => ctx.itemJson(entry));
  return bodyAnswer(200, fields, Buffer.from([...pieces].join(''), 'utf8'));
}

function readQuery(query: URLSearchParams): ListQuery | Invalid {
  const page = wholeNumber(query.get('page'), 1);
  if (page === undefined) return { invalid: 'page', expected: 'a whole number from 1' };
  const perPage = wholeNumber(query.get('per_page'), REST_PAGE_SIZE);
  if (perPage === undefined || perPage > REST_PAGE_SIZE) {
    return { invalid: 'per_page', expected: `a whole number from 1 to ${REST_PAGE_SIZE}` };
  }
  const given = query.get('since')?.trim() ?? '';
  const since = given === '' ? undefined : parseSince(given);
  if (given !== '' && since === undefined) {
    return { invalid: 'since', expected: 'an ISO 8601 date or a Unix time' };
  }
  const words = (query.get('search') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return { page, perPage, since, words: words.slice(0, 20) };
}

function wholeNumber(text: string | null, absent: number): number | undefined {
  if (text === null || text === '') return absent;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

async function findEntries(
  ctx: DocumentContext,
  type: ContentType,
  { since, words }: ListQuery,
): Promise<readonly IndexEntry[]> {
  const all = entriesOfType(ctx, type.slug, byPublished);
  const entries = since === undefined ? all : all.filter(({ changed }) => changed > since);
  return words.length === 0 ? entries : searchEntries(ctx, entries, words);
}

function neighbours(
  ctx: DocumentContext,
  type: ContentType,
  query: string,
  { page, pages }: { readonly page: number; readonly pages: number },
): readonly string[] {
  const link = (number: number, rel: string) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(number));
    return formatLink({ href: `${ctx.site.baseUrl}${collectionPath(ctx, type)}?${parameters}`, rel });
  };
  return [...(page > 1 ? [link(page - 1, 'prev')] : []), ...(page < pages ? [link(page + 1, 'next')] : [])];
}

function invalidParameter({ invalid, expected }: Invalid): Answer {
  const message = `Invalid parameter ${invalid}: expected ${expected}.`;
  return errorAnswer(400, 'rest_invalid_param', message, { params: { [invalid]: expected } });
}

/** Creates an error in the common form of the REST API. */
export function errorAnswer(
  status: number,
  code: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): Answer {
  const fields = {
    'Content-Type': 'application/json; charset=UTF-8',
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store, max-age=0',
  };
  const body = JSON.stringify({ code, message, data: { status, ...details } });
  return bodyAnswer(status, fields, Buffer.from(body, 'utf8'));
}

/**
 * Checks for an address of the public read API, whether or not it exists: browsers send `OPTIONS` first, and have to
 * be able to reach the 404 of a single entry.
 * @param path below the base, decoded
 */
export function isOfReadApi(
  path: string,
  { restPrefix, readPrefix, restApi }: Pick<DocumentContext, 'restPrefix' | 'readPrefix' | 'restApi'>,
): boolean {
  const root = `/${readPrefix}`;
  if (path === `${root}/` || path === `/${restPrefix}/svc/v1/discovery`) return true;
  return restApi.mode === 'static' && path.startsWith(`${root}/content/v1/`);
}
