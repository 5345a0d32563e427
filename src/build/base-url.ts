import { SvcError } from '../core/errors.js';
import { isParsableUrl } from '../core/parsable-url.js';
import { isPlaceholder } from '../sources/html/addresses/page-address.js';

/**
 * The address of the site: the configured one, else that of the first export that has one.
 * @returns without trailing slash
 * @throws SvcError `SVC_USAGE` when no base URL is given
 */
export function resolveBaseUrl(
  configured: string | undefined,
  exported: readonly (string | undefined)[],
): string {
  const known = exported.filter(
    (candidate): candidate is string => candidate !== undefined && isHttp(candidate),
  );
  // Generators start a project with an address such as https://example.org.
  const url = configured ?? known.find((candidate) => !isPlaceholder(new URL(candidate)));
  if (url !== undefined) return url.replace(/\/+$/, '');
  const message =
    known.length > 0
      ? `the only known address, ${known[0]}, is a placeholder`
      : 'the address of the site is missing';
  const fix = 'Pass --base-url with the address, or set "site.url" in the configuration.';
  throw new SvcError('SVC_USAGE', message, { fix });
}

function isHttp(text: string): boolean {
  return isParsableUrl(text) && /^https?:$/.test(new URL(text).protocol);
}
