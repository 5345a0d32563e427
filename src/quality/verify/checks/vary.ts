import { counted } from '../../../core/text.js';
import {
  arrived,
  BROWSER_ACCEPT,
  type Check,
  DEPLOY_RULES,
  type Findings,
  isHtml,
  isMarkdown,
  placesOf,
  type VerifyContext,
} from '../check.js';
import type { Visit } from '../client.js';
import { listsName } from '../media-type.js';

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
  for (const { page } of placesOf(ctx)) {
    const html = await ctx.client.visit(page, { accept: BROWSER_ACCEPT });
    const markdown = await ctx.client.visit(page, { accept: 'text/markdown' });
    if (isHtml(html)) {
      count += 1;
      if (!isVaried(html)) addPage(findings, page, isMarkdown(markdown));
    }
    if (isMarkdown(markdown) && !isVaried(markdown)) {
      findings.add(page, {
        level: 'fail',
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
