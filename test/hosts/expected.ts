import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypeOf } from '../../src/core/media-types.js';
import { matchesPattern } from '../../src/emit/hosts/pattern.js';
import type { HeadersManifest } from '../../src/emit/manifests/neutral.js';
import type { Rule } from '../../src/emit/manifests/rules.js';
import type { Answer } from './http.js';
import type { BuiltSite } from './site.js';

/** What is asked. */
export interface Asked {
  readonly method: string;
  /** Below the base address, as it is sent. */
  readonly path: string;
  readonly accept?: string;
}

/**
 * The answer to a request as `deploy/headers.json` says it: the judge of servers, written apart from their rules.
 */
export function expectedAnswer(site: BuiltSite, asked: Asked): Answer {
  const { manifest } = site;
  const path = asked.path.replace(/[?#].*$/, '').replace(/^(\/\.well-known\/.*[^/])\/+$/, '$1');
  const redirect = manifest.redirects.find(({ from }) => from === path);
  const rule = ruleOf(manifest, path);
  if (asked.method === 'OPTIONS' && rule?.preflight === true) {
    return answer(204, manifest.preflight.headers, Buffer.alloc(0));
  }
  if (asked.method !== 'GET' && asked.method !== 'HEAD')
    return answer(405, { Allow: 'GET, HEAD' }, undefined);
  const found = redirect
    ? answer(redirect.status, { Location: redirect.to }, undefined)
    : rule
      ? document(site, rule, path)
      : other(site, path, asked.accept);
  return asked.method === 'HEAD' ? { ...found, body: Buffer.alloc(0) } : found;
}

function ruleOf({ rules }: HeadersManifest, path: string): Rule | undefined {
  return rules.find((rule) =>
    rule.path === undefined ? matchesPattern(rule.pattern ?? '', path) : rule.path === path,
  );
}

function document(site: BuiltSite, rule: Rule, path: string): Answer {
  const file = fileAt(site.out, rule.path === undefined ? decodeURIComponent(path) : rule.file);
  if (file === undefined) return notFound(site, false);
  const signed = site.manifest.signed.find((one) => one.path === rule.path)?.headers;
  return answer(200, { 'Content-Type': rule.contentType, ...rule.headers, ...signed }, readFileSync(file));
}

function other(site: BuiltSite, path: string, accept: string | undefined): Answer {
  const { pages, baseUrl } = site.manifest;
  const name = decodeURIComponent(path);
  if (/\/\.(?!well-known(?:\/|$)|md$)/.test(name)) return notFound(site, false);
  if (name.startsWith('/.well-known/')) return notFound(site, false);
  const bare = name.replace(/\/+$/, '');
  const twin = bare === '' ? undefined : fileAt(site.out, `${bare}.md`);
  const isList =
    bare === '' || pages.negotiation?.archives.includes(encodeURI(bare.replace(/\/page\/\d+$/, ''))) === true;
  const chosen = isList ? fileAt(site.out, pages.negotiation?.front ?? '') : twin;
  if (chosen !== undefined && pages.negotiation !== null && wantsMarkdown(accept)) {
    const { contentType, headers } = pages.negotiation;
    return answer(200, { 'Content-Type': contentType, ...headers }, readFileSync(chosen));
  }
  const names = name.endsWith('/') ? [`${name}index.html`] : [name, `${name}.html`];
  const file = names.map((one) => fileAt(site.out, one)).find((one) => one !== undefined);
  if (file === undefined) {
    if (fileAt(site.out, `${name}/index.html`) === undefined) return notFound(site, true);
    return answer(301, { Location: `${site.manifest.basePath}${path}/` }, undefined);
  }
  const type = contentTypeOf(file);
  if (!type.startsWith('text/html')) return answer(200, { 'Content-Type': type }, readFileSync(file));
  const address = path.replace(/^\/|\/+$/g, '');
  const alternate = twin === undefined ? [] : [pages.alternate?.replace('{+path}', address) ?? ''];
  const page = answer(200, { 'Content-Type': type, ...pages.headers }, readFileSync(file));
  expectLinksOf(baseUrl, pages.links);
  return { ...page, headers: { ...page.headers, link: [...pages.links, ...alternate] } };
}

function expectLinksOf(baseUrl: string, links: readonly string[]): void {
  if (!links.every((link) => link.startsWith(`<${baseUrl}/`))) throw new Error('a link leads elsewhere');
}

function notFound(site: BuiltSite, page: boolean): Answer {
  const { headers } = site.manifest.notFound;
  const file = page ? fileAt(site.out, '404.html') : undefined;
  if (file === undefined) {
    return answer(
      404,
      { ...headers, 'Content-Type': 'text/plain; charset=UTF-8' },
      Buffer.from('Not found\n'),
    );
  }
  return answer(404, { ...headers, 'Content-Type': 'text/html; charset=UTF-8' }, readFileSync(file));
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

/** RFC 9110 section 12.5.1: Markdown where it is named, and not liked less than HTML. */
export function wantsMarkdown(accept = ''): boolean {
  const weights = new Map<string, number>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((one) => one.startsWith('q='));
    weights.set(type, q === undefined ? 1 : Number(q.slice(2)));
  }
  const markdown = weights.get('text/markdown') ?? weights.get('text/x-markdown') ?? 0;
  const html = weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0;
  return markdown > 0 && markdown >= html;
}
