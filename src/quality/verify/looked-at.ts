import { describe } from './advertised.js';
import type { VerifyContext, Visited } from './check.js';

/** The documents that arrived, including the sampled twins. */
export async function withTwins(ctx: VerifyContext): Promise<readonly Visited[]> {
  const known = new Set(ctx.visited.map(({ document }) => document.url));
  const twins = ctx.pages.filter(({ twin }) => !known.has(twin));
  const visits = await Promise.all(
    twins.map(async ({ twin, from }) => {
      return { document: describe(twin, from, ctx), visit: await ctx.client.visit(twin) };
    }),
  );
  return [...ctx.visited, ...visits];
}

/** Those that answered 200 directly: other checks report the rest. */
export async function arrived(ctx: VerifyContext): Promise<readonly Visited[]> {
  return (await withTwins(ctx)).filter(({ document, visit: { answer, redirects } }) => {
    if (document.headers === undefined || answer?.isOk !== true) return false;
    return redirects.length === 0 && !answer.looksLikeHtml;
  });
}

/** The fix where the header rules are not in force. */
export const DEPLOY_RULES =
  'Deploy the header rules of the build (--hosts, or deploy/headers.json) with the files.';
