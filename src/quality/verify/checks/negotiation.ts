import { counted } from '../../../core/text.js';
import { type Answer, listsName } from '../answer.js';
import { cacheOf } from '../cache.js';
import {
  arrived,
  BROWSER_ACCEPT,
  type Check,
  DEPLOY_RULES,
  type Findings,
  isHtml,
  isMarkdown,
  type NegotiatedPlace,
  samplePlaces,
  skipped,
  type VerifyContext,
} from '../check.js';
import type { Visit } from '../client.js';

/** Requests that have to get the page: Markdown is not named, or has a lower weight. */
const FOR_PEOPLE = ['*/*', 'text/*', 'text/html, text/markdown;q=0.1', 'text/markdown;q=0, */*'];

/** Requests that have to get Markdown. */
const FOR_AGENTS = ['text/markdown, text/html;q=0.9, */*;q=0.1', 'text/html;q=0.5, text/markdown;q=0.5'];

/**
 * The same address sends people a page and agents Markdown.
 * @see RFC 9110 section 12
 */
export const negotiation: Check = {
  id: 'negotiation',
  group: 'pages',
  title: '`Accept: text/markdown` at a page returns the bytes of its twin, and browsers get the page',
  async run(ctx, findings) {
    const places = samplePlaces(ctx);
    let count = 0;
    for (const place of places) {
      // In an order that reveals a cache which keeps one variant only.
      const markdown = await ctx.client.visit(place.page, { accept: 'text/markdown' });
      const html = await ctx.client.visit(place.page, { accept: BROWSER_ACCEPT });
      if (html.answer?.isOk !== true && markdown.answer?.isOk !== true) continue;
      count += 1;
      addForPeople(findings, html);
      addForAgents(findings, place, markdown, await ctx.client.visit(place.twin));
    }
    if (count === 0) return skipped('there are no pages with twins here');
    if (!ctx.host.limits.has('negotiation')) await addWeights(findings, ctx);
    return counted(count, 'page');
  },
};

function addForPeople(findings: Findings, html: Visit): void {
  const { asked, answer } = html;
  if (isHtml(html) || answer?.isOk !== true) return;
  const cache = cacheOf(answer);
  findings.add(asked, {
    code: 'people-lost',
    hop: cache === undefined ? 'server' : 'cache',
    message: `A browser gets ${answer.header('content-type') ?? 'no type'}${cache === undefined ? '' : ` from a copy of ${cache.via}`}; expected the page.`,
    fix:
      cache === undefined
        ? DEPLOY_RULES
        : `Let ${cache.via} keep variants apart by Vary: Accept, or keep negotiated answers out of it.`,
  });
}

function addForAgents(findings: Findings, { page }: NegotiatedPlace, own: Visit, twin: Visit): void {
  const { answer } = own;
  if (answer === undefined) return;
  if (!isMarkdown(own)) {
    const cache = cacheOf(answer);
    const found = {
      code: 'not-negotiated',
      hop: cache === undefined ? 'server' : 'cache',
      message: `Accept: text/markdown is answered with ${answer.header('content-type') ?? answer.status}${cache === undefined ? '' : ` from a copy of ${cache.via}`}.`,
      fix: DEPLOY_RULES,
    } as const;
    findings.addLimited('negotiation', page, found);
  } else if (twin.answer?.isOk === true && !isSame(answer.content, twin.answer.content)) {
    const cache = cacheOf(answer) ?? cacheOf(twin.answer);
    findings.add(page, {
      code: 'twin-differs',
      hop: cache === undefined ? 'files' : 'cache',
      message: 'The negotiated Markdown differs from the twin.',
      fix:
        cache === undefined
          ? 'Deploy pages and twins of one build together.'
          : `Keep Markdown out of ${cache.via}, and purge it: one of the two is an old copy.`,
    });
  }
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && Buffer.from(a).equals(b);
}

/** Weights are checked on one page: they depend on the server, not on the page. */
async function addWeights(findings: Findings, ctx: VerifyContext): Promise<void> {
  const place = samplePlaces(ctx)[1];
  if (place === undefined) return;
  const report = (accept: string, message: string) =>
    findings.add(place.page, {
      code: 'weights',
      hop: 'server',
      message: `Accept: "${accept}" ${message}.`,
      fix: DEPLOY_RULES,
    });
  for (const accept of FOR_PEOPLE) {
    if (isMarkdown(await ctx.client.visit(place.page, { accept }))) {
      report(accept, 'is answered with Markdown; expected the page');
    }
  }
  for (const accept of FOR_AGENTS) {
    if (!isMarkdown(await ctx.client.visit(place.page, { accept }))) {
      report(accept, 'is answered with the page; expected Markdown');
    }
  }
}

