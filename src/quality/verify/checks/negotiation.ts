import { counted } from '../../../core/text.js';
import { cacheOf } from '../cache.js';
import {
  BROWSER_ACCEPT,
  type Check,
  DEPLOY_RULES,
  type Findings,
  isHtml,
  isMarkdown,
  type NegotiatedPlace,
  placesOf,
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
    const places = placesOf(ctx);
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
    level: 'fail',
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
      level: 'fail',
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
  const place = placesOf(ctx)[1];
  if (place === undefined) return;
  const report = (accept: string, message: string) =>
    findings.add(place.page, {
      level: 'fail',
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
