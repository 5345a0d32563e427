import type { LogFormat } from '../line.js';
import { w3cFormat } from './w3c.js';

/**
 * Tab-separated lines below a line that names their fields, or JSON (standard logging v2).
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 */
export const cloudfront: LogFormat = w3cFormat({
  name: 'cloudfront',
  label: 'standard log of CloudFront',
  separator: '\t',
  needed: [
    ...['date', 'time', 'c-ip', 'cs-method', 'cs-uri-stem', 'sc-status'],
    ...['cs(Referer)', 'cs(User-Agent)'],
  ],
  host: 'x-host-header',
  isJsonToo: true,
  decode: decoded,
});

/** Percent-encoded, in older files twice. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    const once = decodeURIComponent(text);
    return /%(?:20|2[0-9A-F]|3[0-9A-F])/i.test(once) && !once.includes(' ') ? decodeURIComponent(once) : once;
  } catch {
    return text;
  }
}
