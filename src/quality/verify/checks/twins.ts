import { counted } from '../../../core/text.js';
import { BROWSER_ACCEPT, type Check, type Findings, skipped } from '../check.js';
import type { Visit } from '../client.js';
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
    findings.add(twin, {
      level: 'fail',
      code: 'twin-missing',
      hop: 'files',
      message: `${from} names the twin, but it answers ${answer?.status ?? `nothing (${failure?.message ?? 'no reason'})`}.`,
      fix: 'Deploy the .md files next to the pages; a rule that adds or strips endings must leave them alone.',
    });
  } else if (answer.looksLikeHtml) {
    findings.add(twin, {
      level: 'fail',
      code: 'twin-page',
      hop: 'server',
      message: 'An HTML page is sent instead of the Markdown.',
      fix: 'Let the web server send the .md file itself.',
    });
  } else if (redirects.length > 0) {
    findings.add(twin, {
      level: 'warn',
      code: 'twin-redirected',
      hop: 'redirect',
      message: `The twin answers only after a redirect to ${visit.url}.`,
      fix: 'Serve the .md file at its own address; check the rule for trailing slashes.',
    });
  }
}

/** Where no page answers, the pages are elsewhere and nothing is reported about them. */
function addPages(findings: Findings, pages: readonly Visit[]): void {
  const lost = pages.filter(({ answer }) => answer?.isOk !== true);
  if (lost.length === pages.length) return;
  for (const { asked, answer } of lost) {
    findings.add(asked, {
      level: 'fail',
      code: 'page-missing',
      hop: 'files',
      message: `The page of a listed entry answers ${answer?.status ?? 'nothing'}.`,
      fix: 'Deploy the page, or build again without the entry.',
    });
  }
}
