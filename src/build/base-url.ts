import { SvcError } from '../core/errors.js';

/**
 * The address of the site: the configured one, else that of the first export that has one.
 * @returns without trailing slash
 * @throws SvcError `SVC_USAGE` when no base URL is given
 */
export function settleBaseUrl(
  configured: string | undefined,
  exported: readonly (string | undefined)[],
): string {
  const url = configured ?? exported.find((candidate) => candidate !== undefined && isHttp(candidate));
  if (url !== undefined) return url.replace(/\/+$/, '');
  throw new SvcError('SVC_USAGE', 'nothing says at which address the site lives', {
    fix: 'Pass --base-url https://example.org, or set "site.url" in svc.config.json.',
  });
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
