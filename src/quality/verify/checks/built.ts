import { objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { parseRobots } from '../../../core/robots-rules.js';
import { counted } from '../../../core/text.js';
import { NO_HOME_PAGE } from '../../../documents/no-home-page.js';
import { encodePath } from '../../../sources/names.js';
import { readXml } from '../../validate/ajv.js';
import { pathBelow } from '../../validate/resolve-url.js';
import type { Answer } from '../answer.js';
import {
  BROWSER_ACCEPT,
  type BuiltFolder,
  type Check,
  DEPLOY_RULES,
  evenSample,
  type Findings,
  isHtml,
  skipped,
  type VerifyContext,
} from '../check.js';
import type { Visit } from '../client.js';

const AGAIN = 'Deploy the output folder of the last build as a whole, then purge caches.';

/** Number of files that are requested in addition to the advertised documents. */
const MAX_FILES = 200;

/** Fields that an intermediary may add to, or make stricter. */
const MAY_DIFFER = /^(?:vary|cache-control|cdn-cache-control|cloudflare-cdn-cache-control|x-accel-expires)$/i;

/** The answers equal the build's files, byte for byte. */
export const built: Check = {
  id: 'built',
  group: 'documents',
  title: 'Every document arrives as in the output folder, with the headers of `deploy/headers.json`',
  async run(ctx, findings) {
    const { built: folder } = ctx;
    if (folder === undefined) return skipped('no output folder is named (--out)');
    await askForFiles(ctx, folder);
    const asked = new Set<string>();
    for (const visit of ctx.client.visits.filter(isPlain)) {
      if (!asked.has(visit.asked) && compare(findings, visit, { ctx, folder })) asked.add(visit.asked);
    }
    return counted(asked.size, 'answer');
  },
};

/** Requests written files that no other check has requested; the read API has addresses of its own. */
async function askForFiles(ctx: VerifyContext, folder: BuiltFolder): Promise<void> {
  const urls = folder.files.flatMap((file) => {
    const found = file.startsWith(`${ctx.restPrefix}/`) ? undefined : ctx.rowOf(file);
    return found === undefined ? [] : [ctx.base + encodePath(found.path)];
  });
  await Promise.all(evenSample(urls, MAX_FILES).map((url) => ctx.client.visit(url)));
}

/** A plain request for the document itself. */
function isPlain(visit: Visit): boolean {
  const { method = 'GET', accept = '*/*', userAgent, headers } = visit.options;
  const isPage = accept === BROWSER_ACCEPT && isHtml(visit);
  return (
    method === 'GET' &&
    !headers &&
    userAgent === undefined &&
    (accept === '*/*' || isPage) &&
    !/[?]/.test(visit.asked)
  );
}

interface Compared {
  readonly ctx: VerifyContext;
  readonly folder: BuiltFolder;
}

/** @returns false for an address without a file in the folder */
function compare(findings: Findings, visit: Visit, { ctx, folder }: Compared): boolean {
  const { asked, answer, redirects } = visit;
  const bytes = folder.bytesAt(asked);
  if (bytes === undefined || answer === undefined || answer.isCut || redirects.length > 0) return false;
  if (!answer.isOk) {
    const message = `The build wrote it, but it answers ${answer.status}.`;
    findings.add(asked, { code: 'built-absent', hop: 'files', message, fix: AGAIN });
    return true;
  }
  const isWhole = answer.size === answer.bytes.length;
  if (isWhole && !Buffer.from(answer.content ?? answer.bytes).equals(bytes)) {
    const isPage = isHtml(visit);
    findings.add(asked, {
      // A proxy or CDN may change pages; documents for agents must arrive unchanged.
      level: isPage ? 'warn' : 'fail',
      code: 'built-differs',
      hop: 'files',
      message: `${isPage ? 'The page' : 'What arrives'} isn't what the build wrote (${answer.content?.length ?? answer.size} bytes instead of ${bytes.length}, or different bytes).`,
      fix: AGAIN,
    });
  }
  addHeaders(findings, visit, { ctx, folder });
  return true;
}

function addHeaders(findings: Findings, { asked, answer }: Visit, { ctx, folder }: Compared): void {
  const path = pathBelow(asked, ctx.base)?.split(/[?#]/, 1)[0] ?? '';
  for (const [name, value] of Object.entries(folder.headersAt(path) ?? {})) {
    const sent = answer?.header(name);
    if (sent === value || (MAY_DIFFER.test(name) && sent !== undefined)) continue;
    // Types and sign-ins have checks of their own.
    if (/^content-type$/i.test(name)) continue;
    findings.addLimited('headers', asked, {
      code: 'built-header',
      hop: 'server',
      message: `${name} is ${sent === undefined ? 'not sent' : `"${sent}"`}; deploy/headers.json has "${value}".`,
      fix: DEPLOY_RULES,
    });
  }
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Entities outside tags: where search engines stop reading. */
const MAX_LISTED = 50_000;

/**
 * Search engines find every page.
 * @see https://www.sitemaps.org/protocol.html
 */
export const sitemap: Check = {
  id: 'sitemap',
  group: 'lists',
  title: 'The sitemap, its parts and the pages in them answer, and all belong to this site',
  async run(ctx, findings) {
    const roots = await rootsOf(ctx);
    const parts = new Set<string>();
    const pages = new Set<string>();
    for (const url of roots) {
      const read = await readSitemap(findings, url, ctx);
      for (const part of read.parts) parts.add(part);
      for (const page of read.pages) pages.add(page);
    }
    for (const url of evenSample([...parts], ctx.sample)) {
      for (const page of (await readSitemap(findings, url, ctx)).pages) pages.add(page);
    }
    if (pages.size === 0 && findings.list().length === 0) return skipped('there is no sitemap');
    const sample = evenSample([...pages], ctx.sample);
    await addLost(findings, sample, ctx);
    return `${counted(roots.length + parts.size, 'file')}, ${sample.length} of ${counted(pages.size, 'page')}`;
  },
};

/** A sitemap in `robots.txt` must exist; `documents.sitemap` may name the address where one would be. */
async function rootsOf({ base, client, discovery }: VerifyContext): Promise<readonly string[]> {
  const robots = (await client.visit(`${base}/robots.txt`)).answer;
  const named = robots?.status === 200 && !robots.looksLikeHtml ? parseRobots(robots.text) : [];
  const urls = named.filter(({ key }) => key === 'sitemap').map(({ value }) => value);
  const own = textOf(objectOf(discovery['documents'])['sitemap']);
  const answers = isParsableUrl(own) && (await client.visit(own)).answer?.isOk === true;
  return [...new Set([...urls.filter((url) => isParsableUrl(url)), ...(answers ? [own] : [])])];
}

interface Listed {
  readonly parts: readonly string[];
  readonly pages: readonly string[];
}

async function readSitemap(findings: Findings, url: string, ctx: VerifyContext): Promise<Listed> {
  const { answer, failure } = await ctx.client.visit(url, { isBig: true });
  const parts: string[] = [];
  const pages: string[] = [];
  const report = (code: string, message: string) =>
    findings.add(url, {
      code,
      hop: 'files',
      message,
      fix: 'Deploy the sitemap together with its parts of the same build.',
    });
  if (answer?.isOk !== true) {
    report(
      'sitemap-missing',
      `The sitemap answers ${answer?.status ?? `nothing: ${failure?.message ?? 'no reason'}`}.`,
    );
    return { parts, pages };
  }
  const fault = readLocations(answer, parts, pages);
  // Of a large one only the beginning is kept.
  if (fault !== undefined && answer.size === answer.bytes.length) report('sitemap-broken', fault);
  const foreign = [...parts, ...pages].find(
    (one) => !isParsableUrl(one) || pathBelow(one, ctx.base) === undefined,
  );
  if (foreign !== undefined) {
    report('sitemap-foreign', `It lists ${foreign}, which isn't on this site. Search engines ignore it.`);
  }
  return { parts, pages };
}

/** @returns the fault of the XML */
function readLocations(answer: Answer, parts: string[], pages: string[]): string | undefined {
  let root = '';
  const fault = readXml([answer.unpacked ?? answer.bytes], ({ path, namespace, text }) => {
    if (!path.includes('/')) root = `${path} ${namespace}`;
    if (pages.length >= MAX_LISTED) return;
    if (path === 'sitemapindex/sitemap/loc') parts.push(text);
    else if (path === 'urlset/url/loc') pages.push(text);
  });
  if (fault !== undefined) return `Line ${fault.line}: the XML is broken: ${fault.message}`;
  const isKnown = root === `urlset ${NAMESPACE}` || root === `sitemapindex ${NAMESPACE}`;
  return isKnown ? undefined : "It isn't a sitemap: expected urlset or sitemapindex of sitemaps.org.";
}

/** Where no page answers, the pages are not at this deployment. */
async function addLost(findings: Findings, sample: readonly string[], ctx: VerifyContext): Promise<void> {
  const own = sample.filter((url) => isParsableUrl(url) && pathBelow(url, ctx.base) !== undefined);
  const asked = await Promise.all(own.map((url) => ctx.client.visit(url, { accept: 'text/html' })));
  // A sidecar without pages answers at the address of the home page.
  const visits = asked.filter(({ answer }) => answer?.text.includes(NO_HOME_PAGE) !== true);
  const lost = visits.filter(({ answer }) => answer?.isOk !== true);
  if (lost.length === visits.length && lost.length > 0) {
    const message =
      'No page of the sitemap answers; only files for agents are deployed here. With html: none, a build writes no pages.';
    const fix =
      'Build with html: render, or deploy the pages of another program at this address too. If they are elsewhere, verify that address.';
    findings.add(lost[0]?.asked ?? ctx.base, { level: 'warn', code: 'no-pages', hop: 'files', message, fix });
    return;
  }
  for (const { asked, answer } of lost) {
    const message = `The sitemap lists the page, but it answers ${answer?.status ?? 'nothing'}.`;
    const fix =
      'Deploy the page, or build again without the entry. With html: none, another program has to write the pages.';
    findings.add(asked, { code: 'sitemap-page-missing', hop: 'files', message, fix });
  }
}