/**
 * Caches keep the variants of a page apart.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5
 */
export const vary: Check = {
  id: 'vary',
  group: 'headers',
  title: '`Vary: Accept` is on every variant: the page, its Markdown, and the files for agents',
  async run(ctx, findings) {
    const documents = (await arrived(ctx)).filter(({ document }) =>
      listsName(document.headers?.['Vary'], 'Accept'),
    );
    for (const { document, visit } of documents) {
      if (isVaried(visit)) continue;
      const isTwin = document.row?.headers === 'markdown';
      findings.addLimited('headers', document.url, {
        code: isTwin ? 'vary-twin' : 'vary-document',
        hop: 'server',
        message: `The response for ${isTwin ? 'the Markdown file' : 'the file'} lacks Vary: Accept.`,
        fix: DEPLOY_RULES,
      });
    }
    const pages = await addPages(findings, ctx);
    return `${counted(documents.length, 'document')}, ${counted(pages, 'page')}`;
  },
};

/** Without it a cache sends the Markdown to browsers, or the page to agents, whichever came first. */
async function addPages(findings: Findings, ctx: VerifyContext): Promise<number> {
  let count = 0;
  for (const { page } of samplePlaces(ctx)) {
    const html = await ctx.client.visit(page, { accept: BROWSER_ACCEPT });
    const markdown = await ctx.client.visit(page, { accept: 'text/markdown' });
    if (isHtml(html)) {
      count += 1;
      if (!isVaried(html)) addPage(findings, page, isMarkdown(markdown));
    }
    if (isMarkdown(markdown) && !isVaried(markdown)) {
      findings.add(page, {
        code: 'vary-negotiated',
        hop: 'server',
        message: 'Vary: Accept is missing from the negotiated Markdown.',
        fix: DEPLOY_RULES,
      });
    }
  }
  return count;
}

/** A page with only one variant may omit it without harm. */
function addPage(findings: Findings, page: string, isNegotiated: boolean): void {
  findings.add(page, {
    level: isNegotiated ? 'fail' : 'warn',
    code: 'vary-page',
    hop: 'server',
    message: isNegotiated
      ? 'Vary: Accept is missing from the page, which has Markdown at the same address: caches mix the two up.'
      : 'Vary: Accept is missing from the page. It matters once Markdown is negotiated.',
    fix: DEPLOY_RULES,
  });
}

function isVaried({ answer }: Visit): boolean {
  return listsName(answer?.header('vary'), 'Accept');
}

const FIX = 'Give each variant an entity tag of its own bytes; a tag made from the address alone is wrong.';

/**
 * Clients and caches that revalidate get the variant that they requested.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */
export const variants: Check = {
  id: 'variants',
  group: 'headers',
  title:
    'A page and its Markdown at one address have entity tags of their own, and neither is mistaken for the other',
  async run(ctx, findings) {
    let count = 0;
    for (const { page } of samplePlaces(ctx)) {
      const html = await ctx.client.visit(page, { accept: BROWSER_ACCEPT });
      const markdown = await ctx.client.visit(page, { accept: 'text/markdown' });
      if (!isHtml(html) || !isMarkdown(markdown)) continue;
      const tag = tagOf(html.answer);
      if (tag === undefined) continue;
      count += 1;
      const report = (message: string) =>
        findings.add(page, { code: 'etag-shared', hop: 'server', message, fix: FIX });
      if (tagOf(markdown.answer) === tag) {
        report('The page and its Markdown have the same ETag.');
        continue;
      }
      const headers = { 'If-None-Match': tag };
      const again = await ctx.client.visit(page, { accept: 'text/markdown', headers });
      if (again.answer?.status === 304) report('With the ETag of the page, a request for Markdown gets 304.');
    }
    return `${counted(count, 'page')} with an ETag`;
  },
};

/** The opaque part: a weak tag makes two variants no more alike. */
function tagOf(answer: Answer | undefined): string | undefined {
  return /"[^"]*"/.exec(answer?.header('etag') ?? '')?.[0];
}
