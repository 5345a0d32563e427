import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import {
  BROWSER_ACCEPT,
  type Check,
  type Findings,
  isHtml,
  isMarkdown,
  skipped,
  spread,
  type VerifyContext,
} from '../check.js';
import type { Visit } from '../client.js';
import { readHtmlPage, saysNoindex } from '../html-page.js';
import type { SampledPage } from '../pages.js';

/** Every listed entry has its Markdown. */
export const twins: Check = {
  id: 'twins',
  group: 'pages',
  title: 'The Markdown twins in the lists answer 200 with Markdown, and their pages answer too',
  async run(ctx, findings) {
    if (ctx.pages.length === 0) return skipped('llms.txt and the change feed name no twins');
    for (const one of ctx.pages) addTwin(findings, one, await ctx.client.visit(one.twin));
    const pages = await Promise.all(
      ctx.pages.map(async ({ page }) => ctx.client.visit(page, { accept: BROWSER_ACCEPT })),
    );
    addPages(findings, pages);
    return counted(ctx.pages.length, 'entry', 'entries');
  },
};

function addTwin(findings: Findings, { twin, from }: SampledPage, visit: Visit): void {
  const { answer, redirects, failure } = visit;
  if (answer?.isOk !== true) {
    const message = `${from} names the twin, but it answers ${answer?.status ?? `nothing (${failure?.message ?? 'no reason'})`}.`;
    const fix =
      'Deploy the .md files next to the pages; a rule that adds or strips endings must leave them alone.';
    findings.add(twin, { code: 'twin-missing', hop: 'files', message, fix });
  } else if (answer.looksLikeHtml) {
    const message = 'An HTML page is sent instead of the Markdown.';
    const fix = 'Let the web server send the .md file itself.';
    findings.add(twin, { code: 'twin-page', hop: 'server', message, fix });
  } else if (redirects.length > 0) {
    const message = `The twin answers only after a redirect to ${visit.url}.`;
    const fix = 'Serve the .md file at its own address; check the rule for trailing slashes.';
    findings.add(twin, { level: 'warn', code: 'twin-redirected', hop: 'redirect', message, fix });
  }
}

/** Where no page answers, the pages are elsewhere and nothing is reported about them. */
function addPages(findings: Findings, pages: readonly Visit[]): void {
  const lost = pages.filter(({ answer }) => answer?.isOk !== true);
  if (lost.length === pages.length) return;
  for (const { asked, answer } of lost) {
    const message = `The page of a listed entry answers ${answer?.status ?? 'nothing'}.`;
    const fix = 'Deploy the page, or build again without the entry.';
    findings.add(asked, { code: 'page-missing', hop: 'files', message, fix });
  }
}

/** Entries that are no longer public, or never were, have no Markdown either. */
export const hidden: Check = {
  id: 'hidden',
  group: 'pages',
  title: 'Entries that are gone, kept from search engines or behind a sign-in have no Markdown',
  async run(ctx, findings) {
    const gone = goneUrls(ctx);
    await Promise.all(gone.map((url) => addGone(findings, url, ctx)));
    for (const { page, twin } of ctx.pages) await addHidden(findings, page, twin, ctx);
    if (gone.length + ctx.pages.length === 0) return skipped('the lists contain no entries');
    return `${gone.length} gone, ${counted(ctx.pages.length, 'entry', 'entries')} listed`;
  },
};

function goneUrls({ visited, sample }: VerifyContext): readonly string[] {
  const feed = visited.find(({ document }) => document.row?.id === 'changes')?.visit.answer?.json;
  const urls = listOf(objectOf(feed)['items'])
    .map(objectOf)
    .filter(({ action }) => action === 'deleted')
    .map(({ url }) => textOf(url));
  return spread(
    urls.filter((url) => isParsableUrl(url) && !/\?/.test(url)),
    sample,
  );
}

async function addGone(findings: Findings, url: string, { base, client }: VerifyContext): Promise<void> {
  const plain = url.replace(/\/+$/, '');
  const twin = plain === base ? undefined : await client.visit(`${plain}.md`);
  // Another check reports a page or a redirect for every unknown name.
  const isServed = twin?.answer?.isOk === true && twin.redirects.length === 0 && !twin.answer.looksLikeHtml;
  if (twin !== undefined && isServed) {
    const message = 'The change feed lists the entry as deleted, but its Markdown is still served.';
    const fix =
      'Remove files that the build removed: deploy with deletion, or by the list "removed" of its report; purge caches.';
    findings.add(twin.asked, { code: 'gone-twin', hop: 'files', message, fix });
  }
  const negotiated = await client.visit(url, { accept: 'text/markdown' });
  if (!isMarkdown(negotiated) || negotiated.redirects.length > 0) return;
  findings.add(url, {
    code: 'gone-negotiated',
    hop: 'server',
    message: 'The entry is deleted in the change feed, but its address still returns Markdown.',
    fix: 'Remove files that the build removed, and purge caches.',
  });
}

async function addHidden(
  findings: Findings,
  page: string,
  twin: string,
  { client }: VerifyContext,
): Promise<void> {
  const visit = await client.visit(page, { accept: BROWSER_ACCEPT });
  const { answer } = visit;
  const copy = await client.visit(twin);
  if (answer === undefined || !isMarkdown(copy)) return;
  const isRefused = answer.status === 401 || answer.status === 403;
  const tagged = isHtml(visit) && readHtmlPage(answer.text).isNoindex;
  if (!isRefused && !tagged && !saysNoindex(answer.header('x-robots-tag') ?? '')) return;
  findings.add(twin, {
    code: isRefused ? 'refused-twin' : 'noindex-twin',
    hop: 'files',
    message: isRefused
      ? `The page answers ${answer.status}, but its Markdown is public.`
      : 'The page is kept from search engines (noindex), but its Markdown is served and listed.',
    fix: 'Mark the entry as private, protected or noindex in the source, build and deploy again; or open the page.',
  });
}
