import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypeOf } from '../../../src/core/media-types.js';
import { matchesPattern } from '../../../src/deploy/hosts/pattern.js';
import type { Negotiation } from '../../../src/deploy/manifests/neutral.js';
import type { Answer } from './http.js';
import type { BuiltSite } from './site.js';

/** What is asked. */
export interface Asked {
  readonly method: string;
  /** Below the base address, as it is sent. */
  readonly path: string;
  readonly accept?: string | undefined;
  /** `User-Agent` */
  readonly agent?: string | undefined;
}

/**
 * The answer to a request as `deploy/headers.json` says it: the judge of servers, written apart from their rules.
 */
export function expectedAnswer(site: BuiltSite, asked: Asked): Answer {
  const { preflight, redirects, basePath } = site.manifest;
  const path = asked.path.replace(/[?#].*$/, '').replace(/^(\/\.well-known\/.*[^/])\/+$/, '$1');
  const isOurs = preflight.addresses.some((one) => matchesPattern(one, path));
  if (asked.method === 'OPTIONS' && isOurs) return answer(204, preflight.headers, Buffer.alloc(0));
  const isMissing = preflight.missing.some((one) => matchesPattern(one, path));
  if (asked.method === 'OPTIONS' && isMissing) return missingDocument(site);
  if (asked.method !== 'GET' && asked.method !== 'HEAD') {
    return answer(405, { Allow: 'GET, HEAD' }, undefined);
  }
  if (path === '' && basePath !== '') {
    return answer(301, { Location: `${basePath}/${asked.path}` }, undefined);
  }
  const redirect = redirects.find(({ from }) => from === path);
  const found = redirect
    ? answer(redirect.status, { Location: redirect.to, ...redirect.headers }, undefined)
    : (document(site, path) ?? page(site, path, asked));
  return asked.method === 'HEAD' ? { ...found, body: Buffer.alloc(0) } : found;
}

function document(site: BuiltSite, path: string): Answer | undefined {
  const { rules, notFound, signed } = site.manifest;
  if (isHidden(path)) return missingDocument(site);
  const name = path.replace(/%2e/gi, '.');
  const rule = rules.find((one) =>
    one.path === undefined ? matchesPattern(one.pattern ?? '', name) : one.path === name,
  );
  const isGone = notFound.documents.some((one) => matchesPattern(one, path));
  if (rule === undefined) {
    return isGone || path.startsWith('/.well-known/') ? missingDocument(site) : undefined;
  }
  const file = fileAt(site.out, rule.path === undefined ? decodeURIComponent(path) : rule.file);
  if (file === undefined) return missingDocument(site);
  const proof = signed.find((one) => one.path === rule.path)?.headers;
  const bare = path.replace(/^\/|(?:\.|%2e)md$/gi, '');
  const canonical = rule.canonical === undefined ? [] : [rule.canonical.replace('{+path}', bare)];
  const links = [...(rule.links ?? []), ...canonical];
  const found = answer(
    200,
    { 'Content-Type': rule.contentType, ...rule.headers, ...proof },
    readFileSync(file),
  );
  return links.length === 0 ? found : { ...found, headers: { ...found.headers, link: links } };
}

function isHidden(path: string): boolean {
  return decodeURIComponent(path)
    .split('/')
    .some((name) => name.startsWith('.') && name !== '.well-known' && name !== '.md');
}

function page(site: BuiltSite, path: string, { accept, agent }: Asked): Answer {
  const { negotiation, headers } = site.manifest.pages;
  const name = decodeURIComponent(path);
  const indexes = ['index.html', 'index.htm', 'index.xhtml'];
  const names = name.endsWith('/') ? indexes.map((file) => name + file) : [name, `${name}.html`];
  const file = names.map((one) => fileAt(site.out, one)).find((one) => one !== undefined);
  const isFolder = indexes.some((one) => fileAt(site.out, `${name}/${one}`) !== undefined);
  if (file === undefined && isFolder) {
    return answer(301, { Location: `${site.manifest.basePath}${path}/` }, undefined);
  }
  const isPage = file === undefined || /[.]x?html?$/.test(file);
  const markdown = isPage && negotiation !== null ? markdownAt(site, name) : undefined;
  if (negotiation !== null && markdown !== undefined && isGivenMarkdown(negotiation, { accept, agent })) {
    const fields = { 'Content-Type': negotiation.contentType, ...negotiation.headers };
    return withLinks(site, path, answer(200, fields, readFileSync(markdown)));
  }
  if (file === undefined) return missingPage(site, { accept, agent });
  const type = { 'Content-Type': contentTypeOf(file) };
  if (!isPage) return answer(200, type, readFileSync(file));
  return withLinks(site, path, answer(200, { ...type, ...headers }, readFileSync(file)));
}

/** The twin of a page, or the index for a list of entries. */
function markdownAt(site: BuiltSite, name: string): string | undefined {
  const { negotiation } = site.manifest.pages;
  const bare = name.replace(/\/+$/, '');
  const list = encodeURI(bare.replace(/\/page\/\d+$/, ''));
  const isList = bare === '' || bare === '/index.html' || negotiation?.archives.includes(list) === true;
  if (isList) return fileAt(site.out, negotiation?.front ?? '');
  const isDocument = site.manifest.rules.some(({ path }) => path === `${bare}.md`);
  return isDocument ? undefined : fileAt(site.out, `${bare}.md`);
}

type Client = Pick<Asked, 'accept' | 'agent'>;

function isGivenMarkdown(negotiation: Negotiation, { accept, agent = '' }: Client): boolean {
  if (wantsMarkdown(accept)) return true;
  const isAgent = negotiation.userAgents.some((one) => agent.toLowerCase().includes(one.toLowerCase()));
  return isAgent && weightOf(accept, ...MARKDOWN) !== 0;
}

function withLinks(site: BuiltSite, path: string, found: Answer): Answer {
  const { links, alternate } = site.manifest.pages;
  const bare = path.replace(/^\/|\/+$/g, '');
  const twin = bare === '' ? undefined : fileAt(site.out, `${decodeURIComponent(bare)}.md`);
  const own = twin === undefined || alternate === null ? [] : [alternate.replace('{+path}', bare)];
  return { ...found, headers: { ...found.headers, link: [...links, ...own] } };
}

function missingPage(site: BuiltSite, { accept, agent = '' }: Client): Answer {
  const { headers, soft } = site.manifest.notFound;
  const fields = { ...site.manifest.pages.headers, ...headers };
  const file = fileAt(site.out, '404.html');
  const isAgent = soft?.userAgents.some((one) => agent.includes(one)) === true;
  const { negotiation } = site.manifest.pages;
  if (soft !== null && negotiation !== null && isGivenMarkdown(negotiation, { accept, agent })) {
    const status = isAgent && wantsMarkdown(accept) ? 200 : 404;
    const body = Buffer.from(soft.text);
    return withLinks(site, '/', answer(status, { 'Content-Type': soft.contentType, ...fields }, body));
  }
  if (file === undefined) return withLinks(site, '/', { ...missingDocument(site) });
  const type = { 'Content-Type': 'text/html; charset=UTF-8' };
  return withLinks(site, '/', answer(404, { ...type, ...fields }, readFileSync(file)));
}

function missingDocument({ manifest }: BuiltSite): Answer {
  const type = { 'Content-Type': 'text/plain; charset=UTF-8' };
  return answer(404, { ...type, ...manifest.notFound.headers }, Buffer.from('Not found\n'));
}

function fileAt(out: string, name: string): string | undefined {
  const path = join(out, name);
  return name !== '' && existsSync(path) && statSync(path).isFile() ? path : undefined;
}

/** A body that is undefined may be anything. */
function answer(status: number, headers: Readonly<Record<string, string>>, body: Buffer | undefined): Answer {
  const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]);
  return { status, headers: Object.fromEntries(fields) as Answer['headers'], body: body ?? ANY_BODY };
}

