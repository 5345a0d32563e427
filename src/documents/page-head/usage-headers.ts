import type { DocumentContext } from '../document-row.js';

/** The headers by which pages reserve their use for training; none while training is allowed. */
export function usageHeaders({
  settings,
  site,
}: Pick<DocumentContext, 'settings' | 'site'>): Readonly<Record<string, string>> {
  if (!settings.enable_ai_header || settings.content_signal.ai_train) return {};
  const policy = settings.tdm_policy_url;
  return {
    'tdm-reservation': '1',
    ...(policy === '' ? {} : { 'tdm-policy': policy.startsWith('/') ? site.baseUrl + policy : policy }),
    ...(settings.ai_noai_header ? { 'X-Robots-Tag': 'noai, noimageai' } : {}),
  };
}

/**
 * Whether an address has them: pages, the change feed and sitemaps do; documents for agents, feeds and
 * the read API do not.
 * @param path below the base address, with leading slash
 * @param readPrefix of the read API, without slashes around it
 */
export function carriesUsageHeaders(path: string, readPrefix: string): boolean {
  const lower = path.toLowerCase();
  return !(
    lower.startsWith('/.well-known/') ||
    lower.startsWith(`/${readPrefix}/`) ||
    lower.startsWith('/schemas/') ||
    lower.includes('/feed') ||
    /\.md$|(?:^|\/)(?:llms|llms-full|robots)\.txt$/.test(lower)
  );
}

/**
 * The headers of every page, whichever of its variants: the variants of an address have to announce that there are
 * others.
 */
export function pageHeaders(ctx: DocumentContext): Readonly<Record<string, string>> {
  return { 'X-Content-Type-Options': 'nosniff', Vary: 'Accept', ...usageHeaders(ctx) };
}
