import { bool, ofFeature, patternList, urlText } from '../fields.js';

/** The contents of the discovery documents. */
export const discovery = {
  ...ofFeature('discovery.json', {
    rest_namespaces: patternList(
      'lower case, `[a-z0-9/_-]`, unique',
      (text) => text.toLowerCase().replace(/[^a-z0-9/_-]+/g, ''),
      'API namespaces that are published in discovery.',
    ),
    suppressed_resources: patternList(
      'lower case, `[a-z0-9-]`, unique',
      cleanResourceId,
      'Ids of resources hidden from every document.',
    ),
  }),
  ...ofFeature('protected-resource metadata', {
    oauth_auth_server: urlText(
      'Issuer of an external authorization server; switches the site-wide RFC 9728 document on.',
    ),
  }),
  ...ofFeature('discovery.json', {
    hold_back_changing_jobs: bool(
      false,
      'Keep every ability that changes something out of public documents.',
    ),
  }),
};

function cleanResourceId(text: string): string {
  // Linear trims: a pattern such as /-+$/ is quadratic on long runs of hyphens.
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '')
    .slice(0, 300);
  let start = 0;
  let end = id.length;
  while (start < end && id[start] === '-') start += 1;
  while (end > start && id[end - 1] === '-') end -= 1;
  return id.slice(start, end);
}