/** Stands for the body of an answer whose text is the server's own. */
export const ANY_BODY = Buffer.from('any');

const MARKDOWN = ['text/markdown', 'text/x-markdown'];

/** RFC 9110 section 12.5.1: Markdown where it is named, and not liked less than HTML. */
function wantsMarkdown(accept: string | undefined): boolean {
  const markdown = weightOf(accept, ...MARKDOWN) ?? 0;
  const html =
    weightOf(accept, 'text/html', 'application/xhtml+xml') ??
    weightOf(accept, 'text/*') ??
    weightOf(accept, '*/*') ??
    0;
  return markdown > 0 && markdown >= html;
}

/** The highest weight by its first decimal, of those the first; 0 for what is no weight. */
function weightOf(accept = '', ...names: readonly string[]): number | undefined {
  const weights = accept.split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (!names.includes(type)) return [];
    const q = parameters.find((one) => /^q\s*=/.test(one))?.replace(/^q\s*=\s*/, '') ?? '1';
    return [/^(?:0(?:[.]\d{0,3})?|1(?:[.]0{0,3})?)$/.test(q) ? q : '0'];
  });
  if (weights.length === 0) return undefined;
  const positive = weights.filter((q) => Number(q) > 0);
  const key = (q: string) => (q.startsWith('1') ? '1' : q.padEnd(3, '0').slice(0, 3));
  const [best = '0'] = positive.sort((one, two) => (key(one) < key(two) ? 1 : key(one) > key(two) ? -1 : 0));
  return Number(best);
}
