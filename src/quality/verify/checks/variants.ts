import { counted } from '../../../core/text.js';
import type { Answer } from '../answer.js';
import { BROWSER_ACCEPT, type Check, isHtml, isMarkdown, placesOf } from '../check.js';

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
    for (const { page } of placesOf(ctx)) {
      const html = await ctx.client.visit(page, { accept: BROWSER_ACCEPT });
      const markdown = await ctx.client.visit(page, { accept: 'text/markdown' });
      if (!isHtml(html) || !isMarkdown(markdown)) continue;
      const tag = tagOf(html.answer);
      if (tag === undefined) continue;
      count += 1;
      const report = (message: string) =>
        findings.add(page, { level: 'fail', code: 'etag-shared', hop: 'server', message, fix: FIX });
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
